package org.ptoc.emulator.unit;

import java.util.Arrays;

/**
 * The operands of one repeat of an A2/A3 vector instruction: up to eight blocks of 32 bytes with a
 * stride, gathered into a register before the operation and scattered from one after it (spec/21,
 * 6.1). A block without an active element is not accessed; elements that are not active keep their
 * memory.
 *
 * <p>Faults are reported as in {@link IndexedMemory}.
 */
public final class RepeatMemory {
  private static final int BLOCK = Vectors.BLOCK_BYTES;

  private RepeatMemory() {}

  /**
   * Reads the blocks of a source; a block that is not accessed reads as 0, and so do those from
   * {@code blocks} on.
   *
   * @param base UB byte address of block 0 in this repeat
   * @param blockStride distance of blocks in units of 32 bytes; 0 repeats one block
   * @param blocks 1 to 8, less than 8 for the narrower operand of a conversion
   * @param width element width in bytes, the granularity of the mask
   */
  public static long load(
      byte[] ub,
      long base,
      int blockStride,
      int blocks,
      int width,
      byte[] registers,
      int destination,
      long[] predicates,
      int mask) {
    int chosen = activeBlocks(predicates, mask, blocks, width);
    return IndexedMemory.loadBlocks(ub, base, blockStride, chosen, registers, destination);
  }

  /** Writes the active elements of a result; parameters as in {@link #load}. */
  public static long store(
      byte[] registers,
      int source,
      byte[] ub,
      long base,
      int blockStride,
      int blocks,
      int width,
      long[] predicates,
      int mask) {
    int used = activeBlocks(predicates, mask, blocks, width);
    long fault = IndexedMemory.blockFault(ub, base, blockStride, used);
    if (fault != IndexedMemory.NO_FAULT) {
      return fault;
    }
    for (int block = 0; block < blocks; block++) {
      long active = active(predicates, mask, block, width);
      if (active == 0) {
        continue;
      }
      int from = source + block * BLOCK;
      int to = (int) (base + (long) block * blockStride * BLOCK);
      if (active == (Predicates.laneBits(width) & 0xFFFF_FFFFL)) {
        System.arraycopy(registers, from, ub, to, BLOCK);
        continue;
      }
      for (int i = 0; i < BLOCK; i += Long.BYTES) {
        long chosen = Vectors.spread((active >>> i & 0xFF) * ((1L << width) - 1));
        long value =
            LittleEndian.get64(registers, from + i) & chosen
                | LittleEndian.get64(ub, to + i) & ~chosen;
        LittleEndian.put64(ub, to + i, value);
      }
    }
    return IndexedMemory.NO_FAULT;
  }

  /**
   * Reads all blocks of a source, also those without an active element; the rest reads as 0.
   *
   * @param blockStride not negative
   * @return false when nothing was done because of a fault
   */
  public static boolean loadAll(
      byte[] ub, long base, int blockStride, int blocks, byte[] registers, int destination) {
    if (!isLegal(ub, base, blockStride, blocks)) {
      return false;
    }
    if (blockStride == 1) {
      System.arraycopy(ub, (int) base, registers, destination, blocks * BLOCK);
    } else {
      for (int block = 0; block < blocks; block++) {
        System.arraycopy(
            ub,
            (int) base + block * blockStride * BLOCK,
            registers,
            destination + block * BLOCK,
            BLOCK);
      }
    }
    if (blocks < Vectors.BLOCKS) {
      Arrays.fill(registers, destination + blocks * BLOCK, destination + Vectors.BYTES, (byte) 0);
    }
    return true;
  }

  /** As {@link #store} with all elements active; parameters as in {@link #loadAll}. */
  public static boolean storeAll(
      byte[] registers, int source, byte[] ub, long base, int blockStride, int blocks) {
    if (!isLegal(ub, base, blockStride, blocks)) {
      return false;
    }
    if (blockStride == 1) {
      System.arraycopy(registers, source, ub, (int) base, blocks * BLOCK);
    } else {
      for (int block = 0; block < blocks; block++) {
        System.arraycopy(
            registers, source + block * BLOCK, ub, (int) base + block * blockStride * BLOCK, BLOCK);
      }
    }
    return true;
  }

  private static boolean isLegal(byte[] ub, long base, int blockStride, int blocks) {
    long last = (blocks - 1L) * blockStride * BLOCK;
    return base >= 0 && base <= ub.length - BLOCK - last && (base & BLOCK - 1) == 0;
  }

  /** The first blocks that have an active element, block {@code k} as bit {@code k}. */
  private static int activeBlocks(long[] predicates, int mask, int blocks, int width) {
    int chosen = 0;
    for (int block = 0; block < blocks; block++) {
      chosen |= active(predicates, mask, block, width) == 0 ? 0 : 1 << block;
    }
    return chosen;
  }

  /** The governing bits of one block. */
  private static long active(long[] predicates, int mask, int block, int width) {
    return predicates[mask + block / 2] >>> 32 * (block % 2)
        & 0xFFFF_FFFFL
        & Predicates.laneBits(width);
  }
}
