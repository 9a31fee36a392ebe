package org.ptoc.emulator.numeric;

/**
 * The order of scores in the sort instructions as an integer (spec/10, 10): a NaN with a set sign
 * below -infinity, then the finite values with -0 and +0 equal, +infinity, and a NaN without sign
 * on top. Payloads of NaN do not count. {@code rank(a) < rank(b)} as signed integers exactly when
 * {@code a} is ordered below {@code b}.
 */
public final class SortKey {
  private static final int NAN_RANK_32 = 0x7F800001;
  private static final int NAN_RANK_16 = 0x7C01;

  private SortKey() {}

  /** Rank of binary32 bits, in -0x7F800001 .. 0x7F800001. */
  public static int rank32(int bits) {
    int magnitude = Math.min(bits & 0x7FFFFFFF, NAN_RANK_32);
    int sign = bits >> 31;
    return (magnitude ^ sign) - sign;
  }

  /** Rank of binary16 bits, in -0x7C01 .. 0x7C01. */
  public static int rank16(int bits) {
    int magnitude = Math.min(bits & 0x7FFF, NAN_RANK_16);
    int sign = bits << 16 >> 31;
    return (magnitude ^ sign) - sign;
  }
}
