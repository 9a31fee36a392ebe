package org.ptoc.emulator.jit.repeat;

import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.unit.LittleEndian;

/**
 * Copies the blocks of an operand to consecutive repeats, and back. Addresses are checked before.
 */
final class BlockCopy {
  static final int BLOCK = 32;
  static final int REPEAT = 256;

  private BlockCopy() {}

  /** Reads blocks with active lanes; {@code from} is the first of {@code count} repeats. */
  static void gather(
      byte[] ub, RepeatOperand.Blocks operand, Repeats repeats, long from, int count, byte[] to) {
    int repeat = repeats.bytes(operand);
    for (int r = 0; r < count; r++) {
      int bytes = repeats.activeBytes(operand, from + r) + BLOCK - 1 & -BLOCK;
      int at = (int) (operand.address() + (from + r) * operand.repeatStride() * BLOCK);
      if (operand.blockStride() == 1) {
        System.arraycopy(ub, at, to, r * repeat, bytes);
        continue;
      }
      for (int block = 0; block < bytes; block += BLOCK) {
        copyBlock(ub, at + block * operand.blockStride(), to, r * repeat + block);
      }
    }
  }

  /** Writes the active lanes. */
  static void scatter(
      byte[] from,
      byte[] ub,
      RepeatOperand.Blocks operand,
      Repeats repeats,
      long first,
      int count) {
    int repeat = repeats.bytes(operand);
    for (int r = 0; r < count; r++) {
      int bytes = repeats.activeBytes(operand, first + r);
      int at = (int) (operand.address() + (first + r) * operand.repeatStride() * BLOCK);
      if (operand.blockStride() == 1) {
        System.arraycopy(from, r * repeat, ub, at, bytes);
        continue;
      }
      int whole = bytes & -BLOCK;
      for (int block = 0; block < whole; block += BLOCK) {
        copyBlock(from, r * repeat + block, ub, at + block * operand.blockStride());
      }
      if (bytes > whole) { // Else the next block may be past the end of memory.
        System.arraycopy(
            from, r * repeat + whole, ub, at + whole * operand.blockStride(), bytes - whole);
      }
    }
  }

  /**
   * Writes the lanes whose bytes are all ones in {@code mask}, which has at least the bytes of one
   * repeat.
   */
  static void scatter(
      byte[] from,
      byte[] ub,
      RepeatOperand.Blocks operand,
      Repeats repeats,
      long first,
      int count,
      long[] mask) {
    int repeat = repeats.bytes(operand);
    int bytes = repeats.activeBytes(operand, first) + BLOCK - 1 & -BLOCK;
    for (int r = 0; r < count; r++) {
      int at = (int) (operand.address() + (first + r) * operand.repeatStride() * BLOCK);
      for (int block = 0; block < bytes; block += BLOCK) {
        int to = at + block * operand.blockStride();
        for (int i = 0; i < BLOCK; i += Long.BYTES) {
          long lanes = mask[(block + i) / Long.BYTES];
          long value = LittleEndian.get64(from, r * repeat + block + i);
          LittleEndian.put64(ub, to + i, LittleEndian.get64(ub, to + i) & ~lanes | value & lanes);
        }
      }
    }
  }

  /** Sets the bytes of the active lanes of a repeat to all ones, and those of others to 0. */
  static void expand(Repeats repeats, int width, long[] mask) {
    int lanesOfWord = Long.BYTES / width;
    long lane = -1L >>> Long.SIZE - width * Byte.SIZE;
    for (int word = 0; word < mask.length; word++) {
      long bits = 0;
      for (int i = 0; i < lanesOfWord; i++) {
        int number = word * lanesOfWord + i;
        long active = (number < Long.SIZE ? repeats.low() : repeats.high()) >>> number & 1;
        bits |= active * lane << i * width * Byte.SIZE;
      }
      mask[word] = bits;
    }
  }

  private static void copyBlock(byte[] from, int source, byte[] to, int destination) {
    for (int i = 0; i < BLOCK; i += Long.BYTES) {
      LittleEndian.put64(to, destination + i, LittleEndian.get64(from, source + i));
    }
  }
}
