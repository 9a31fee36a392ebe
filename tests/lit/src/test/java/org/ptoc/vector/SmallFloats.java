package org.ptoc.vector;

import org.ptoc.ir.type.ElementType;

/**
 * HiF8 and the 4-bit floats from the text of spec/60, 1.5: values by the digits of a pattern,
 * patterns by a search among all values.
 */
final class SmallFloats {
  private static final double[] E2M1 = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  private static final String[] PREFIXES = {"11", "10", "01", "001", "0001"};

  private SmallFloats() {}

  static boolean has(ElementType type) {
    return type == ElementType.HIF8 || type.kind() == ElementType.Kind.PACKED;
  }

  /** The value of a pattern, of 4 bits for the packed formats. */
  static double value(ElementType type, int bits) {
    if (type == ElementType.HIF8) {
      return hif8(bits);
    }
    double magnitude = type == ElementType.F4E2M1X2 ? E2M1[bits & 7] : (bits & 7) * 0.25;
    return (bits & 8) != 0 ? -magnitude : magnitude;
  }

  private static double hif8(int bits) {
    if (bits == 0x80) {
      return Double.NaN;
    }
    double sign = (bits & 0x80) != 0 ? -1 : 1;
    if ((bits & 0x7F) == 0x6F) {
      return sign * Double.POSITIVE_INFINITY;
    }
    String digits = Integer.toBinaryString(bits & 0x7F | 0x80).substring(1);
    if (digits.startsWith("0000")) {
      int step = Integer.parseInt(digits.substring(4), 2);
      return step == 0 ? 0 : sign * Math.pow(2, step - 23);
    }
    for (int i = 0; i < PREFIXES.length; i++) {
      if (digits.startsWith(PREFIXES[i])) {
        int width = Math.max(0, 4 - i);
        String rest = digits.substring(PREFIXES[i].length());
        String field = rest.substring(0, width);
        String fraction = rest.substring(width);
        int exponent = width == 0 ? 0 : Integer.parseInt("1" + field.substring(1), 2);
        double power = Math.pow(2, field.startsWith("1") ? -exponent : exponent);
        double part = Integer.parseInt(fraction, 2) / Math.pow(2, fraction.length());
        return sign * (1 + part) * power;
      }
    }
    throw new IllegalArgumentException(digits);
  }

  /** The pattern of a number; H into HiF8 is the plain rounding to nearest even (spec/60, 3.8). */
  static int pattern(ElementType type, double value, char mode, boolean saturate) {
    boolean small = type != ElementType.HIF8;
    if (Double.isNaN(value)) {
      return small || saturate ? 0 : 0x80;
    }
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    int sign = negative ? small ? 8 : 0x80 : 0;
    double magnitude = Math.abs(value);
    int lower = 0;
    int upper = -1;
    int largest = 0;
    for (int each = 0; each < (small ? 8 : 0x80); each++) {
      double number = value(type, each);
      if (Double.isInfinite(number)) {
        continue;
      }
      largest = number > value(type, largest) ? each : largest;
      lower = number <= magnitude && number > value(type, lower) ? each : lower;
      upper = number >= magnitude && (upper < 0 || number < value(type, upper)) ? each : upper;
    }
    int overflow = small || saturate ? largest : 0x6F;
    if (Double.isInfinite(value)) {
      return overflow | sign;
    }
    double below = value(type, lower);
    if (below == magnitude) {
      return small || lower != 0 ? lower | sign : 0;
    }
    double above = upper >= 0 ? value(type, upper) : small ? Double.POSITIVE_INFINITY : 49152;
    double middle = (below + above) / 2;
    boolean up =
        switch (mode) {
          case 'A' -> magnitude >= middle;
          case 'F' -> negative;
          case 'C' -> !negative;
          case 'Z' -> false;
          default -> magnitude > middle || magnitude == middle && lower % 2 != 0;
        };
    int chosen = !up ? lower : upper >= 0 ? upper : overflow;
    return chosen == 0 && !small ? 0 : chosen | sign;
  }
}
