package org.ptoc.emulator.numeric;

/**
 * bfloat16 on raw bits held in the low half of an {@code int} (spec/10, 1.4). Arithmetic rounds
 * once to nearest, ties to even, and writes the canonical NaN.
 */
public final class BFloat16 {
  /** Bits of the canonical NaN. */
  public static final int CANONICAL_NAN = 0x7FC0;

  /** Bits of +infinity. */
  public static final int INFINITY = 0x7F80;

  /** Bits of the largest finite value. */
  public static final int MAX_FINITE = 0x7F7F;

  /** The NaN that is below everything. */
  private static final int LOWEST = 0xFFFF;

  private BFloat16() {}

  /** The value of the pattern, exact; a NaN stays a NaN. */
  public static float decode(int bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** The nearest value, ties to even; overflow is infinite, NaN canonical. */
  public static int encode(float value) {
    int bits = Float.floatToIntBits(value);
    return bits + 0x7FFF + (bits >>> 16 & 1) >>> 16;
  }

  /** The nearest value, ties to even, rounded once; overflow is infinite, NaN canonical. */
  public static int encode(double value) {
    return encode(Float32.roundToOdd(value));
  }

  /**
   * Rounded once by the given mode.
   *
   * @param saturate SAT of spec/11, 5.3: overflow and infinities become the largest finite value,
   *     NaN becomes +0
   */
  public static int encode(double value, Rounding rounding, boolean saturate) {
    return BinaryEncoder.encode(
        value, rounding, saturate, 7, 127, 0x8000, MAX_FINITE, INFINITY, CANONICAL_NAN);
  }

  /** The SAT rule of spec/11, 5.3 on a rounded value: infinities become finite, NaN becomes +0. */
  public static int saturate(int bits) {
    int magnitude = bits & 0x7FFF;
    if (magnitude < INFINITY) {
      return bits;
    }
    return magnitude == INFINITY ? bits - 1 : 0;
  }

  /** Sum. */
  public static int add(int a, int b) {
    return encode(decode(a) + decode(b));
  }

  /**
   * {@code a * b + c} with one rounding: exact product in double, sum rounded to odd, then to the
   * format.
   */
  public static int fma(int a, int b, int c) {
    return encode(Float32.sumToOdd((double) decode(a) * decode(b), decode(c)));
  }

  /** Larger operand; NaN when either is NaN; +0 above -0. */
  public static int max(int a, int b) {
    return HalfOrder.pattern(
        Math.max(
            HalfOrder.number(isNaN(a) ? CANONICAL_NAN : a),
            HalfOrder.number(isNaN(b) ? CANONICAL_NAN : b)));
  }

  /** Smaller operand; NaN when either is NaN; -0 below +0. */
  public static int min(int a, int b) {
    int smaller =
        HalfOrder.pattern(
            Math.min(
                HalfOrder.number(isNaN(a) ? LOWEST : a), HalfOrder.number(isNaN(b) ? LOWEST : b)));
    return smaller == LOWEST ? CANONICAL_NAN : smaller;
  }

  /** True if the pattern is a NaN. */
  public static boolean isNaN(int bits) {
    return (bits & 0x7FFF) > INFINITY;
  }
}
