package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float32;

/** Functions of f32 beside {@link FloatFunctions}. */
public final class SingleFunctions {
  private static final int SIGN = 0x8000_0000;
  private static final int INFINITY = 0x7F80_0000;

  private SingleFunctions() {}

  public static int abs(int a) {
    return a & ~SIGN;
  }

  public static int neg(int a) {
    return a ^ SIGN;
  }

  /** A NaN is above everything, +0 above -0. */
  public static int max(int a, int b) {
    float x = Float.intBitsToFloat(a);
    float y = Float.intBitsToFloat(b);
    int value = x > y ? a : b;
    if (!(x > y || x < y)) {
      value = x == y ? a & b : Float32.CANONICAL_NAN; // Equal bits, or zeros that differ in sign.
    }
    return value;
  }

  /** A NaN is below everything, -0 below +0. */
  public static int min(int a, int b) {
    float x = Float.intBitsToFloat(a);
    float y = Float.intBitsToFloat(b);
    int value = x < y ? a : b;
    if (!(x > y || x < y)) {
      value = x == y ? a | b : Float32.CANONICAL_NAN; // Equal bits, or zeros that differ in sign.
    }
    return value;
  }

  /** The maximum with +0: as integers, numbers of either sign compare with +0 as they do here. */
  public static int rectify(int a) {
    return Math.max((a & ~SIGN) > INFINITY ? Float32.CANONICAL_NAN : a, 0);
  }

  public static float exp(float x) {
    return Float32.exp(x);
  }

  public static float ln(float x) {
    return Float32.ln(x);
  }

  public static float rsqrt(float x) {
    return (float) (1 / Math.sqrt(x));
  }

  public static float fma(float x, float y, float z) {
    return Math.fma(x, y, z);
  }
}
