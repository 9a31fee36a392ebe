package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small formats entry by entry against a table of the document, encoding by exhaustive search. */
class TableFormatTest {
  /** The values of a format in the order of their patterns. */
  private static List<Float> table(String name) throws IOException {
    List<Float> values = new ArrayList<>();
    try (InputStream in = TableFormatTest.class.getResourceAsStream("small-floats.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        String[] words = line.split(" ");
        for (int i = 1; words[0].equals(name) && i < words.length; i++) {
          values.add(value(words[i]));
        }
      }
    }
    return values;
  }

  private static float value(String word) {
    return switch (word) {
      case "nan" -> Float.NaN;
      case "inf" -> Float.POSITIVE_INFINITY;
      case "-inf" -> Float.NEGATIVE_INFINITY;
      default -> Float.parseFloat(word);
    };
  }

  private static void checkDecoding(TableFormat format, String name, int count) throws IOException {
    List<Float> values = table(name);
    assertThat(values).hasSize(count);
    for (int bits = 0; bits < count; bits++) {
      assertThat(format.decode(bits)).as("%s 0x%02x", name, bits).isEqualTo(values.get(bits));
    }
  }

  @Test
  void everyPatternHasTheValueOfTheDocument() throws IOException {
    checkDecoding(TableFormat.HIF8, "hif8", 256);
    checkDecoding(TableFormat.E2M1, "f4E2M1", 16);
    checkDecoding(TableFormat.E1M2, "f4E1M2", 16);
  }

  @Test
  void valuesOfTheFormatKeepTheirPattern() {
    for (Rounding rounding : Rounding.values()) {
      for (int bits = 0; bits < 256; bits++) {
        float value = TableFormat.HIF8.decode(bits);
        assertThat(TableFormat.HIF8.encode(value, rounding, false)).isEqualTo(bits);
      }
      for (int bits = 0; bits < 16; bits++) {
        assertThat(TableFormat.E2M1.encode(TableFormat.E2M1.decode(bits), rounding, false))
            .isEqualTo(bits);
        assertThat(TableFormat.E1M2.encode(TableFormat.E1M2.decode(bits), rounding, false))
            .isEqualTo(bits);
      }
    }
  }

  /** Between two neighbours: the middle, and a little to both sides. */
  @Test
  void numbersBetweenAreRounded() throws IOException {
    List<Float> values = table("hif8");
    for (float lower : values) {
      if (!(lower >= 0) || Float.isInfinite(lower)) {
        continue;
      }
      double upper =
          values.stream()
              .filter(each -> each > lower && Float.isFinite(each))
              .mapToDouble(each -> each)
              .min()
              .orElse(1.5 * 32768);
      double middle = (lower + upper) / 2;
      check(Math.nextDown(middle), lower, lower, lower, upper);
      check(middle, tie(values, lower, upper), upper, lower, upper);
      check(Math.nextUp(middle), upper, upper, lower, upper);
    }
  }

  private static double tie(List<Float> values, float lower, double upper) {
    return values.indexOf(lower) % 2 == 0 ? lower : upper;
  }

  private static void check(double value, double even, double away, double zero, double up) {
    expect(value, Rounding.NEAREST_EVEN, even);
    expect(value, Rounding.NEAREST_AWAY, away);
    expect(value, Rounding.TO_ZERO, zero);
    expect(value, Rounding.UP, up);
    expect(value, Rounding.DOWN, zero);
  }

  private static void expect(double value, Rounding rounding, double expected) {
    double limit = expected > 32768 ? Double.POSITIVE_INFINITY : expected;
    double got = TableFormat.HIF8.decode(TableFormat.HIF8.encode(value, rounding, false));
    assertThat(got).as("%s %s", value, rounding).isEqualTo(limit);
    double saturated = TableFormat.HIF8.decode(TableFormat.HIF8.encode(value, rounding, true));
    assertThat(saturated).isEqualTo(Math.min(limit, 32768));
    if (rounding == Rounding.NEAREST_EVEN || rounding == Rounding.NEAREST_AWAY) {
      double negative = TableFormat.HIF8.decode(TableFormat.HIF8.encode(-value, rounding, false));
      assertThat(negative).isEqualTo(limit == 0 ? 0 : -limit);
    }
  }

  @Test
  void specialValues() {
    assertThat(TableFormat.HIF8.encode(Double.NaN, Rounding.NEAREST_AWAY, false)).isEqualTo(0x80);
    assertThat(TableFormat.HIF8.encode(Double.NaN, Rounding.NEAREST_AWAY, true)).isZero();
    assertThat(TableFormat.HIF8.encode(-0.0, Rounding.NEAREST_AWAY, false)).isZero();
    assertThat(TableFormat.HIF8.encode(Double.NEGATIVE_INFINITY, Rounding.NEAREST_AWAY, false))
        .isEqualTo(0xEF);
    assertThat(TableFormat.HIF8.encode(Double.NEGATIVE_INFINITY, Rounding.NEAREST_AWAY, true))
        .isEqualTo(0xEE);
    assertThat(TableFormat.E2M1.encode(-7, Rounding.NEAREST_EVEN, false)).isEqualTo(0xF);
    assertThat(TableFormat.E2M1.encode(5, Rounding.NEAREST_EVEN, false)).isEqualTo(6);
    assertThat(TableFormat.E2M1.encode(2.5, Rounding.NEAREST_EVEN, false)).isEqualTo(4);
    assertThat(TableFormat.E2M1.encode(-0.0, Rounding.NEAREST_EVEN, false)).isEqualTo(8);
    assertThat(TableFormat.E1M2.encode(Double.POSITIVE_INFINITY, Rounding.TO_ZERO, false))
        .isEqualTo(7);
    assertThat(TableFormat.E1M2.encode(Double.NaN, Rounding.TO_ZERO, false)).isZero();
    assertThat(TableFormat.E1M2.encode(0.125, Rounding.NEAREST_EVEN, false)).isZero();
    assertThat(TableFormat.E1M2.encode(0.125, Rounding.NEAREST_AWAY, false)).isEqualTo(1);
  }
}
