package org.ptoc.emulator.jit.repeat;

import org.ptoc.emulator.numeric.Integers;

/**
 * The range of a conversion to integers, called by generated code; without saturation the low bits
 * are kept.
 */
final class Limits {
  private Limits() {}

  static int lowest(long saturates, int bits, boolean signed) {
    return (int) Math.max(Integer.MIN_VALUE, lowestLong(saturates, bits, signed));
  }

  static int highest(long saturates, int bits, boolean signed) {
    return (int) Math.min(Integer.MAX_VALUE, highestLong(saturates, bits, signed));
  }

  static long lowestLong(long saturates, int bits, boolean signed) {
    return saturates == 0 ? Long.MIN_VALUE : Integers.clamp(Long.MIN_VALUE, bits, signed);
  }

  static long highestLong(long saturates, int bits, boolean signed) {
    return saturates == 0 ? Long.MAX_VALUE : Integers.clamp(Long.MAX_VALUE, bits, signed);
  }
}
