package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is printed by a kernel, as the constant section says it (spec/50, section 6). */
class PrintRecordTest {
  private static final PrintRecord RECORD =
      new PrintRecord(
          PrintRecord.Kind.TILE,
          DataType.S16,
          PrintRecord.Style.WIDTH10_PRECISION6,
          PrintRecord.Layout.DN,
          3,
          5,
          7,
          -9,
          "größe");

  @Test
  void recordsComeBack() {
    byte[] bytes = RECORD.encode();
    byte[] shifted = new byte[bytes.length + 10];
    System.arraycopy(bytes, 0, shifted, 4, bytes.length);
    assertThat(bytes).hasSize(24 + "größe".getBytes(StandardCharsets.UTF_8).length);
    assertThat(PrintRecord.decode(bytes, 0)).contains(RECORD);
    assertThat(PrintRecord.decode(shifted, 4)).contains(RECORD);
    assertThat(PrintRecord.decode(bytes, -1)).isEmpty();
    assertThat(PrintRecord.decode(bytes, Long.MAX_VALUE)).isEmpty();
    assertThat(PrintRecord.decode(Arrays.copyOf(bytes, 23), 0)).isEmpty();
    assertThat(PrintRecord.decode(Arrays.copyOf(bytes, bytes.length - 1), 0)).isEmpty();
    assertThat(PrintRecord.decode(new byte[24], 0)).isEmpty();
  }

  /** Byte and value; whether something is read then. */
  @ParameterizedTest
  @CsvSource({
    "0, -1, false",
    "0, 0, true",
    "0, 2, true",
    "0, 3, true",
    "0, 4, false",
    "1, 0, false",
    "1, 17, true",
    "2, 2, true",
    "2, 3, false",
    "2, -1, false",
    "3, 2, true",
    "3, 3, false",
    "3, -1, false",
    "7, -128, false",
    "7, 127, true",
    "11, -128, false",
    "11, 1, true",
    "15, -1, true",
    "20, 6, true",
    "20, 7, true",
    "20, 8, false",
    "23, -128, false",
    "20, 0, true",
    "4, 0, true"
  })
  void hostileBytesAreRefused(int at, byte value, boolean read) {
    byte[] bytes = RECORD.encode();
    bytes[at] = value;
    assertThat(PrintRecord.decode(bytes, 0).isPresent()).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          "x = %d!"     | x = | - 0 null d | !
          "%%%5.3f%%"   | %   | - 5 3 f    | %
          "%-+ #0256x"  | ""  | -+ #0 256 null x | ""
          "%.e"         | ""  | - 0 0 e    | ""
          "%lld%hhu"    | has two conversions, but there is one scalar | |
          "%llG"        | ""  | - 0 null G | ""
          "abc"         | abc | none       | ""
          "%257d"       | has a width or precision above 256 | |
          "%.257d"      | has a width or precision above 256 | |
          "%99999d"     | has a width or precision above 256 | |
          "%.256d"      | ""  | - 0 256 d  | ""
          "%"           | ends in the middle of a conversion | |
          "%5"          | has the conversion | |
          "%s"          | "has the conversion `%s`; known are d i u x X o c f F e E g G" | |
          """)
  void formats(String text, String before, String conversion, String after) {
    PrintFormat.Parsed parsed = PrintFormat.parse(text);
    if (conversion == null) {
      assertThat(parsed.format()).isEmpty();
      assertThat(parsed.problem()).startsWith(before);
      return;
    }
    PrintFormat format = parsed.format().orElseThrow();
    assertThat(format.before().strip()).isEqualTo(before);
    assertThat(format.after()).isEqualTo(after);
    assertThat(
            format
                .conversion()
                .map(
                    each ->
                        (each.flags().isEmpty() ? "-" : each.flags())
                            + " "
                            + each.width()
                            + " "
                            + each.precision().map(String::valueOf).orElse("null")
                            + " "
                            + each.letter())
                .orElse("none"))
        .isEqualTo(conversion);
  }

  @Test
  void conversionsAreOfIntegersOrFloats() {
    for (char letter : "diuxXocfFeEgG".toCharArray()) {
      PrintFormat.Conversion conversion =
          PrintFormat.parse("%#" + letter).format().orElseThrow().conversion().orElseThrow();
      assertThat(conversion.isInteger()).isEqualTo("diuxXoc".indexOf(letter) >= 0);
      assertThat(conversion.has('#')).isTrue();
      assertThat(conversion.has('+')).isFalse();
    }
  }
}
