package org.ptoc.tools.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text, computed in integers so that every machine writes the same. */
final class Numbers {
  private Numbers() {}

  /** {@code 12.5} for 25 and 2; rounded half up; 0 when there is nothing to divide by. */
  static String ratio(long part, long whole) {
    long tenths = whole == 0 ? 0 : Math.floorDiv(20 * part + whole, 2 * whole);
    return tenths / 10 + "." + tenths % 10;
  }

  /** {@code 12.5 %} for 1 and 8. */
  static String percent(long part, long whole) {
    return ratio(100 * part, whole) + " %";
  }

  /** A part of a whole from 0 to 1, with four digits. */
  static BigDecimal fraction(long part, long whole) {
    return BigDecimal.valueOf(part)
        .divide(BigDecimal.valueOf(Math.max(1, whole)), 4, RoundingMode.HALF_UP);
  }

  /** {@code text} filled up on the left. */
  static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  static String right(long value, int width) {
    return right(Long.toString(value), width);
  }

  /** {@code text} filled up on the right. */
  static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
