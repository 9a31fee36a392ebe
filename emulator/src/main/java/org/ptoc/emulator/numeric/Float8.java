package org.ptoc.emulator.numeric;

/**
 * The two public 8-bit formats, on raw bits in the low byte of an {@code int} (spec/11, 5.3):
 * E4M3FN, which has no infinity and one NaN per sign, and E5M2, which follows IEEE 754.
 */
public final class Float8 {
  /** Bits of the largest finite E4M3FN value, 448. */
  public static final int E4M3_MAX_FINITE = 0x7E;

  /** Bits of the E4M3FN NaN; with the sign in front it also stands for overflow. */
  public static final int E4M3_NAN = 0x7F;

  /** Bits of the largest finite E5M2 value, 57344. */
  public static final int E5M2_MAX_FINITE = 0x7B;

  /** Bits of E5M2 infinity. */
  public static final int E5M2_INFINITY = 0x7C;

  /** Bits of the canonical E5M2 NaN. */
  public static final int E5M2_NAN = 0x7E;

  private Float8() {}

  /** The value of an E4M3FN pattern, exact. */
  public static float decodeE4M3(int bits) {
    int magnitude = bits & 0x7F;
    if (magnitude == E4M3_NAN) {
      return Float.NaN;
    }
    // Placed as a binary32 subnormal or normal whose exponent is too small by the difference of the
    // biases.
    float value = Float.intBitsToFloat(magnitude << 20) * 0x1p120f;
    return (bits & 0x80) == 0 ? value : -value;
  }

  /** The value of an E5M2 pattern, exact; it is the upper half of a binary16 pattern. */
  public static float decodeE5M2(int bits) {
    return Float.float16ToFloat((short) (bits << 8));
  }

  /**
   * E4M3FN, rounded once. Without saturation overflow and infinities give the NaN with their sign.
   */
  public static int encodeE4M3(double value, Rounding rounding, boolean saturate) {
    return BinaryEncoder.encode(
        value, rounding, saturate, 3, 7, 0x80, E4M3_MAX_FINITE, E4M3_NAN, E4M3_NAN);
  }

  /** E5M2, rounded once; saturation as in {@link Float16#encode(double, Rounding, boolean)}. */
  public static int encodeE5M2(double value, Rounding rounding, boolean saturate) {
    return BinaryEncoder.encode(
        value, rounding, saturate, 2, 15, 0x80, E5M2_MAX_FINITE, E5M2_INFINITY, E5M2_NAN);
  }
}
