package org.ptoc.emulator.lane;

/** Functions of bit patterns, the same for all element types, of eight bytes at a time. */
public final class BitFunctions {
  private BitFunctions() {}

  public static long and(long a, long b) {
    return a & b;
  }

  public static long or(long a, long b) {
    return a | b;
  }

  public static long xor(long a, long b) {
    return a ^ b;
  }

  public static long not(long a) {
    return ~a;
  }

  /** Lanes of {@code a}, the selector, are all ones or all zeros, as comparisons write them. */
  public static long select(long a, long b, long c) {
    return b & a | c & ~a;
  }
}
