package org.ptoc.vector;

import java.math.BigInteger;

/**
 * An exact number {@code mantissa * 2^exponent}: the plain arithmetic that results are rounded
 * from.
 */
record Dyadic(BigInteger mantissa, int exponent) {
  static final Dyadic ZERO = new Dyadic(BigInteger.ZERO, 0);

  static Dyadic of(BigInteger value) {
    return new Dyadic(value, 0);
  }

  /** The exact value of a finite double. */
  static Dyadic of(double value) {
    if (value == 0) {
      return ZERO;
    }
    long bits = Double.doubleToRawLongBits(value);
    int biased = (int) (bits >>> 52) & 0x7FF;
    long fraction = bits & (1L << 52) - 1;
    long mantissa = biased == 0 ? fraction : fraction | 1L << 52;
    return new Dyadic(
        BigInteger.valueOf(bits < 0 ? -mantissa : mantissa), Math.max(biased, 1) - 1075);
  }

  Dyadic plus(Dyadic other) {
    int low = Math.min(exponent, other.exponent);
    return new Dyadic(
        mantissa.shiftLeft(exponent - low).add(other.mantissa.shiftLeft(other.exponent - low)),
        low);
  }

  Dyadic negate() {
    return new Dyadic(mantissa.negate(), exponent);
  }

  Dyadic times(Dyadic other) {
    return new Dyadic(mantissa.multiply(other.mantissa), exponent + other.exponent);
  }

  int signum() {
    return mantissa.signum();
  }

  /**
   * The integer part toward minus infinity of {@code |this| * 2^-shift}, rounded by a mode letter
   * of spec/11, 5.2.
   */
  static BigInteger round(BigInteger magnitude, int shift, boolean negative, char mode) {
    if (shift <= 0) {
      return magnitude.shiftLeft(-shift);
    }
    BigInteger whole = magnitude.shiftRight(shift);
    BigInteger rest = magnitude.subtract(whole.shiftLeft(shift));
    if (rest.signum() == 0) {
      return whole;
    }
    int half = rest.compareTo(BigInteger.ONE.shiftLeft(shift - 1));
    boolean up =
        switch (mode) {
          case 'R' -> half > 0 || half == 0 && whole.testBit(0);
          case 'A' -> half >= 0;
          case 'H' -> half > 0;
          case 'F' -> negative;
          case 'C' -> !negative;
          case 'Z' -> false;
          case 'O' -> !whole.testBit(0);
          default -> throw new IllegalArgumentException("no rounding mode " + mode);
        };
    return up ? whole.add(BigInteger.ONE) : whole;
  }

  /** The integer nearest by the mode. */
  BigInteger toInteger(char mode) {
    BigInteger rounded = round(mantissa.abs(), -exponent, signum() < 0, mode);
    return signum() < 0 ? rounded.negate() : rounded;
  }
}
