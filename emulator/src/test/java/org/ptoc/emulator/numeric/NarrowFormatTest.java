package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every value, tie and near-tie of the narrow formats in every rounding mode, against {@link
 * ReferenceFormat}.
 */
class NarrowFormatTest {
  @FunctionalInterface
  interface Encoder {
    int encode(double value, Rounding rounding, boolean saturate);
  }

  @FunctionalInterface
  interface Decoder {
    double decode(int bits);
  }

  static List<Arguments> formats() {
    return List.of(
        Arguments.of(
            "binary16",
            ReferenceFormat.BINARY16,
            (Encoder) Float16::encode,
            (Decoder) Float16::decode),
        Arguments.of(
            "bfloat16",
            ReferenceFormat.BFLOAT16,
            (Encoder) BFloat16::encode,
            (Decoder) BFloat16::decode),
        Arguments.of(
            "E4M3FN",
            ReferenceFormat.E4M3,
            (Encoder) Float8::encodeE4M3,
            (Decoder) Float8::decodeE4M3),
        Arguments.of(
            "E5M2",
            ReferenceFormat.E5M2,
            (Encoder) Float8::encodeE5M2,
            (Decoder) Float8::decodeE5M2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formats")
  void decodesEveryPattern(String name, ReferenceFormat format, Encoder encoder, Decoder decoder) {
    for (int bits = 0; bits < 2 * format.signBit; bits++) {
      if (Double.compare(decoder.decode(bits), format.decode(bits)) != 0) {
        assertThat(decoder.decode(bits)).as("%s %x", name, bits).isEqualTo(format.decode(bits));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formats")
  void encodesValuesTiesAndTheirNeighbours(
      String name, ReferenceFormat format, Encoder encoder, Decoder decoder) {
    int step = format.values.length > 1000 ? 41 : 1;
    for (int pattern = 0;
        pattern <= format.maxFinite;
        pattern += near(format, pattern) ? 1 : step) {
      double low = format.values[pattern];
      double tie = (low + format.values[pattern + 1]) / 2;
      for (double value :
          new double[] {low, Math.nextUp(low), Math.nextDown(tie), tie, Math.nextUp(tie)}) {
        check(name, format, encoder, value);
        check(name, format, encoder, -value);
      }
    }
  }

  private static boolean near(ReferenceFormat format, int pattern) {
    return pattern < 64 || pattern > format.maxFinite - 64;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formats")
  void encodesSpecialsAndRandomNumbers(
      String name, ReferenceFormat format, Encoder encoder, Decoder decoder) {
    double[] specials = {
      Double.NaN,
      Double.longBitsToDouble(-1L),
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      0.0,
      -0.0,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MIN_NORMAL,
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      Float.MAX_VALUE,
      Math.nextUp((double) Float.MAX_VALUE),
      0x1p128,
      0x1p-150,
      0x1p-149,
      65504,
      65519.999,
      65520
    };
    for (double value : specials) {
      check(name, format, encoder, value);
    }
    Random random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      double scale = Math.scalb(1.0, random.nextInt(60) - 30);
      check(name, format, encoder, (random.nextDouble() - 0.5) * scale);
      check(name, format, encoder, Float.intBitsToFloat(random.nextInt()));
    }
  }

  private static void check(String name, ReferenceFormat format, Encoder encoder, double value) {
    for (Rounding rounding : Rounding.values()) {
      for (int saturate = 0; saturate < 2; saturate++) {
        int expected = format.encode(value, rounding, saturate == 1);
        int actual = encoder.encode(value, rounding, saturate == 1);
        if (expected != actual) {
          assertThat(Integer.toHexString(actual))
              .as("%s %a %s saturate %d", name, value, rounding, saturate)
              .isEqualTo(Integer.toHexString(expected));
        }
      }
    }
  }

  @Test
  void shortFormsAgreeWithTheGeneralOnes() {
    Random random = new Random(2);
    for (int i = 0; i < 100_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      checkShortForms(value, Float16.encode(value), BFloat16.encode(value));
      double wide =
          Double.longBitsToDouble(
                  random.nextLong() >>> 63 << 63 | (long) (random.nextInt(300) + 873) << 52)
              * (1 + random.nextDouble());
      checkShortForms(wide, Float16.encode(wide), BFloat16.encode(wide));
    }
  }

  private static void checkShortForms(double value, int half, int brain) {
    int expectedHalf = general16(value);
    int expectedBrain = BFloat16.encode(value, Rounding.NEAREST_EVEN, false);
    if (half != expectedHalf || brain != expectedBrain) {
      assertThat(new int[] {half, brain})
          .as("%a", value)
          .containsExactly(expectedHalf, expectedBrain);
    }
  }

  private static int general16(double value) {
    return BinaryEncoder.encode(
        value, Rounding.NEAREST_EVEN, false, 10, 15, 0x8000, 0x7BFF, 0x7C00, 0x7E00);
  }

  @Test
  void saturationKeepsFiniteValuesOnly() {
    for (int bits = 0; bits < 0x10000; bits++) {
      int magnitude = bits & 0x7FFF;
      int expected = magnitude > 0x7C00 ? 0 : magnitude == 0x7C00 ? bits & 0x8000 | 0x7BFF : bits;
      if (Float16.saturate(bits) != expected) {
        assertThat(Float16.saturate(bits)).as("%x", bits).isEqualTo(expected);
      }
    }
  }
}
