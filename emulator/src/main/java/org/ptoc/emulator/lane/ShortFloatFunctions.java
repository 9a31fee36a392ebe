package org.ptoc.emulator.lane;

/** Functions of the bits of floats of 16 bits. */
public final class ShortFloatFunctions {
  private static final int SIGN = 0x8000;

  private ShortFloatFunctions() {}

  public static int abs(int a) {
    return a & ~SIGN;
  }

  public static int neg(int a) {
    return a ^ SIGN;
  }
}
