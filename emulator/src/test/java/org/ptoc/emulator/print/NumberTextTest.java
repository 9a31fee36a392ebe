package org.ptoc.emulator.print;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.PrintFormat;

/** Texts that the printf of C gives for the same numbers. */
class NumberTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "%d;S32;-7;-7",
        "%5d;S32;-7;\"   -7\"",
        "%-5d|;S32;-7;-7   |",
        "%05d;S32;-7;-0007",
        "%+d;S32;7;+7",
        "% d;S32;7;\" 7\"",
        "%.3d;S32;7;007",
        "%06.3d;S32;7;\"   007\"",
        "%u;S32;-1;4294967295",
        "%x;S16;-1;ffff",
        "%#06x;S32;255;0x00ff",
        "%#X;U8;171;0XAB",
        "%#x;S32;0;0",
        "%o;S32;8;10",
        "%#o;S32;8;010",
        "%d;S64;-9223372036854775808;-9223372036854775808",
        "%u;U64;-1;18446744073709551615",
        "%c;S8;65;A",
      })
  void integers(String format, DataType type, long bits, String expected) {
    assertThat(print(format, type, bits)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "%f;1.5;1.500000",
        "%.0f;0.5;0",
        "%.0f;1.5;2",
        "%.0f;2.5;2",
        "%8.4f;-0.0;\" -0.0000\"",
        "%08.2f;-1.25;-0001.25",
        "%.2f;0.125;0.12",
        "%e;12345.0;1.234500e+04",
        "%.2E;0.00015;1.50E-04",
        "%e;0.0;0.000000e+00",
        "%g;100000.0;100000",
        "%g;1000000.0;1e+06",
        "%g;0.0001;0.0001",
        "%g;0.00001;1e-05",
        "%#g;1.0;1.00000",
        "%g;1.25;1.25",
        "%f;Infinity;inf",
        "%F;-Infinity;-INF",
        "%08f;Infinity;\"     inf\"",
        "%f;NaN;nan",
        "%.3f;3.4028234663852886E38;340282346638528859811704183484516925440.000",
      })
  void floats(String format, float value, String expected) {
    assertThat(print(format, DataType.FP32, Float.floatToRawIntBits(value))).isEqualTo(expected);
  }

  private static String print(String format, DataType type, long bits) {
    PrintFormat parsed = PrintFormat.parse(format).format().orElseThrow();
    return parsed.before()
        + NumberText.of(parsed.conversion().orElseThrow(), type, bits)
        + parsed.after();
  }
}
