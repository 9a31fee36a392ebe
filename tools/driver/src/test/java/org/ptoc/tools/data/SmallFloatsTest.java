package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers of the 8-bit floats against the fields of their patterns (spec/60, 1.5). */
class SmallFloatsTest {
  @ParameterizedTest
  @CsvSource({"E4M3, 3, 7, 0x7F", "E5M2, 2, 15, 0x7C"})
  void patternsAreSignExponentAndFraction(
      DataFormat format, int fractionBits, int bias, String end) {
    for (int bits = 0; bits < Integer.decode(end); bits++) {
      int exponent = bits >> fractionBits;
      double fraction = (bits & (1 << fractionBits) - 1) / (double) (1 << fractionBits);
      double number =
          exponent == 0
              ? fraction * Math.pow(2, 1 - bias)
              : (1 + fraction) * Math.pow(2, exponent - bias);
      assertThat(format.toDouble(bits)).as("0x%x", bits).isEqualTo(number);
      assertThat(format.toDouble(bits | 0x80)).as("-0x%x", bits).isEqualTo(-number);
    }
    assertThat(format.toDouble(0x7F)).isNaN();
  }

  @Test
  void scalesArePowersOfTwo() {
    for (int bits = 0; bits < 0xFF; bits++) {
      assertThat(DataFormat.E8M0.toDouble(bits)).isEqualTo(Math.pow(2, bits - 127.0));
    }
    assertThat(DataFormat.E8M0.toDouble(0xFF)).isNaN();
  }

  @ParameterizedTest
  @EnumSource(names = {"E4M3", "E5M2", "HIF8", "E8M0"})
  void numbersComeBackAndWhatLiesBetweenGoesToTheNearer(DataFormat format) {
    for (int bits = 0; bits < 256; bits++) {
      double number = format.toDouble(bits);
      if (Double.isNaN(number)) {
        continue;
      }
      assertThat(Literal.fromDouble(format, number)).as("0x%x", bits).isEqualTo(bits);
      assertThat(Literal.fromDouble(format, number * (1 + 0x1p-10)))
          .as("0x%x", bits)
          .isEqualTo(bits);
      assertThat(Literal.fromDouble(format, number * (1 - 0x1p-10)))
          .as("0x%x", bits)
          .isEqualTo(bits);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ones:f8E4M3FN:2, 3838",
    "ones:f8E5M2:2, 3c3c",
    "ones:hif8:2, 0808",
    "ones:f8E8M0:2, 7f7f",
    "iota:f8E4M3FN:4, 00384044",
    "fill:2:f8E8M0:2, 8080",
    "fill:-1.5:f8E5M2:1, be"
  })
  void formulasMakeNumbers(String text, String bytes) {
    DataArray made = made(text);
    StringBuilder shown = new StringBuilder();
    for (byte each : made.toBytes()) {
      shown.append(String.format("%02x", each));
    }
    assertThat(shown).hasToString(bytes);
  }

  @ParameterizedTest
  @CsvSource({"E4M3, -1, 1", "E5M2, -1, 1", "HIF8, -1, 1", "E8M0, 0.0625, 8"})
  void randomNumbersLieInTheirRange(DataFormat format, double low, double high) {
    DataArray made = made("rand:3:" + format.spelling() + ":200");
    for (int i = 0; i < made.size(); i++) {
      assertThat(format.toDouble(made.bits(i))).isBetween(low, high);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "E4M3, 0x38, 0x39, 1",
    "E4M3, 0x01, 0x81, 2",
    "E4M3, 0x00, 0x80, 0",
    "HIF8, 0x08, 0x18, 8",
    "E8M0, 0x7F, 0x81, 2"
  })
  void distancesCountTheNumbersBetween(DataFormat format, String got, String wanted, long steps) {
    assertThat(
            SmallFloats.rank(format, Integer.decode(wanted))
                - SmallFloats.rank(format, Integer.decode(got)))
        .satisfies(each -> assertThat(Math.abs(each)).isEqualTo(steps));
  }

  @Test
  void tolerancesHoldForThemToo() {
    BufferComparison.Tolerance close = new BufferComparison.Tolerance(0.2, 0);
    assertThat(BufferComparison.isClose(DataFormat.E4M3, 0x38, 0x39, close)).isTrue();
    assertThat(BufferComparison.isClose(DataFormat.E4M3, 0x38, 0x3A, close)).isFalse();
  }

  private static DataArray made(String text) {
    return switch (Generator.parse(text)) {
      case DataResult.Value<DataArray>(DataArray array) -> array;
      case DataResult.Problem<DataArray>(String message, boolean tooLarge) ->
          throw new AssertionError(message);
    };
  }
}
