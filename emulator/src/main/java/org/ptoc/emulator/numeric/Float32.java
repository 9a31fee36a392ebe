package org.ptoc.emulator.numeric;

/**
 * What binary32 needs beyond Java's own {@code float}: canonical NaN, rounding modes, round-to-odd
 * (spec/10, 1.4).
 */
public final class Float32 {
  /** Bits of the canonical NaN. */
  public static final int CANONICAL_NAN = 0x7FC00000;

  private static final int INFINITY = 0x7F800000;
  private static final int MAX_FINITE = 0x7F7FFFFF;

  private Float32() {}

  /** Bits with the canonical NaN. */
  public static int encode(float value) {
    return Float.floatToIntBits(value);
  }

  /**
   * Rounded once by the given mode; overflow is infinite where the mode rounds away from zero, NaN
   * canonical.
   */
  public static int encode(double value, Rounding rounding) {
    if (rounding == Rounding.NEAREST_EVEN) {
      return Float.floatToIntBits((float) value);
    }
    return BinaryEncoder.encode(
        value, rounding, false, 23, 127, 0x80000000, MAX_FINITE, INFINITY, CANONICAL_NAN);
  }

  /** A 64-bit integer rounded once by the given mode. */
  public static int encode(long value, Rounding rounding) {
    if (rounding == Rounding.NEAREST_EVEN) {
      return Float.floatToRawIntBits((float) value);
    }
    boolean negative = value < 0;
    int magnitude = (int) BinaryEncoder.magnitude(negative, Math.abs(value), 0, rounding, 23, 127);
    return negative ? magnitude | 0x80000000 : magnitude;
  }

  /**
   * e^a, computed in double and rounded once. Largest error over 100000 random arguments: 0.50
   * units in the last place (test class {@code UlpSurvey}).
   */
  public static float exp(float a) {
    return (float) StrictMath.exp(a);
  }

  /**
   * Natural logarithm, computed in double and rounded once. Largest error over 100000 random
   * arguments: 0.50 units in the last place (test class {@code UlpSurvey}).
   */
  public static float ln(float a) {
    return (float) StrictMath.log(a);
  }

  /**
   * The double rounded to odd: equal when representable, else the neighbour with a set last bit.
   * Rounding that to a format with at least two bits less gives the same as rounding the double
   * itself. Magnitudes above the range of float become infinite or the largest finite value, which
   * round alike in every narrower format.
   */
  static float roundToOdd(double value) {
    float nearest = (float) value;
    int bits = Float.floatToRawIntBits(nearest);
    if (nearest == value || value != value || (bits & 1) != 0) {
      return nearest;
    }
    // The even neighbour was taken: step toward the exact value.
    return Float.intBitsToFloat(Math.abs((double) nearest) < Math.abs(value) ? bits + 1 : bits - 1);
  }

  /** The sum of a double and a float, rounded once to float. */
  public static float add(double a, float b) {
    return (float) sumToOdd(a, b);
  }

  /** The sum of two doubles rounded to odd. */
  static double sumToOdd(double a, double b) {
    double sum = a + b;
    if (!(Math.abs(sum) <= Double.MAX_VALUE)) {
      return sum;
    }
    double partOfB = sum - a;
    double error = (a - (sum - partOfB)) + (b - partOfB);
    long bits = Double.doubleToRawLongBits(sum);
    if (error == 0 || (bits & 1) != 0) {
      return sum;
    }
    return Double.longBitsToDouble((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
  }
}
