package org.ptoc.junit;

import org.ptoc.tools.data.DataFormat;

/**
 * How far an element is from what was expected.
 *
 * @param format format of both
 * @param actual its bits, zero-extended
 * @param expected the bits it should have, zero-extended
 */
record Difference(DataFormat format, long actual, long expected) {

  /** True when the values are at most so many units in the last place apart. */
  boolean isWithin(long tolerance) {
    if (actual == expected) {
      return true;
    }
    if (!Elements.isFloat(format)) {
      return false;
    }
    double got = format.toDouble(actual);
    double wanted = format.toDouble(expected);
    if (Double.isNaN(got) || Double.isNaN(wanted)) {
      return Double.isNaN(got) && Double.isNaN(wanted);
    }
    boolean infinite = Double.isInfinite(got) || Double.isInfinite(wanted);
    return infinite ? got == wanted : distance() <= tolerance;
  }

  /** Steps from one to the other along the values of a float format; both zeros are one value. */
  private long distance() {
    return Math.abs(rank(actual) - rank(expected));
  }

  private long rank(long bits) {
    long sign = 1L << format.bits() - 1;
    long magnitude = bits & sign - 1;
    return (bits & sign) != 0 ? -magnitude : magnitude;
  }

  private boolean isNumber(long bits) {
    return !Double.isNaN(format.toDouble(bits));
  }

  @Override
  public String toString() {
    String values = "got " + format.show(actual) + ", expected " + format.show(expected);
    return Elements.isFloat(format) && isNumber(actual) && isNumber(expected)
        ? values + " (" + distance() + " ULP)"
        : values;
  }
}
