package org.ptoc.vector;

import java.math.BigInteger;
import org.ptoc.ir.type.ElementType;

/**
 * A binary floating-point format, written from its definition.
 *
 * @param width bits
 * @param precision significant bits with the hidden one
 * @param greatest largest exponent of a finite number
 * @param hasInfinity false for the format whose top encodings are numbers and one NaN
 */
record FloatFormat(int width, int precision, int greatest, boolean hasInfinity) {
  static FloatFormat of(ElementType type) {
    return switch (type) {
      case F16 -> new FloatFormat(16, 11, 15, true);
      case BF16 -> new FloatFormat(16, 8, 127, true);
      case F32 -> new FloatFormat(32, 24, 127, true);
      case F8E5M2 -> new FloatFormat(8, 3, 15, true);
      case F8E4M3FN -> new FloatFormat(8, 4, 8, false);
      default -> throw new IllegalArgumentException("no float " + type);
    };
  }

  private int exponentBits() {
    return width - precision;
  }

  private int bias() {
    return (1 << exponentBits() - 1) - 1;
  }

  private int least() {
    return 1 - bias();
  }

  long sign(boolean negative) {
    return negative ? 1L << width - 1 : 0;
  }

  long infinity(boolean negative) {
    return sign(negative) | ((1L << exponentBits()) - 1) << precision - 1;
  }

  long nan() {
    return hasInfinity ? infinity(false) | 1L << precision - 2 : (1L << width - 1) - 1;
  }

  long largest(boolean negative) {
    return hasInfinity ? infinity(negative) - 1 : sign(negative) | (1L << width - 1) - 2;
  }

  /** The value of an encoding; exact. */
  double value(long bits) {
    boolean negative = (bits >>> width - 1 & 1) != 0;
    int exponent = (int) (bits >>> precision - 1) & (1 << exponentBits()) - 1;
    long fraction = bits & (1L << precision - 1) - 1;
    double magnitude;
    if (hasInfinity && exponent == (1 << exponentBits()) - 1) {
      magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (!hasInfinity && (bits & (1L << width - 1) - 1) == (1L << width - 1) - 1) {
      magnitude = Double.NaN;
    } else {
      long mantissa = exponent == 0 ? fraction : fraction | 1L << precision - 1;
      magnitude = Math.scalb((double) mantissa, Math.max(exponent, 1) - bias() - precision + 1);
    }
    return negative ? -magnitude : magnitude;
  }

  /** What becomes of a number beyond the largest one. */
  enum Overflow {
    /**
     * IEEE: infinity where the mode rounds away from zero, else the largest number; the NaN without
     * infinity.
     */
    IEEE,
    /** The largest number. */
    SATURATE
  }

  /** The encoding of an exact number, rounded once; the sign of a zero is given. */
  long encode(Dyadic value, boolean negativeZero, char mode, Overflow overflow) {
    if (value.signum() == 0) {
      return sign(negativeZero);
    }
    boolean negative = value.signum() < 0;
    BigInteger magnitude = value.mantissa().abs();
    int top = value.exponent() + magnitude.bitLength() - 1;
    int unit = Math.max(top, least()) - precision + 1;
    long mantissa =
        Dyadic.round(magnitude, unit - value.exponent(), negative, mode).longValueExact();
    if (mantissa >>> precision != 0) {
      mantissa >>>= 1;
      unit++;
    }
    int exponent = unit + precision - 1;
    boolean beyond =
        exponent > greatest
            || !hasInfinity && exponent == greatest && mantissa == (1L << precision) - 1;
    if (beyond) {
      boolean away =
          "RAH".indexOf(mode) >= 0 || mode == 'F' && negative || mode == 'C' && !negative;
      if (overflow == Overflow.SATURATE || !away) {
        return largest(negative);
      }
      return hasInfinity ? infinity(negative) : nan() | sign(negative);
    }
    long biased = mantissa >>> precision - 1 == 0 ? 0 : exponent + bias();
    return sign(negative) | biased << precision - 1 | mantissa & (1L << precision - 1) - 1;
  }

  /** The encoding of a double, rounded once to nearest even; NaN becomes the canonical one. */
  long encode(double value) {
    if (Double.isNaN(value)) {
      return nan();
    }
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    if (Double.isInfinite(value)) {
      return infinity(negative);
    }
    return encode(Dyadic.of(value), negative, 'R', Overflow.IEEE);
  }
}
