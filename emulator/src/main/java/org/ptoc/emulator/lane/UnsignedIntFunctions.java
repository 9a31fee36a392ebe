package org.ptoc.emulator.lane;

/**
 * Where unsigned integers of 32 bits differ from {@link IntFunctions}; narrower ones fit into an
 * {@code int}.
 */
public final class UnsignedIntFunctions {
  private UnsignedIntFunctions() {}

  public static int abs(int a) {
    return a;
  }

  public static int mulHigh(int x, int y) {
    return (int) (Integer.toUnsignedLong(x) * Integer.toUnsignedLong(y) >>> Integer.SIZE);
  }

  public static int max(int x, int y) {
    return Integer.compareUnsigned(x, y) >= 0 ? x : y;
  }

  public static int min(int x, int y) {
    return Integer.compareUnsigned(x, y) <= 0 ? x : y;
  }

  public static int shr(int x, int n) {
    return Integer.compareUnsigned(n, Integer.SIZE) < 0 ? x >>> n : 0;
  }

  public static int shrRounded(int x, int n) {
    return (int) IntFunctions.roundedShift(Integer.toUnsignedLong(x), n);
  }

  public static boolean ge(int x, int y) {
    return Integer.compareUnsigned(x, y) >= 0;
  }

  public static boolean gt(int x, int y) {
    return Integer.compareUnsigned(x, y) > 0;
  }

  public static boolean le(int x, int y) {
    return Integer.compareUnsigned(x, y) <= 0;
  }

  public static boolean lt(int x, int y) {
    return Integer.compareUnsigned(x, y) < 0;
  }
}
