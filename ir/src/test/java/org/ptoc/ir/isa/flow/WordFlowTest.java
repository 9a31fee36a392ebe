package org.ptoc.ir.isa.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.RegisterClass;

class WordFlowTest {
  /** Whether X1 may still be read after each word, as found by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mov X2, X1; end                                              | ..
          nop; mov X2, X1; end                                         | 1..
          mov X1, X3; mov X2, X1; end                                  | 1..
          nop; mov X1, X3; end                                         | ...
          br 2; mov X2, X1; end                                        | ...
          brz X3, 2; mov X2, X1; end                                   | 1..
          mov X2, X1; brz X3, -1; end                                  | 11.
          trap 1; mov X2, X1; end                                      | ...
          loop 0, X3, 2; mov X2, X1; nop; end                          | 111.
          loop 0, X3, 2; mov X1, X3; nop; mov X2, X1; end              | 111..
          loop 0, X3, 2; nop; mov X1, X3; end                          | ....
          loop 0, X3, 1; nop; mov X1, X3; end                          | ....
          loop 0, X3, 3; mov X2, X1; loop 1, X4, 1; mov X1, X3; end    | 1111.
          loop 0, X3, 4; mov X2, X1; mov X1, X3; loop 1, X4, 1; nop; end | 1.111.
          ret X30; end                                                 | 1.
          call 2; end; mov X1, X3; end                                 | 1...
          """)
  void x1IsLive(String text, String expected) {
    Program program = decode(text);
    long[] live =
        WordFlow.of(program)
            .liveAfter(
                word -> program.at(word).read(RegisterClass.X),
                word -> program.at(word).written(RegisterClass.X));
    StringBuilder found = new StringBuilder();
    LongStream.of(live).forEach(set -> found.append((set >>> 1 & 1) != 0 ? '1' : '.'));
    assertThat(found).hasToString(expected);
  }

  private static Program decode(String text) {
    long[] words =
        Arrays.stream(text.split(";"))
            .map(line -> (ParsedLine.Assembled) Assembler.parse(Profile.A5, line.strip()))
            .mapToLong(line -> line.instruction().word())
            .toArray();
    return (Program) ProgramDecoder.decode(Profile.A5, words);
  }
}
