package org.ptoc.emulator.numeric;

/**
 * IEEE binary16 on raw bits held in the low half of an {@code int} (spec/10, 1.4). Arithmetic
 * rounds once to nearest, ties to even, and writes the canonical NaN.
 *
 * <p>Sums, differences, products, quotients and roots go through {@code float}: 24 bits are at
 * least twice 11 plus 2, so that rounding a second time cannot change the result, also where the
 * result is subnormal.
 */
public final class Float16 {
  /** Bits of the canonical NaN. */
  public static final int CANONICAL_NAN = 0x7E00;

  /** Bits of +infinity. */
  public static final int INFINITY = 0x7C00;

  /** Bits of the largest finite value, 65504. */
  public static final int MAX_FINITE = 0x7BFF;

  /** The NaN that is below everything. */
  private static final int LOWEST = 0xFFFF;

  private Float16() {}

  /** The value of the pattern, exact; a NaN stays a NaN. */
  public static float decode(int bits) {
    return Float.float16ToFloat((short) bits);
  }

  /** The nearest value, ties to even; overflow is infinite, NaN canonical. */
  public static int encode(float value) {
    return value == value ? Float.floatToFloat16(value) & 0xFFFF : CANONICAL_NAN;
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
    if (rounding == Rounding.NEAREST_EVEN) {
      int bits = encode(value);
      return saturate ? saturate(bits) : bits;
    }
    return BinaryEncoder.encode(
        value, rounding, saturate, 10, 15, 0x8000, MAX_FINITE, INFINITY, CANONICAL_NAN);
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
   * {@code a * b + c} with one rounding: the product is exact in double, and so is every sum that
   * could tie.
   */
  public static int fma(int a, int b, int c) {
    return encode((double) decode(a) * decode(b) + decode(c));
  }

  /** Reciprocal square root, computed in double and rounded once. */
  public static int rsqrt(int a) {
    return encode(1 / Math.sqrt(decode(a)));
  }

  /**
   * e^a, computed in double and rounded once. Over all 65536 patterns the result is the correctly
   * rounded one (largest error 0.500 units in the last place).
   */
  public static int exp(int a) {
    return encode(StrictMath.exp(decode(a)));
  }

  /**
   * Natural logarithm, computed in double and rounded once. Over all 65536 patterns the result is
   * the correctly rounded one (largest error 0.500 units in the last place).
   */
  public static int ln(int a) {
    return encode(StrictMath.log(decode(a)));
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
