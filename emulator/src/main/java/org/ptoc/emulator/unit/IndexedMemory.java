package org.ptoc.emulator.unit;

import java.util.Arrays;
import org.ptoc.ir.isa.DataType;

/**
 * Accesses whose lanes or blocks have addresses of their own: gathers, scatters and block-strided
 * loads and stores (spec/11, 7; spec/00, 4.8 and 4.11). Only active lanes access memory.
 *
 * <p>Each method checks its addresses against the length of the buffer before it changes anything
 * and returns {@link #NO_FAULT}, or else the first offending UB byte address, with memory and
 * registers as they were.
 */
public final class IndexedMemory {
  /** All accesses were legal. */
  public static final long NO_FAULT = Long.MIN_VALUE;

  private static final int BLOCK = Vectors.BLOCK_BYTES;

  private IndexedMemory() {}

  /**
   * pto.vgather2 and pto.vgather2_bc: one element per active lane at {@code base + offset * width}.
   * 8-bit elements fill 16-bit lanes, zero-extended. Offsets are unsigned, of the width of a result
   * lane.
   *
   * @param type element type in memory: 8, 16 or 32 bits
   */
  public static long gather(
      byte[] ub,
      long base,
      byte[] registers,
      int destination,
      int offsets,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int width = type.bytes();
    int lane = Math.max(width, 2);
    byte[] result = Vectors.clearedResult(scratch);
    for (int at = 0; at < Vectors.BYTES; at += lane) {
      if (Predicates.test(predicates, mask, at)) {
        long address = base + LittleEndian.get(registers, offsets + at, lane) * width;
        if (isFault(ub, address, width, width)) {
          return address;
        }
        LittleEndian.put(result, at, lane, LittleEndian.get(ub, (int) address, width));
      }
    }
    Vectors.store(scratch, 0, registers, destination);
    return NO_FAULT;
  }

  /**
   * pto.vgatherb: 32-byte blocks at {@code base + offset}, a byte offset from each of the first
   * eight offset lanes.
   */
  public static long gatherBlocks(
      byte[] ub,
      long base,
      byte[] registers,
      int destination,
      int offsets,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    byte[] result = Vectors.clearedResult(scratch);
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      if (isBlockActive(predicates, mask, block)) {
        long address = base + LittleEndian.get(registers, offsets + 4 * block, 4);
        if (isFault(ub, address, BLOCK, BLOCK)) {
          return address;
        }
        System.arraycopy(ub, (int) address, result, block * BLOCK, BLOCK);
      }
    }
    Vectors.store(scratch, 0, registers, destination);
    return NO_FAULT;
  }

  /**
   * pto.vscatter: one element per active lane to {@code base + offset * width}; the highest lane
   * wins an address. 8-bit elements come from the even bytes. Offsets as in {@link #gather}.
   */
  public static long scatter(
      byte[] registers,
      int source,
      byte[] ub,
      long base,
      int offsets,
      DataType type,
      long[] predicates,
      int mask) {
    int width = type.bytes();
    int lane = Math.max(width, 2);
    for (int at = 0; at < Vectors.BYTES; at += lane) {
      long address = base + LittleEndian.get(registers, offsets + at, lane) * width;
      if (Predicates.test(predicates, mask, at) && isFault(ub, address, width, width)) {
        return address;
      }
    }
    for (int at = 0; at < Vectors.BYTES; at += lane) {
      if (Predicates.test(predicates, mask, at)) {
        int address = (int) (base + LittleEndian.get(registers, offsets + at, lane) * width);
        LittleEndian.put(ub, address, width, LittleEndian.get(registers, source + at, width));
      }
    }
    return NO_FAULT;
  }

  /**
   * pto.vsldb: block {@code k} from {@code base + 32 * k * blockStride}, zeros when it is inactive.
   *
   * @param base address with the initial displacement already added
   * @param blockStride distance of blocks in units of 32 bytes
   */
  public static long loadBlocks(
      byte[] ub,
      long base,
      int blockStride,
      byte[] registers,
      int destination,
      long[] predicates,
      int mask) {
    return loadBlocks(
        ub, base, blockStride, activeBlocks(predicates, mask), registers, destination);
  }

  /** The same for the blocks whose bits are set in {@code chosen}. */
  static long loadBlocks(
      byte[] ub, long base, int blockStride, int chosen, byte[] registers, int destination) {
    long fault = blockFault(ub, base, blockStride, chosen);
    if (fault != NO_FAULT) {
      return fault;
    }
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      int at = destination + block * BLOCK;
      if ((chosen >>> block & 1) != 0) {
        System.arraycopy(
            ub, (int) (base + (long) block * blockStride * BLOCK), registers, at, BLOCK);
      } else {
        Arrays.fill(registers, at, at + BLOCK, (byte) 0);
      }
    }
    return NO_FAULT;
  }

  /** pto.vsstb: the inverse of {@link #loadBlocks}; inactive blocks are not stored. */
  public static long storeBlocks(
      byte[] registers,
      int source,
      byte[] ub,
      long base,
      int blockStride,
      long[] predicates,
      int mask) {
    long fault = blockFault(ub, base, blockStride, activeBlocks(predicates, mask));
    if (fault != NO_FAULT) {
      return fault;
    }
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      if (isBlockActive(predicates, mask, block)) {
        int to = (int) (base + (long) block * blockStride * BLOCK);
        System.arraycopy(registers, source + block * BLOCK, ub, to, BLOCK);
      }
    }
    return NO_FAULT;
  }

  /** True if block {@code block} takes part: lane {@code block} of the mask read as b32. */
  public static boolean isBlockActive(long[] predicates, int mask, int block) {
    return (predicates[mask] >>> 4 * block & 1) != 0;
  }

  /** The blocks that take part, block {@code k} as bit {@code k}. */
  public static int activeBlocks(long[] predicates, int mask) {
    int blocks = 0;
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      if (isBlockActive(predicates, mask, block)) {
        blocks |= 1 << block;
      }
    }
    return blocks;
  }

  /**
   * True if the mask means something else when each block is governed by the bits of its own lanes:
   * a block is taken although one of its 32-bit lanes is off, or left out although one is on. Worth
   * a warning (spec/00, 4.8). Some of the first eight lanes and no other are meant as blocks.
   */
  public static boolean isBlockMaskAmbiguous(long[] predicates, int mask) {
    long first = predicates[mask] & 0x1111_1111L;
    boolean others = (predicates[mask] & 0x1111_1111_0000_0000L) != 0;
    for (int word = 1; word < Predicates.WORDS; word++) {
      others |= (predicates[mask + word] & 0x1111_1111_1111_1111L) != 0;
    }
    if (!others && first != 0x1111_1111L) {
      return false;
    }
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      long lanes = predicates[mask + block / 2] >>> 32 * (block % 2) & 0x1111_1111L;
      if (lanes != (isBlockActive(predicates, mask, block) ? 0x1111_1111L : 0)) {
        return true;
      }
    }
    return false;
  }

  /** The first illegal address of the blocks whose bits are set, or {@link #NO_FAULT}. */
  static long blockFault(byte[] ub, long base, int blockStride, int chosen) {
    for (int block = 0; block < Vectors.BLOCKS; block++) {
      long address = base + (long) block * blockStride * BLOCK;
      if ((chosen >>> block & 1) != 0 && isFault(ub, address, BLOCK, BLOCK)) {
        return address;
      }
    }
    return NO_FAULT;
  }

  private static boolean isFault(byte[] ub, long address, int bytes, int alignment) {
    return address < 0 || address > ub.length - bytes || (address & alignment - 1) != 0;
  }
}
