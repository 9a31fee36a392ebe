package org.ptoc.emulator.jit.repeat;

import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.unit.LittleEndian;

/** Between one bit for each lane, as memory has them, and lanes of zeros or ones. */
final class LaneBits {
  /** Pairs of lanes of 32 bits for two bits. */
  private static final long[] PAIRS = {0, 0x0000_0000_FFFF_FFFFL, 0xFFFF_FFFF_0000_0000L, -1};

  private LaneBits() {}

  /**
   * Writes one bit for each lane, side by side.
   *
   * @param lanes all ones or 0 each
   * @param count lanes, a multiple of 32
   * @param width bytes of a lane, 2 or 4
   */
  static void pack(byte[] lanes, int count, int width, byte[] to, int at) {
    for (int i = 0; i < count; i += Integer.SIZE) {
      int bits = width == Integer.BYTES ? packInts(lanes, i * width) : packShorts(lanes, i * width);
      LittleEndian.put32(to, at + i / Byte.SIZE, bits);
    }
  }

  /**
   * Keeps bits 2k and 2k + 1 of the lanes of the k-th word, so that all words fit into each other.
   */
  private static int packInts(byte[] lanes, int from) {
    long bits = 0;
    for (int k = 0; k < Integer.SIZE / 2; k++) {
      bits |= LittleEndian.get64(lanes, from + k * Long.BYTES) & 0x0000_0002_0000_0001L << 2 * k;
    }
    return (int) (bits | bits >>> Integer.SIZE);
  }

  private static int packShorts(byte[] lanes, int from) {
    long low = 0;
    long high = 0;
    for (int k = 0; k < Short.SIZE / 4; k++) {
      long chosen = 0x0008_0004_0002_0001L << 4 * k;
      low |= LittleEndian.get64(lanes, from + k * Long.BYTES) & chosen;
      high |=
          LittleEndian.get64(lanes, from + Integer.BYTES * Long.BYTES + k * Long.BYTES) & chosen;
    }
    return fold(low) | fold(high) << Short.SIZE;
  }

  private static int fold(long bits) {
    long half = bits | bits >>> Integer.SIZE;
    return (int) (half | half >>> Short.SIZE) & 0xFFFF;
  }

  /**
   * Lanes that are all ones where their bit is set, else 0.
   *
   * @param count lanes, a multiple of eight
   * @param width bytes of a lane, 2 or 4
   * @param to receives them from its beginning
   */
  static void expand(byte[] bits, int at, int count, int width, byte[] to) {
    for (int i = 0; i < count; i += Byte.SIZE) {
      int chosen = bits[at + i / Byte.SIZE];
      if (width == Integer.BYTES) {
        LittleEndian.put64(to, 4 * i, PAIRS[chosen & 3]);
        LittleEndian.put64(to, 4 * i + 8, PAIRS[chosen >> 2 & 3]);
        LittleEndian.put64(to, 4 * i + 16, PAIRS[chosen >> 4 & 3]);
        LittleEndian.put64(to, 4 * i + 24, PAIRS[chosen >> 6 & 3]);
      } else {
        LittleEndian.put64(to, 2 * i, shorts(chosen & 15));
        LittleEndian.put64(to, 2 * i + 8, shorts(chosen >> 4 & 15));
      }
    }
  }

  /** Four lanes of 16 bits: a product moves bit i to lane i. */
  private static long shorts(long bits) {
    return (bits * 0x0000_2000_4000_8001L & 0x0001_0001_0001_0001L) * 0xFFFF;
  }

  /** The same for {@code repeats} that all have the bits of the registers. */
  static void expand(RepeatOperand.Registers bits, int lanes, int repeats, int width, byte[] to) {
    byte[] image = new byte[2 * Long.BYTES];
    LittleEndian.put64(image, 0, bits.low());
    LittleEndian.put64(image, Long.BYTES, bits.high());
    expand(image, 0, lanes, width, to);
    for (int i = 1; i < repeats; i++) {
      System.arraycopy(to, 0, to, i * lanes * width, lanes * width);
    }
  }
}
