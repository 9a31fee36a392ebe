package org.ptoc.emulator.lane;

/** Where unsigned integers of 64 bits differ from {@link LongFunctions}. */
public final class UnsignedLongFunctions {
  private UnsignedLongFunctions() {}

  public static long abs(long a) {
    return a;
  }

  public static long max(long x, long y) {
    return Long.compareUnsigned(x, y) >= 0 ? x : y;
  }

  public static long min(long x, long y) {
    return Long.compareUnsigned(x, y) <= 0 ? x : y;
  }

  public static long shr(long x, long n) {
    return Long.compareUnsigned(n, Long.SIZE) < 0 ? x >>> n : 0;
  }

  public static boolean ge(long x, long y) {
    return Long.compareUnsigned(x, y) >= 0;
  }

  public static boolean gt(long x, long y) {
    return Long.compareUnsigned(x, y) > 0;
  }

  public static boolean le(long x, long y) {
    return Long.compareUnsigned(x, y) <= 0;
  }

  public static boolean lt(long x, long y) {
    return Long.compareUnsigned(x, y) < 0;
  }
}
