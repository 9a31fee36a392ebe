package org.ptoc.emulator.lane;

/** Integers of 64 bits; results wrap (spec/10, 1.5). */
public final class LongFunctions {
  private LongFunctions() {}

  public static long add(long a, long b) {
    return a + b;
  }

  public static long sub(long a, long b) {
    return a - b;
  }

  public static long mul(long a, long b) {
    return a * b;
  }

  public static long fma(long a, long b, long c) {
    return a * b + c;
  }

  public static long neg(long a) {
    return -a;
  }

  public static long abs(long x) {
    return Math.abs(x);
  }

  public static long max(long x, long y) {
    return Math.max(x, y);
  }

  public static long min(long x, long y) {
    return Math.min(x, y);
  }

  public static long shl(long a, long n) {
    return Long.compareUnsigned(n, Long.SIZE) < 0 ? a << n : 0;
  }

  public static long shr(long x, long n) {
    return x >> (Long.compareUnsigned(n, Long.SIZE) < 0 ? n : Long.SIZE - 1);
  }

  public static boolean ge(long x, long y) {
    return x >= y;
  }

  public static boolean gt(long x, long y) {
    return x > y;
  }

  public static boolean le(long x, long y) {
    return x <= y;
  }

  public static boolean lt(long x, long y) {
    return x < y;
  }

  public static boolean eq(long x, long y) {
    return x == y;
  }

  public static boolean ne(long x, long y) {
    return x != y;
  }

  public static long populationCount(long bits) {
    return Long.bitCount(bits);
  }

  public static long leadingSignCount(long signed) {
    return Long.numberOfLeadingZeros(signed < 0 ? ~signed : signed) - 1L;
  }
}
