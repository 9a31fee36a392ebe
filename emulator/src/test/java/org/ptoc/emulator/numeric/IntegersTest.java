package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** NumberConversions to and between integers against {@link BigDecimal} and {@link BigInteger}. */
class IntegersTest {
  @Test
  void numbersOutsideOfARangeBecomeItsEnds() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      for (int bits : new int[] {8, 16, 32}) {
        for (boolean signed : new boolean[] {true, false}) {
          assertThat(Integers.clamp(value, bits, signed))
              .isEqualTo(ReferenceInteger.clamp(BigInteger.valueOf(value), bits, signed));
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
