package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float32;

/**
 * Functions that are right for every float format when the operands are decoded and the result is
 * rounded to the format: 24 bits are at least twice those of the 16-bit formats plus 2, so that
 * rounding a second time cannot change the result. The power of a difference is rounded twice by
 * definition (spec/10, pto.vexpdif).
 */
public final class FloatFunctions {
  private FloatFunctions() {}

  public static float add(float x, float y) {
    return x + y;
  }

  public static float sub(float x, float y) {
    return x - y;
  }

  public static float mul(float x, float y) {
    return x * y;
  }

  public static float div(float x, float y) {
    return x / y;
  }

  public static float sqrt(float x) {
    return (float) Math.sqrt(x);
  }

  public static float reciprocal(float x) {
    return 1 / x;
  }

  public static float expDifference(float x, float y) {
    return Float32.exp(x - y);
  }

  public static boolean ge(float x, float y) {
    return x >= y;
  }

  public static boolean gt(float x, float y) {
    return x > y;
  }

  public static boolean le(float x, float y) {
    return x <= y;
  }

  public static boolean lt(float x, float y) {
    return x < y;
  }

  public static boolean eq(float x, float y) {
    return x == y;
  }

  public static boolean ne(float x, float y) {
    return x != y;
  }
}
