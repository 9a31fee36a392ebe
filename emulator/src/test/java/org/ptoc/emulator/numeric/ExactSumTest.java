package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums that round once, against decimals of any length. */
class ExactSumTest {
  @Test
  void sumsRoundOnce() {
    SplittableRandom random = new SplittableRandom(3);
    ExactSum sum = new ExactSum();
    for (int round = 0; round < 3000; round++) {
      int range = 1 + random.nextInt(1 + round % 250);
      double[] terms = new double[2 + random.nextInt(64)];
      for (int i = 0; i < terms.length; i++) {
        float a = number(random, range);
        float b = number(random, range);
        terms[i] = i % 5 == 4 ? -terms[i - 1 - random.nextInt(3)] : (double) a * b;
      }
      sum.set(terms[0]);
      BigDecimal exact = new BigDecimal(terms[0]);
      for (int i = 1; i < terms.length; i++) {
        sum.add(terms[i]);
        exact = exact.add(new BigDecimal(terms[i]));
      }
      assertThat(sum.rounded()).isEqualTo(exact.signum() == 0 ? 0 : exact.floatValue());
    }
  }

  private static float number(SplittableRandom random, int range) {
    float mantissa = (random.nextInt(1 << 25) - (1 << 24)) * 0x1p-24f;
    return Math.scalb(mantissa, random.nextInt(range) - range / 2);
  }

  /** Halves of a step of f32, and what is far below: it decides where ties go. */
  @ParameterizedTest
  @CsvSource({
    "0x1p24, 1, 0, 0x1p24",
    "0x1p24, 1, 0x1p-140, 0x1.000002p24",
    "0x1p24, 3, -0x1p-140, 0x1.000002p24",
    "0x1p24, 3, 0, 0x1.000004p24",
    "0x1p-149, 0x1p-150, 0, 0x1p-148",
    "0x1p-149, 0x1p-150, -0x1p-200, 0x1p-149",
    "Infinity, 1, 2, Infinity",
    "Infinity, -Infinity, 2, NaN",
    "NaN, 1, 2, NaN",
    "0x1p127, 0x1p127, 0, Infinity",
    "0x1p200, 1, -0x1p200, 1",
  })
  void tiesAndSpecialValues(String first, String second, String third, String expected) {
    ExactSum sum = new ExactSum();
    sum.set(Double.parseDouble(first));
    sum.add(Double.parseDouble(second));
    sum.add(Double.parseDouble(third));
    assertThat(sum.rounded()).isEqualTo(Float.valueOf((float) Double.parseDouble(expected)));
  }
}
