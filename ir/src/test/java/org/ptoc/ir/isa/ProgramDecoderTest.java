package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramDecoderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          end                                                              | OK
          nop                                                              | PROGRAM_COUNTER 0
          br 1; end                                                        | OK
          br 2; end                                                        | PROGRAM_COUNTER 0
          br -1; end                                                       | PROGRAM_COUNTER 0
          br 0                                                             | OK
          loop 0, X1, 1; nop; end                                          | OK
          loop 0, X1, 3; nop; end                                          | STRUCTURE 0
          loop 0, X1, 0; nop; end                                          | STRUCTURE 0
          loop 0, X1, -1; nop; end                                         | STRUCTURE 0
          loop 0, X1, 3; loop 1, X2, 1; nop; nop; end                      | OK
          loop 0, X1, 3; loop 0, X2, 1; nop; nop; end                      | STRUCTURE 1
          loop 0, X1, 2; loop 1, X2, 2; nop; nop; end                      | STRUCTURE 1
          loop 0, X1, 2; loop 1, X2, 1; nop; loop 0, X1, 1; nop; end       | OK
          loop 0, X1, 2; nop; brz X1, 1; end                               | STRUCTURE 2
          loop 0, X1, 2; brz X1, 1; nop; end                               | OK
          brz X1, 2; loop 0, X1, 1; nop; end                               | STRUCTURE 0
          brz X1, 1; loop 0, X1, 1; nop; end                               | OK
          loop 0, X1, 1; end; end                                          | STRUCTURE 1
          vf_begin 2; vadd.f32 V1, V2, V3; vf_end; end                     | OK
          vf_begin 1; vf_end; end                                          | OK
          vf_begin 1; vadd.f32 V1, V2, V3; vf_end; end                     | STRUCTURE 0
          vf_begin 3; vf_end; nop; vf_end; end                             | STRUCTURE 1
          vf_begin 3; vf_begin 1; vf_end; vf_end; end                      | STRUCTURE 1
          vf_end; end                                                      | STRUCTURE 0
          vadd.f32 V1, V2, V3; end                                         | ILLEGAL_INSTRUCTION 0
          vf_begin 2; barrier V; vf_end; end                               | ILLEGAL_INSTRUCTION 1
          vf_begin 2; mem_bar VST_VLD; vf_end; end                         | OK
          vf_begin 2; mov_spr_x AR, XZR; vf_end; end                       | OK
          vf_begin 2; mov_spr_x CTRL, XZR; vf_end; end                     | ILLEGAL_INSTRUCTION 1
          vf_begin 2; ub_to_ub X1, X2, X3; vf_end; end                     | ILLEGAL_INSTRUCTION 1
          vf_begin 2; vsort32.f32 X1, X2, X3; vf_end; end                  | ILLEGAL_INSTRUCTION 1
          vf_begin 3; loop 0, X1, 1; vadd.f32 V1, V2, V3; vf_end; end      | OK
          vf_begin 2; loop 0, X1, 1; vf_end; end                           | STRUCTURE 1
          loop 0, X1, 3; vf_begin 2; loop 1, X1, 1; vf_end; end            | STRUCTURE 2
          vf_begin 2; br 1; vf_end; end                                    | OK
          vf_begin 2; br 2; vf_end; end                                    | STRUCTURE 1
          """)
  void structure(String text, String expected) {
    DecodedProgram decoded = ProgramDecoder.decode(Profile.A5, assemble(text));
    switch (decoded) {
      case Program program -> assertThat("OK").isEqualTo(expected);
      case DecodedProgram.Faulty(List<DecodedProgram.Fault> faults) ->
          assertThat(faults.stream().map(fault -> fault.code() + " " + fault.wordOffset()))
              .contains(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          VECTOR | mad.f16.f16.f32 X1, X2, X3, X4; end             | ILLEGAL_INSTRUCTION 0
          CUBE   | mad.f16.f16.f32 X1, X2, X3, X4; end             | OK
          CUBE   | l0c_to_gm.f32.f32 X1, X2, X3, X4; end           | OK
          VECTOR | l0c_to_gm.f32.f32 X1, X2, X3, X4; end           | ILLEGAL_INSTRUCTION 0
          CUBE   | gm_to_l1.f16 X1, X2, X3, X4; end                | OK
          CUBE   | gm_to_ub.f16 X1, X2, X3, X4; end                | ILLEGAL_INSTRUCTION 0
          CUBE   | ub_to_l1 X1, X2, X3; end                        | ILLEGAL_INSTRUCTION 0
          VECTOR | ub_to_l1 X1, X2, X3; end                        | OK
          VECTOR | l1_to_ub X1, X2, X3; end                        | ILLEGAL_INSTRUCTION 0
          CUBE   | loop 0, X1, 1; nop; end                         | OK
          CUBE   | vf_begin 1; vf_end; end                         | ILLEGAL_INSTRUCTION 0
          CUBE   | vsort32.f32 X1, X2, X3; end                     | ILLEGAL_INSTRUCTION 0
          CUBE   | ld.i32 X1, [X2], GM; end                        | OK
          CUBE   | ld.i32 X1, [X2], LOCAL; end                     | OK
          CUBE   | ld.i32 X1, [X2], UB; end                        | ILLEGAL_INSTRUCTION 0
          CUBE   | mov_spr_x MTE2_NZ_PARA, X1; set_flag M, FIX, 0; end | OK
          """)
  void eachCoreHasItsWords(CoreKind core, String text, String expected) {
    DecodedProgram decoded = ProgramDecoder.decode(Profile.A5, core, assemble(text));
    switch (decoded) {
      case Program program -> assertThat("OK").isEqualTo(expected);
      case DecodedProgram.Faulty(List<DecodedProgram.Fault> faults) ->
          assertThat(faults.stream().map(fault -> fault.code() + " " + fault.wordOffset()))
              .contains(expected);
    }
  }

  @Test
  void allBadWordsAreReported() {
    long end = assemble("end")[0];
    assertThat(ProgramDecoder.decode(Profile.A5, new long[] {0, end, 63, end}))
        .isInstanceOfSatisfying(
            DecodedProgram.Faulty.class,
            it ->
                assertThat(it.faults())
                    .extracting(DecodedProgram.Fault::wordOffset)
                    .containsExactly(0, 2));
  }

  @Test
  void emptyTextRunsOffItsEnd() {
    assertThat(ProgramDecoder.decode(Profile.A2A3, new long[0]))
        .isInstanceOf(DecodedProgram.Faulty.class);
  }

  private static long[] assemble(String text) {
    String[] lines = text.split(";");
    long[] words = new long[lines.length];
    for (int i = 0; i < lines.length; i++) {
      words[i] =
          ((ParsedLine.Assembled) Assembler.parse(Profile.A5, lines[i])).instruction().word();
    }
    return words;
  }
}
