package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of spec/40, 10.1 and 10.2, one case each. */
class CanonicalFormTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A5   | mov X1, X1                        | not canonical
          A5   | vmov.f32 V1, V1                   | not canonical
          A5   | vadd.i64 V1, V2, V3               | OK
          A5   | vmul.i8 V1, V2, V3                | illegal operand type
          A5   | vdiv.i32 V1, V2, V3               | illegal operand type
          A5   | vcvt.f32.f32 V1, V2, EVEN         | not canonical
          A5   | vcvt.i32.i8 V1, V2, EVEN          | illegal operand type
          A5   | vcvt.f32.f16 V1, V2, R, SAT, P2   | illegal operand type
          A5   | vcvt.f32.e4m3 V1, V2, R, P3       | OK
          A5   | vcvt.f32.e4m3 V1, V2, F, P3       | illegal operand type
          A5   | vcmp.f32 PT, V1, V2, EQ           | illegal instruction
          A5   | set_flag MTE2, V, 8               | illegal instruction
          A5   | set_flag MTE2, V, X8              | OK
          A5   | trap 16                           | illegal instruction
          A5   | vmula.f32 V1, V2, V3, V4, MRG     | not canonical
          A5   | vmula.f32 V1, V2, V3, V1, MRG     | OK
          A5   | vmula.f32 V1, V2, V3, V4          | OK
          A5   | vaxpy.f32 V1, V2, V3, X4, MRG     | not canonical
          A5   | vlds.f32 V1, [X2], UNPK4          | illegal operand type
          A5   | vlds.u8 V1, [X2], UNPK4           | OK
          A5   | cmp.f32 X1, X2, X3, slt           | illegal operand type
          A5   | cmp.f32 X1, X2, X3, olt           | OK
          A5   | shli.i32 X1, X2, 32               | illegal instruction
          A5   | shli.i32 X1, X2, 31               | OK
          A5   | div.f32.s X1, X2, X3              | not canonical
          A5   | mov_spr_x BLOCK_IDX, X1           | illegal instruction
          A5   | mov_x_spr X1, MASK0               | illegal instruction
          A2A3 | mov_x_spr X1, MASK0               | OK
          A2A3 | mov_x_spr X1, AR                  | illegal instruction
          A2A3 | vcmpv.i32 X1, X2, X3, X4, LT      | illegal operand type
          A2A3 | vcmpv.i32 X1, X2, X3, X4, EQ      | OK
          A2A3 | vand.i32 X1, X2, X3, X4           | illegal operand type
          A2A3 | vconv.f32 X1, X2, X3, F           | OK
          A5   | vspill V1, 127                    | OK
          A5   | vspill V1, 128                    | illegal instruction
          A5   | vspill V1, -1                     | illegal instruction
          A5   | vsubc.i32 V1, P1, V2, V3, NO_BORROW | OK
          A5   | add.f32 X1, X2, X3                | OK
          A5   | and.f32 X1, X2, X3                | illegal operand type
          A5   | mad.f16.bf16.f32 X1, X2, X3, X4   | illegal operand type
          A5   | mad.f16.f16.i32 X1, X2, X3, X4    | illegal operand type
          A5   | mad.i8.i8.f32 X1, X2, X3, X4      | illegal operand type
          A5   | mad.i8.i8.i32 X1, X2, X3, X4, SAT | not canonical
          A5   | mad.f16.f16.f32 X1, X2, X3, X4, TF32_EVEN | not canonical
          A5   | mad.e4m3.e5m2.f32 X1, X2, X3, X4  | OK
          A5   | mad.e4m3.hif8.f32 X1, X2, X3, X4  | illegal operand type
          A2A3 | mad.e4m3.e4m3.f32 X1, X2, X3, X4  | illegal operand type
          A5   | mad_mx.e2m1x2.e1m2x2.f32 X1, X2, X3, X4 | OK
          A5   | mad_mx.f16.f16.f32 X1, X2, X3, X4 | illegal operand type
          A5   | l0c_to_gm.i32.f16 X1, X2, X3, X4  | OK
          A5   | l0c_to_gm.i32.f32 X1, X2, X3, X4  | illegal operand type
          A5   | l0c_to_gm.f32.e4m3 X1, X2, X3, X4 | OK
          A2A3 | l0c_to_gm.f32.e4m3 X1, X2, X3, X4 | illegal operand type
          A2A3 | l0c_to_l1.f32.f32 X1, X2, X3, X4  | illegal operand type
          A2A3 | l0c_to_l1.f32.f16 X1, X2, X3, X4  | OK
          A5   | l1_to_l0a_mx.i8 X1, X2, X3, X4    | illegal operand type
          A5   | l1_to_bt.bf16 X1, X2, X3          | OK
          A2A3 | l1_to_bt.bf16 X1, X2, X3          | illegal operand type
          A2A3 | mov_x_spr X1, LOOP_SIZE_OUTTOL1   | illegal instruction
          A2A3 | mov_spr_x CHANNEL_PARA, X1        | OK
          """)
  void rule(Profile profile, String text, String expected) {
    switch (Assembler.parse(profile, text)) {
      case ParsedLine.Assembled assembled -> assertThat(expected).isEqualTo("OK");
      case ParsedLine.SyntaxError error -> {
        assertThat(expected).as(error.message()).isNotEqualTo("OK");
        assertThat(error.code().map(TrapCode::description)).contains(expected);
      }
    }
  }

  @Test
  void numbersOfTheUndecodableAreIllegal() {
    for (long word : new long[] {0, 12, 63, 48, 0xFFC1L, 0x2A41L, 0x0B00_0000_0000_0001L}) {
      assertThat(InstructionDecoder.decode(Profile.A5, word))
          .isInstanceOfSatisfying(
              IllegalWord.class,
              it -> assertThat(it.code()).isEqualTo(TrapCode.ILLEGAL_INSTRUCTION));
    }
  }

  @Test
  void numberAndRegisterExcludeEachOther() {
    long word =
        InstructionEncoder.of(Profile.A5, "set_flag")
            .set(OperandRole.DYN, 1)
            .set(OperandRole.X, 4)
            .word();
    BitField id = WordFormat.C.field(FieldName.ID).orElseThrow();
    BitField dyn = WordFormat.C.field(FieldName.DYN).orElseThrow();
    assertThat(InstructionDecoder.decode(Profile.A5, id.set(word, 1)))
        .isInstanceOfSatisfying(
            IllegalWord.class, it -> assertThat(it.code()).isEqualTo(TrapCode.NOT_CANONICAL));
    assertThat(InstructionDecoder.decode(Profile.A5, dyn.set(word, 0)))
        .isInstanceOfSatisfying(
            IllegalWord.class, it -> assertThat(it.code()).isEqualTo(TrapCode.NOT_CANONICAL));
  }

  @Test
  void syntaxErrorsCarryTheColumn() {
    assertError("vadd.f32 V2, V0, X1", 18);
    assertError("vadd.f32 V2 V0", 13);
    assertError("frobnicate X1", 1);
    assertError("vadd.f99 V2, V0, V1", 6);
    assertError("vadd V2, V0, V1", 6);
    assertError("movi X5, 4294967296", 20);
    assertError("nop nop", 5);
    assertError("", 1);
  }

  private static void assertError(String text, int column) {
    assertThat(Assembler.parse(Profile.A5, text))
        .isInstanceOfSatisfying(
            ParsedLine.SyntaxError.class,
            it -> assertThat(it.column()).as(it.message()).isEqualTo(column));
  }
}
