package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Conversions to and between integers against {@link BigDecimal} and {@link BigInteger}. */
class IntegersTest {
  private static final double[] VALUES = {
    0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, -0.49999999999999994, 0.3, -0.7, 126.5, 127.5,
    128, -128.5, -129, 254.5, 255.5, 256, 32767.5, -32768.5, 65535.5, 70000.25, 2147483647.5, -2147483648.5, 3e9, -3e9,
    4294967295.5, 1e18, 9.3e18, -9.3e18, 1e300, -1e300, 4503599627370497.5, Double.MIN_VALUE, -Double.MIN_VALUE,
    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN
  };

  @Test
  void floatsToIntegers() {
    for (double value : VALUES) {
      for (Rounding rounding : Rounding.values()) {
        for (int bits : new int[] {8, 16, 32, 64}) {
          for (boolean signed : new boolean[] {true, false}) {
            for (boolean saturate : new boolean[] {true, false}) {
              assertThat(Integers.fromFloat(value, rounding, saturate, bits, signed))
                  .as("%s %s %s %d %s", value, rounding, saturate, bits, signed)
                  .isEqualTo(expected(value, rounding, saturate, bits, signed));
            }
          }
        }
      }
    }
  }

  @Test
  void infinitiesWithoutSaturationKeepTheLowBits() {
    assertThat(Integers.fromFloat(Double.POSITIVE_INFINITY, Rounding.NEAREST_EVEN, false, 16, true)).isEqualTo(-1);
    assertThat(Integers.fromFloat(Double.NEGATIVE_INFINITY, Rounding.NEAREST_EVEN, false, 16, true)).isZero();
  }

  @Test
  void narrowing() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      for (int bits : new int[] {8, 16, 32}) {
        for (boolean signed : new boolean[] {true, false}) {
          BigInteger exact = BigInteger.valueOf(value);
          assertThat(Integers.narrow(value, true, bits, signed)).isEqualTo(clamp(exact, bits, signed));
          assertThat(Integers.narrow(value, false, bits, signed)).isEqualTo(cut(exact, bits, signed));
        }
      }
    }
  }

  @Test
  void integralRoundingKeepsTheSignOfZero() {
    assertThat(bits(Integers.roundToIntegral(-0.5, Rounding.TO_ZERO))).isEqualTo(bits(-0.0));
    assertThat(bits(Integers.roundToIntegral(-0.5, Rounding.NEAREST_EVEN))).isEqualTo(bits(-0.0));
    assertThat(bits(Integers.roundToIntegral(-0.25, Rounding.NEAREST_AWAY))).isEqualTo(bits(-0.0));
    assertThat(bits(Integers.roundToIntegral(-0.25, Rounding.UP))).isEqualTo(bits(-0.0));
    assertThat(bits(Integers.roundToIntegral(-0.0, Rounding.DOWN))).isEqualTo(bits(-0.0));
    assertThat(bits(Integers.roundToIntegral(0.25, Rounding.DOWN))).isEqualTo(bits(0.0));
    assertThat(Integers.roundToIntegral(Double.NEGATIVE_INFINITY, Rounding.NEAREST_AWAY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Integers.roundToIntegral(Double.NaN, Rounding.TO_ODD)).isNaN();
  }

  @Test
  void integersToBinary32() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      long value = i == 0 ? Long.MIN_VALUE : i == 1 ? Long.MAX_VALUE : random.nextLong() >> random.nextInt(64);
      BigDecimal exact = new BigDecimal(value);
      float nearest = (float) value;
      BigDecimal low = new BigDecimal(nearest).compareTo(exact) <= 0
          ? new BigDecimal(nearest) : new BigDecimal(Math.nextDown(nearest));
      BigDecimal high = new BigDecimal(nearest).compareTo(exact) >= 0
          ? new BigDecimal(nearest) : new BigDecimal(Math.nextUp(nearest));
      assertThat(decode(value, Rounding.NEAREST_EVEN)).isEqualTo(nearest);
      assertThat(decode(value, Rounding.DOWN)).isEqualTo(low.floatValue());
      assertThat(decode(value, Rounding.UP)).isEqualTo(high.floatValue());
      assertThat(decode(value, Rounding.TO_ZERO)).isEqualTo(value < 0 ? high.floatValue() : low.floatValue());
      boolean exactly = low.equals(high);
      boolean lowIsOdd = (Float.floatToRawIntBits(low.floatValue()) & 1) != 0;
      assertThat(decode(value, Rounding.TO_ODD))
          .isEqualTo(exactly || lowIsOdd ? low.floatValue() : high.floatValue());
      int nearer = exact.subtract(low).compareTo(high.subtract(exact));
      assertThat(decode(value, Rounding.NEAREST_AWAY))
          .isEqualTo(nearer < 0 || nearer == 0 && value < 0 ? low.floatValue() : high.floatValue());
      if (value == (int) value) {
        for (Rounding rounding : Rounding.values()) {
          assertThat(Float32.encode((double) value, rounding)).isEqualTo(Float32.encode(value, rounding));
        }
      }
    }
  }

  private static float decode(long value, Rounding rounding) {
    return Float.intBitsToFloat(Float32.encode(value, rounding));
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long expected(double value, Rounding rounding, boolean saturate, int bits, boolean signed) {
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

  private static BigInteger round(BigDecimal value, Rounding rounding) {
    RoundingMode mode =
        switch (rounding) {
          case NEAREST_EVEN -> RoundingMode.HALF_EVEN;
          case NEAREST_AWAY -> RoundingMode.HALF_UP;
          case DOWN -> RoundingMode.FLOOR;
          case UP -> RoundingMode.CEILING;
          case TO_ZERO, TO_ODD -> RoundingMode.DOWN;
        };
    BigInteger whole = value.setScale(0, mode).toBigInteger();
    boolean inexact = new BigDecimal(whole).compareTo(value) != 0;
    boolean step = rounding == Rounding.TO_ODD && inexact && !whole.testBit(0);
    return step ? whole.add(BigInteger.valueOf(value.signum())) : whole;
  }

  private static long clamp(BigInteger value, int bits, boolean signed) {
    BigInteger max = BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
    BigInteger min = signed ? max.negate().subtract(BigInteger.ONE) : BigInteger.ZERO;
    return value.max(min).min(max).longValue();
  }

  private static long cut(BigInteger value, int bits, boolean signed) {
    BigInteger modulus = BigInteger.TWO.pow(bits);
    BigInteger low = value.mod(modulus);
    return (signed && low.testBit(bits - 1) ? low.subtract(modulus) : low).longValue();
  }
}
