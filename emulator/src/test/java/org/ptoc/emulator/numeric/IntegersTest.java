package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** NumberConversions to and between integers against {@link BigDecimal} and {@link BigInteger}. */
class IntegersTest {
  private static final double[] VALUES = {
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.5,
    -2.5,
    0.49999999999999994,
    -0.49999999999999994,
    0.3,
    -0.7,
    126.5,
    127.5,
    128,
    -128.5,
    -129,
    254.5,
    255.5,
    256,
    32767.5,
    -32768.5,
    65535.5,
    70000.25,
    2147483647.5,
    -2147483648.5,
    3e9,
    -3e9,
    4294967295.5,
    1e18,
    9.3e18,
    -9.3e18,
    1e300,
    -1e300,
    4503599627370497.5,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
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
                  .isEqualTo(ReferenceInteger.fromFloat(value, rounding, saturate, bits, signed));
            }
          }
        }
      }
    }
  }

  @Test
  void infinitiesWithoutSaturationKeepTheLowBits() {
    assertThat(Integers.fromFloat(Double.POSITIVE_INFINITY, Rounding.NEAREST_EVEN, false, 16, true))
        .isEqualTo(-1);
    assertThat(Integers.fromFloat(Double.NEGATIVE_INFINITY, Rounding.NEAREST_EVEN, false, 16, true))
        .isZero();
  }

  @Test
  void narrowing() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      for (int bits : new int[] {8, 16, 32}) {
        for (boolean signed : new boolean[] {true, false}) {
          BigInteger exact = BigInteger.valueOf(value);
          assertThat(Integers.narrow(value, true, bits, signed))
              .isEqualTo(ReferenceInteger.clamp(exact, bits, signed));
          assertThat(Integers.narrow(value, false, bits, signed))
              .isEqualTo(ReferenceInteger.cut(exact, bits, signed));
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
    assertThat(Integers.roundToIntegral(Double.NEGATIVE_INFINITY, Rounding.NEAREST_AWAY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Integers.roundToIntegral(Double.NaN, Rounding.TO_ODD)).isNaN();
  }

  @Test
  void integersToBinary32() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      long value =
          i == 0
              ? Long.MIN_VALUE
              : i == 1 ? Long.MAX_VALUE : random.nextLong() >> random.nextInt(64);
      for (Rounding rounding : Rounding.values()) {
        assertThat(Float32.encode(value, rounding))
            .as("%d %s", value, rounding)
            .isEqualTo(ReferenceInteger.toBinary32(BigInteger.valueOf(value), rounding));
      }
      if (value == (int) value) {
        for (Rounding rounding : Rounding.values()) {
          assertThat(Float32.encode((double) value, rounding))
              .isEqualTo(Float32.encode(value, rounding));
        }
      }
    }
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
