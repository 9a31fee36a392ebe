package org.ptoc.emulator.numeric;

/** Floats to integers and integers to narrower integers (spec/11, 5.2 and 5.3). */
public final class Integers {
  private Integers() {}

  /**
   * Rounds to an integral value; the sign is kept, so that -0.5 toward zero is -0 (spec/11,
   * pto.vtrc).
   */
  public static double roundToIntegral(double value, Rounding rounding) {
    return switch (rounding) {
      case NEAREST_EVEN -> Math.rint(value);
      case DOWN -> Math.floor(value);
      case UP -> Math.ceil(value);
      case TO_ZERO -> truncate(value);
      case NEAREST_AWAY -> {
        double whole = truncate(value);
        yield Math.abs(value - whole) >= 0.5 ? whole + Math.copySign(1, value) : whole;
      }
      case NEAREST_TO_ZERO -> {
        double whole = truncate(value);
        yield Math.abs(value - whole) > 0.5 ? whole + Math.copySign(1, value) : whole;
      }
      case TO_ODD -> {
        double whole = truncate(value);
        boolean even = truncate(whole / 2) * 2 == whole;
        yield value != whole && value == value && even ? whole + Math.copySign(1, value) : whole;
      }
    };
  }

  /** Rounds the first {@code count} values in place. */
  public static void roundToIntegral(double[] values, int count, Rounding rounding) {
    if (rounding == Rounding.NEAREST_EVEN) {
      for (int i = 0; i < count; i++) {
        values[i] = Math.rint(values[i]);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      values[i] = roundToIntegral(values[i], rounding);
    }
  }

  private static double truncate(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** Clamps a signed 64-bit number to the range of an integer type. */
  public static long clamp(long value, int bits, boolean signed) {
    if (bits == 64) {
      return signed ? value : Math.max(value, 0);
    }
    long max = signed ? (1L << bits - 1) - 1 : (1L << bits) - 1;
    long min = signed ? -max - 1 : 0;
    return Math.max(min, Math.min(max, value));
  }
}
