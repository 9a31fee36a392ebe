package org.ptoc.emulator.numeric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Integer conversions in unbounded arithmetic. */
public final class ReferenceInteger {
  private ReferenceInteger() {}

  /** A float as an integer of {@code bits} bits (spec/11, 5.3). */
  public static long fromFloat(
      double value, Rounding rounding, boolean saturate, int bits, boolean signed) {
    if (Double.isNaN(value)) {
      return 0;
    }
    BigInteger whole =
        Double.isInfinite(value)
            ? BigInteger.TWO.pow(2000).multiply(BigInteger.valueOf(value > 0 ? 1 : -1))
            : round(new BigDecimal(value), rounding);
    if (saturate) {
      return clamp(BigInteger.valueOf(clamp(whole, 64, true)), bits, signed);
    }
    return cut(BigInteger.valueOf(clamp(whole, bits == 64 ? 64 : 32, true)), bits, signed);
  }

  /** The integral neighbour that a mode chooses. */
  public static BigInteger round(BigDecimal value, Rounding rounding) {
    RoundingMode mode =
        switch (rounding) {
          case NEAREST_EVEN -> RoundingMode.HALF_EVEN;
          case NEAREST_AWAY -> RoundingMode.HALF_UP;
          case NEAREST_TO_ZERO -> RoundingMode.HALF_DOWN;
          case DOWN -> RoundingMode.FLOOR;
          case UP -> RoundingMode.CEILING;
          case TO_ZERO, TO_ODD -> RoundingMode.DOWN;
        };
    BigInteger whole = value.setScale(0, mode).toBigInteger();
    boolean inexact = new BigDecimal(whole).compareTo(value) != 0;
    boolean step = rounding == Rounding.TO_ODD && inexact && !whole.testBit(0);
    return step ? whole.add(BigInteger.valueOf(value.signum())) : whole;
  }

  /** The nearest value in the range of a type. */
  public static long clamp(BigInteger value, int bits, boolean signed) {
    BigInteger max = BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
    BigInteger min = signed ? max.negate().subtract(BigInteger.ONE) : BigInteger.ZERO;
    return value.max(min).min(max).longValue();
  }

  /** The low bits as a value of a type. */
  public static long cut(BigInteger value, int bits, boolean signed) {
    BigInteger modulus = BigInteger.TWO.pow(bits);
    BigInteger low = value.mod(modulus);
    return (signed && low.testBit(bits - 1) ? low.subtract(modulus) : low).longValue();
  }

  /** Bits of the binary32 neighbour that a mode chooses. */
  public static int toBinary32(BigInteger value, Rounding rounding) {
    float nearest = value.floatValue();
    BigDecimal exact = new BigDecimal(value);
    int side = new BigDecimal(nearest).compareTo(exact);
    float low = side <= 0 ? nearest : Math.nextDown(nearest);
    float high = side >= 0 ? nearest : Math.nextUp(nearest);
    boolean lowIsOdd = (Float.floatToRawIntBits(low) & 1) != 0;
    int nearer =
        exact.subtract(new BigDecimal(low)).compareTo(new BigDecimal(high).subtract(exact));
    float chosen =
        switch (rounding) {
          case NEAREST_EVEN -> nearest;
          case NEAREST_AWAY -> nearer < 0 || nearer == 0 && value.signum() < 0 ? low : high;
          case NEAREST_TO_ZERO -> nearer < 0 || nearer == 0 && value.signum() > 0 ? low : high;
          case DOWN -> low;
          case UP -> high;
          case TO_ZERO -> value.signum() < 0 ? high : low;
          case TO_ODD -> side == 0 || lowIsOdd ? low : high;
        };
    return Float.floatToRawIntBits(chosen);
  }
}
