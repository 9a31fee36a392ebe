package org.ptoc.emulator.numeric;

import java.math.BigDecimal;

/**
 * A slow model of a small binary format: the sorted table of its non-negative values, one step
 * beyond the largest finite one included, searched with exact decimal arithmetic.
 */
public final class ReferenceFormat {
  public static final ReferenceFormat BINARY16 = new ReferenceFormat(5, 10, 0x7BFF, 0x7C00, 0x7E00);
  public static final ReferenceFormat BFLOAT16 = new ReferenceFormat(8, 7, 0x7F7F, 0x7F80, 0x7FC0);
  public static final ReferenceFormat E4M3 = new ReferenceFormat(4, 3, 0x7E, 0x7F, 0x7F);
  public static final ReferenceFormat E5M2 = new ReferenceFormat(5, 2, 0x7B, 0x7C, 0x7E);

  final double[] values;
  final int signBit;
  final int maxFinite;
  final int infinity;
  public final int nan;

  private ReferenceFormat(
      int exponentBits, int fractionBits, int maxFinite, int infinity, int nan) {
    this.signBit = 1 << exponentBits + fractionBits;
    this.maxFinite = maxFinite;
    this.infinity = infinity;
    this.nan = nan;
    this.values = new double[maxFinite + 2];
    int bias = (1 << exponentBits - 1) - 1;
    for (int pattern = 0; pattern < values.length; pattern++) {
      int exponent = pattern >> fractionBits;
      double fraction = (pattern & (1 << fractionBits) - 1) / (double) (1 << fractionBits);
      values[pattern] =
          exponent == 0
              ? fraction * Math.pow(2, 1 - bias)
              : (1 + fraction) * Math.pow(2, exponent - bias);
    }
  }

  public double decode(int pattern) {
    int magnitude = pattern & signBit - 1;
    double value;
    if (magnitude <= maxFinite) {
      value = values[magnitude];
    } else {
      value = magnitude == infinity && infinity != nan ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    return (pattern & signBit) == 0 ? value : -value;
  }

  public int encode(double value, Rounding rounding, boolean saturate) {
    if (Double.isNaN(value)) {
      return saturate ? 0 : nan;
    }
    boolean negative = 1 / value < 0;
    if (Double.isInfinite(value)) {
      negative = value < 0;
      return (negative ? signBit : 0) + (saturate ? maxFinite : infinity);
    }
    return encode(new BigDecimal(value), negative, rounding, saturate);
  }

  public int encode(BigDecimal value, boolean negative, Rounding rounding, boolean saturate) {
    int sign = negative ? signBit : 0;
    BigDecimal magnitude = value.abs();
    BigDecimal beyond = new BigDecimal(values[maxFinite + 1]);
    if (magnitude.compareTo(beyond) >= 0) {
      return sign + overflow(negative, rounding, saturate);
    }
    int low = 0;
    int high = maxFinite + 1;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (magnitude.compareTo(new BigDecimal(values[middle])) >= 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    int chosen = choose(magnitude, low, negative, rounding);
    return sign + (chosen > maxFinite ? overflow(negative, rounding, saturate) : chosen);
  }

  private int choose(BigDecimal magnitude, int low, boolean negative, Rounding rounding) {
    BigDecimal below = magnitude.subtract(new BigDecimal(values[low]));
    if (below.signum() == 0) {
      return low;
    }
    int nearer = below.compareTo(new BigDecimal(values[low + 1]).subtract(magnitude));
    int even = low % 2 == 0 ? low : low + 1;
    int odd = low % 2 == 0 ? low + 1 : low;
    return switch (rounding) {
      case NEAREST_EVEN -> nearer < 0 ? low : nearer > 0 ? low + 1 : even;
      case NEAREST_AWAY -> nearer < 0 ? low : low + 1;
      case NEAREST_TO_ZERO -> nearer <= 0 ? low : low + 1;
      case DOWN -> negative ? low + 1 : low;
      case UP -> negative ? low : low + 1;
      case TO_ZERO -> low;
      case TO_ODD -> odd;
    };
  }

  private int overflow(boolean negative, Rounding rounding, boolean saturate) {
    boolean finite =
        switch (rounding) {
          case NEAREST_EVEN, NEAREST_AWAY, NEAREST_TO_ZERO -> false;
          case TO_ZERO, TO_ODD -> true;
          case DOWN -> !negative;
          case UP -> negative;
        };
    return saturate || finite ? maxFinite : infinity;
  }
}
