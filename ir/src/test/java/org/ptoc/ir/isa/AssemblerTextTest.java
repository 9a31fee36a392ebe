package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labels, comments, blanks and numbers of assembly text (spec/40, section 11). */
class AssemblerTextTest {
  /**
   * Word 10 of a text with the labels {@code back} at 4, {@code here} at 10, {@code next} at 11,
   * {@code end} at 14.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          br end               | br 4
          br back              | br -6
          br here              | br 0
          br next              | br 1
          loop 0, X1, end      | loop 0, X1, 3
          loop 0, X1, next     | the label 'next' must stand behind the body
          loop 0, X1, back     | the label 'back' must stand behind the body
          loop 0, X1, twelve   | loop 0, X1, 1
          br nowhere           | this kernel has no label 'nowhere'
          br ,                 | expected a number or a label
          br 9a                | expected a number or a label
          br 0x10              | br 16
          br -0x10             | br -16
          br 2147483647        | br 2147483647
          br -2147483648       | br -2147483648
          br 2147483648        | cannot hold 2147483648
          movi X5, 0x12345678  | movi X5, 305419896
          movi X5, 0x          | expected a number
          movi X5, 0xFFFFFFFFFFFFFFFF | expected a number
          movi X5, 99999999999999999999 | expected a number
          "\tbr\t1 "           | br 1
          br 1 ; comment       | br 1
          br 1 // comment      | br 1
          br 1 # comment       | br 1
          br 1 /               | unexpected text after the operands of br
          """)
  void line(String text, String expected) {
    LabelScope labels =
        new LabelScope(Map.of("back", 4, "here", 10, "next", 11, "twelve", 12, "end", 14), 10);
    String line = text.replace("\\t", "\t");
    switch (Assembler.parse(Profile.A5, line, labels)) {
      case ParsedLine.Assembled(Instruction instruction) ->
          assertThat(Disassembler.text(instruction)).isEqualTo(expected);
      case ParsedLine.SyntaxError error -> assertThat(error.message()).contains(expected);
    }
  }
}
