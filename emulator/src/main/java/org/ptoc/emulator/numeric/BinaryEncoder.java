package org.ptoc.emulator.numeric;

/**
 * Rounds a number to a binary floating-point format in one step.
 *
 * <p>A format is given by the number of stored fraction bits, the exponent bias and the bit
 * patterns of its largest finite value, of what stands for infinity and of its canonical NaN. The
 * callers pass constants, which the compiler of the JVM folds into each inlined copy.
 */
final class BinaryEncoder {
  private static final int DOUBLE_FRACTION_BITS = 52;
  private static final int DOUBLE_BIAS = 1023;
  private static final long DOUBLE_FRACTION = (1L << DOUBLE_FRACTION_BITS) - 1;

  private BinaryEncoder() {}

  /**
   * Encodes a double.
   *
   * @param signBit the sign bit of the format in place
   * @param maxFinite magnitude bits of the largest finite value
   * @param infinity magnitude bits of infinity, or of NaN where the format has no infinity
   * @param nan bits of the canonical NaN
   * @param saturate whether overflow and infinities become the largest finite value and NaN becomes
   *     +0
   */
  static int encode(
      double value,
      Rounding rounding,
      boolean saturate,
      int fractionBits,
      int bias,
      int signBit,
      int maxFinite,
      int infinity,
      int nan) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> DOUBLE_FRACTION_BITS) & 0x7FF;
    long fraction = bits & DOUBLE_FRACTION;
    boolean negative = bits < 0;
    int sign = negative ? signBit : 0;
    if (exponent == 0x7FF) {
      if (fraction != 0) {
        return saturate ? 0 : nan;
      }
      return sign | (saturate ? maxFinite : infinity);
    }
    long significand = exponent == 0 ? fraction : fraction | 1L << DOUBLE_FRACTION_BITS;
    int unit = Math.max(exponent, 1) - DOUBLE_BIAS - DOUBLE_FRACTION_BITS;
    long magnitude = magnitude(negative, significand, unit, rounding, fractionBits, bias);
    if (magnitude <= maxFinite) {
      return sign | (int) magnitude;
    }
    boolean infinite = !saturate && rounding.overflowsToInfinity(negative);
    return sign | (infinite ? infinity : maxFinite);
  }

  /**
   * Magnitude bits of {@code significand * 2^unit} in a format whose exponent has no upper bound:
   * the result exceeds the bits of the largest finite value when the rounded number overflows.
   *
   * @param significand an unsigned 64-bit number
   */
  static long magnitude(
      boolean negative, long significand, int unit, Rounding rounding, int fractionBits, int bias) {
    if (significand == 0) {
      return 0;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(significand) + unit;
    int normalExponent = Math.max(exponent, 1 - bias);
    int cut = normalExponent - fractionBits - unit;
    long base = (long) (normalExponent + bias - 1) << fractionBits;
    if (cut <= 0) {
      return base + (significand << -cut);
    }
    long kept = cut < 64 ? significand >>> cut : 0;
    int remainder = compareToHalf(significand, cut);
    boolean exact = cut < 64 && significand << -cut == 0;
    boolean up = !exact && rounding.awayFromZero(negative, (kept & 1) != 0, remainder);
    return base + kept + (up ? 1 : 0);
  }

  /** Sign of (the low {@code cut} bits of the unsigned number minus half of their unit). */
  private static int compareToHalf(long significand, int cut) {
    if (cut > 64) {
      return -1;
    }
    return Long.compareUnsigned(significand << 64 - cut, Long.MIN_VALUE);
  }
}
