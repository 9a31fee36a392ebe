package org.ptoc.emulator.jit.repeat;

import java.util.Arrays;
import org.ptoc.emulator.interpreter.RepeatOperand;
import org.ptoc.emulator.unit.LittleEndian;

/** Between one bit for each lane, as memory has them, and lanes of zeros or ones. */
final class LaneBits {
  private static final long ONES = 0x0101_0101_0101_0101L;
  /** Brings the lowest bits of eight bytes side by side into the highest byte. */
  private static final long TOGETHER = 0x0102_0408_1020_4080L;

  private LaneBits() {}

  /** Writes the lowest bits of {@code count} bytes, a multiple of eight, side by side. */
  static void pack(byte[] lanes, int count, byte[] to, int at) {
    for (int i = 0; i < count; i += Byte.SIZE) {
      to[at + i / Byte.SIZE] = (byte) ((LittleEndian.get64(lanes, i) & ONES) * TOGETHER >>> Long.SIZE - Byte.SIZE);
    }
  }

  /**
   * Lanes that are all ones where their bit is set, else 0.
   *
   * @param count lanes, a multiple of eight
   * @param width bytes of a lane, 2 or 4
   * @param to receives them from its beginning
   */
  static void expand(byte[] bits, int at, int count, int width, byte[] to) {
    int lanesOfWord = Long.BYTES / width;
    long mask = (1L << lanesOfWord) - 1;
    // The lowest bit of each lane; a product moves bit i of the word to lane i.
    long lowest = width == Short.BYTES ? 0x0001_0001_0001_0001L : 0x0000_0001_0000_0001L;
    long apart = width == Short.BYTES ? 0x0000_2000_4000_8001L : 0x0000_0000_8000_0001L;
    long lane = (1L << width * Byte.SIZE) - 1;
    for (int i = 0; i < count; i += lanesOfWord) {
      long chosen = bits[at + i / Byte.SIZE] >>> i % Byte.SIZE & mask;
      LittleEndian.put64(to, i * width, (chosen * apart & lowest) * lane);
    }
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

  /** Clears the lanes from {@code from} to {@code to}. */
  static void clear(byte[] lanes, int from, int to) {
    Arrays.fill(lanes, from, to, (byte) 0);
  }
}
