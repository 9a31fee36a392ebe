package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Line tables by hand (DWARF 5, section 6.2) for an object of one kernel with three words and one
 * with two.
 */
class LineProgramTest {
  private static final String START = "00 09 02 00 10 00 00 00 00 00 00 ";
  private static final String OTHER = " 00 09 02 40 10 00 00 00 00 00 00 01 02 02 00 01 01";
  private static final String HEADER =
      "08 01 01 FB 0E 0D 00 01 01 01 01 00 00 00 01 00 00 01 01 01 08 01 2E 00 02 01 08 02 0F ";
  private static final String FILES = "03 61 2E 70 74 6F 00 00 61 2E 70 74 6F 00 00 62 00 00";

  /** Positions as {@code file:line:column}, {@code -} for none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01 02 03 00 01 01                         | a.pto:1:0 a.pto:1:0 a.pto:1:0
          05 07 01 02 03 00 01 01                   | a.pto:1:7 a.pto:1:7 a.pto:1:7
          04 02 03 02 01 02 01 04 01 05 7F 01 02 02 00 01 01 | b:3:0 a.pto:3:127 a.pto:3:127
          03 3F 01 02 01 03 40 01 02 02 00 01 01    | a.pto:64:0 - -
          03 80 01 01 02 02 03 FF 7E 01 02 01 00 01 01 | a.pto:129:0 a.pto:129:0 -
          05 80 01 01 02 03 00 01 01                | a.pto:1:128 a.pto:1:128 a.pto:1:128
          05 FF FF FF FF 07 01 02 03 00 01 01       | a.pto:1:2147483647 a.pto:1:2147483647 a.pto:1:2147483647
          03 FE FF FF FF 07 01 02 03 00 01 01       | a.pto:2147483647:0 a.pto:2147483647:0 a.pto:2147483647:0
          02 00 01 02 83 00 00 01 01                | a.pto:1:0 a.pto:1:0 a.pto:1:0
          """)
  void programGivesPositions(String program, String positions) throws Malformed {
    StringBuilder found = new StringBuilder();
    for (SourcePosition each : read(table(HEADER + FILES, START + program + OTHER)).positions(0)) {
      found.append(found.isEmpty() ? "" : " ");
      found.append(each.isKnown() ? each.file() + ":" + each.line() + ":" + each.column() : "-");
    }
    assertThat(found.toString()).isEqualTo(positions);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01 02 04 00 01 01          | source lines reach beyond the words of a kernel
          01 02 FF FF FF FF 07 02 05 | source lines reach beyond the words of a kernel
          01 02 02 00 01 01          | the source lines of a kernel do not cover its words
          02 03 00 01 01             | the source lines of a kernel do not cover its words
          02 01 01 02 02 00 01 01    | a source line covers no words or the first words have none
          01 01 02 03 00 01 01       | a source line covers no words or the first words have none
          01 02 80 80 80 80 08       | the address advance is too large
          05 80 80 80 80 80 00       | the source column is too large
          05 FF FF FF FF 0F          | the source column is too large
          03 FF FF FF FF 07          | a source line number is out of range
          03 7E                      | a source line number is out of range
          03 80 80 80 80 80 80 00    | a line advance is too large
          03 7F 05 01 01             | a source line has no file, or a column has no line
          04 00 01                   | a source line has no file, or a column has no line
          04 03 01                   | a source line has no file, or a column has no line
          06                         | line table opcode 6 is not known
          0D                         | line table opcode 13 is not known
          00 02 01                   | the length of a line table opcode is 2, not 1
          00 01 02                   | the line table opcode is 2, not 1
          01 02 03 00 01 01 05       | the line table opcode is 5, not 0
          01 02 03 00 01 01 00 08    | the length of a line table opcode is 8, not 9
          01 02 03 00 01 01 00 09 03 | the line table opcode is 3, not 2
          01 02 03 00 01 01 00 09 02 08 10 00 00 00 00 00 00 | source lines for address 0x1008, where no kernel starts
          01 02 03 00 01 01 00 09 02 00 10 00 00 00 00 00 00 | source lines for address 0x1000, where no kernel starts, or for the second time
          01 02 03 00 01 01          | kernel beta has no source lines
          01 02                      | the data ends too early
          """)
  void programIsRefused(String program, String message) {
    assertRefused(table(HEADER + FILES, START + program), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4  | 2 | 4     | the line table version is 4, not 5
          6  | 2 | 4     | the address and segment size of the line table is 4, not 8
          0  | 4 | 9     | the line table size is 9, not
          8  | 4 | 9     | the size of the line table header is wrong
          8  | 4 | -1    | the size of the line table header is wrong
          12 | 1 | 4     | the line table header is 4, not 8
          15 | 1 | 0xFC  | the line table header is 0xfc, not 0xfb
          18 | 1 | 1     | the line table header is 1, not 0
          29 | 1 | 2     | the line table header is 2, not 1
          33 | 1 | 0     | the line table header is 0, not 1
          41 | 1 | 1     | a line table cannot have 1 files
          41 | 1 | 0x7F  | a line table cannot have 127 files
          42 | 1 | 0x62  | the first files of the line table are not the source
          49 | 1 | 0x62  | the first files of the line table are not the source
          48 | 1 | 1     | the line table header is 1, not 0
          """)
  void headerIsRefused(int offset, int size, String value, String message) {
    byte[] table = table(HEADER + FILES, START + "01 02 03 00 01 01" + OTHER);
    SmallObject.set(table, offset, size, Long.decode(value));
    assertRefused(table, message);
  }

  @Test
  void aFileMayHaveNoNameWhileNoLineIsInIt() throws Malformed {
    String files = FILES.replace("62 00 00", "00 00");
    assertThat(read(table(HEADER + files, START + "01 02 03 00 01 01" + OTHER)).positions(1))
        .containsExactlyElementsOf(
            List.of(new SourcePosition("a.pto", 1, 0), new SourcePosition("a.pto", 1, 0)));
    assertRefused(table(HEADER + files, START + "04 02 01"), "a source line has no file");
  }

  private static void assertRefused(byte[] table, String message) {
    assertThatThrownBy(() -> read(table))
        .isInstanceOfSatisfying(
            Malformed.class, it -> assertThat(it.problem().message()).contains(message));
  }

  private static LineTableReader read(byte[] table) throws Malformed {
    ElfFile elf = ElfFile.read(ByteView.of(ObjectWriter.write(SmallObject.object())));
    return LineTableReader.read(ByteView.of(table), KernelRecords.open(elf, 2), "a.pto");
  }

  /** Unit length, version 5, address size 8, header length, tables and program. */
  private static byte[] table(String tables, String program) {
    byte[] header = bytes(tables);
    byte[] all = bytes("00 00 00 00 05 00 08 00 00 00 00 00 " + tables + " " + program);
    SmallObject.set(all, 0, 4, all.length - 4L);
    SmallObject.set(all, 8, 4, header.length);
    return all;
  }

  private static byte[] bytes(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String each : text.strip().split(" +")) {
      out.write(Integer.parseInt(each, 16));
    }
    return out.toByteArray();
  }
}
