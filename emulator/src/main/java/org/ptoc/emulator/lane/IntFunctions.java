package org.ptoc.emulator.lane;

/** Integers of up to 32 bits, held in an {@code int}; results wrap (spec/10, 1.5). */
public final class IntFunctions {
  private IntFunctions() {}

  public static int add(int a, int b) {
    return a + b;
  }

  public static int sub(int a, int b) {
    return a - b;
  }

  public static int mul(int a, int b) {
    return a * b;
  }

  public static int mulHigh(int x, int y, int width) {
    return (int) ((long) x * y >> width);
  }

  public static int fma(int a, int b, int c) {
    return a * b + c;
  }

  public static int neg(int a) {
    return -a;
  }

  public static int abs(int x) {
    return Math.abs(x);
  }

  public static int max(int x, int y) {
    return Math.max(x, y);
  }

  public static int min(int x, int y) {
    return Math.min(x, y);
  }

  /** Bits that a narrow lane has lost by a count of its width or more are above the lane. */
  public static int shl(int a, int n) {
    return Integer.compareUnsigned(n, Integer.SIZE) < 0 ? a << n : 0;
  }

  /** A count of the width of a narrow lane or more shifts copies of its sign in, or zeros. */
  public static int shr(int x, int n) {
    return x >> (Integer.compareUnsigned(n, Integer.SIZE) < 0 ? n : Integer.SIZE - 1);
  }

  /** Counts beyond 33 do no more than that one. */
  public static int shrRounded(int x, int n) {
    return (int) roundedShift(x, n);
  }

  static long roundedShift(long value, int n) {
    int count = Math.min(n, Integer.SIZE + 1);
    return value + (count == 0 ? 0 : 1L << count - 1) >> count;
  }

  public static boolean ge(int x, int y) {
    return x >= y;
  }

  public static boolean gt(int x, int y) {
    return x > y;
  }

  public static boolean le(int x, int y) {
    return x <= y;
  }

  public static boolean lt(int x, int y) {
    return x < y;
  }

  public static boolean eq(int x, int y) {
    return x == y;
  }

  public static boolean ne(int x, int y) {
    return x != y;
  }

  public static int populationCount(int bits) {
    return Integer.bitCount(bits);
  }

  public static int leadingSignCount(int signed, int width) {
    return Integer.numberOfLeadingZeros(signed < 0 ? ~signed : signed) - (Integer.SIZE - width + 1);
  }
}
