package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.LaneExpression.Slot;

/** What words compute in a lane, with the types and modes that they name (spec/10, spec/11). */
class LaneTypingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A5   | vadd.f32 V1, V2, V3              | add.f32(a.f32, b.f32)
          A5   | vcmp.u16 P1, V2, V3, LT          | lt.u16(a.u16, b.u16)
          A5   | vcmp.i32 P1, V2, V3, GE          | ge.i32(a.i32, b.i32)
          A5   | vshrs.i32 V1, V2, X3             | shr.i32(a.i32, n.i32)
          A5   | vmula.f16 V1, V2, V3, V1         | fma.f16(a.f16, b.f16, c.f16)
          A5   | vrelu.f32 V1, V2                 | max.f32(a.f32, 0.f32)
          A5   | vcvt.f32.f16 V1, V2, R, SAT, EVEN | f16:NEAREST_EVEN:sat(a.f32)
          A5   | vcvt.f32.f16 V1, V2, Z, EVEN     | f16:TOWARD_ZERO(a.f32)
          A5   | vcvt.f16.f32 V1, V2, ODD         | f32:DEFAULT(a.f16)
          A5   | vtrc.f32 V1, V2, F               | f32:DOWN(a.f32)
          A5   | vci.i32 V1, X2, ASC              | add.i32(s.i32, i.i32)
          A5   | vci.i32 V1, X2, DESC             | add.i32(s.i32, -i.i32)
          A5   | vaddc.i32 V1, P1, V2, V3         | add.i32(a.i32, b.i32); lt.u32(add.i32(a.i32, b.i32), a.i32)
          A5   | vsubc.i32 V1, P1, V2, V3, BORROW | sub.i32(a.i32, b.i32); lt.u32(a.i32, b.i32)
          A5   | vsubc.i32 V1, P1, V2, V3, NO_BORROW | sub.i32(a.i32, b.i32); not.i32(lt.u32(a.i32, b.i32))
          A5   | vexpdif.f16.f32 V1, V2, V3, EVEN | exp_difference.f32(f32:NEAREST_EVEN(a.f16), f32:NEAREST_EVEN(b.f16))
          A5   | vexpdif.f32 V1, V2, V3, EVEN         | exp_difference.f32(a.f32, b.f32)
          A5   | vaddreluconv.f32.f16 V1, V2, V3, R, EVEN | f16:NEAREST_EVEN:sat(max.f32(add.f32(a.f32, b.f32), 0.f32))
          A5   | vaddreluconv.i16.i8 V1, V2, V3, R, EVEN | i8:NEAREST_EVEN:sat(max.i32(add.i32(i32:NEAREST_EVEN(a.i16), i32:NEAREST_EVEN(b.i16)), 0.i32))
          A5   | vmulconv.f16.u8 V1, V2, V3, R, EVEN    | u8:NEAREST_EVEN:sat(mul.f32(f32:NEAREST_EVEN(a.f16), f32:NEAREST_EVEN(b.f16)))
          A5   | vmulscvt.f32.f16 V1, V2, X3, A, EVEN | f16:NEAREST_AWAY(mul.f32(a.f32, s.f32))
          A2A3 | vmla.f16.f32 X1, X2, X3, X4      | fma.f32(f32:NEAREST_EVEN(a.f16), f32:NEAREST_EVEN(b.f16), c.f32)
          A2A3 | vshrs.i32 X1, X2, X3, X4         | shr.i32(a.i32, n.i32)
          A2A3 | vshrs.i32 X1, X2, X3, X4, ROUND  | shr_rounded.i32(a.i32, n.i32)
          """)
  void word(Profile profile, String text, String expected) {
    assertThat(
            typed(profile, text).stream()
                .map(LaneTypingTest::print)
                .collect(Collectors.joining("; ")))
        .isEqualTo(expected);
  }

  private static List<TypedExpression> typed(Profile profile, String text) {
    return switch (Assembler.parse(profile, text)) {
      case ParsedLine.Assembled(Instruction instruction) ->
          LaneTyping.of(instruction, (Semantics.Lanes) instruction.definition().semantics());
      case ParsedLine.SyntaxError error -> throw new AssertionError(text + ": " + error.message());
    };
  }

  private static String print(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.Operand(Slot slot, DataType type) ->
          slot.symbol() + "." + type.spelling();
      case TypedExpression.Constant(int value, DataType type) -> value + "." + type.spelling();
      case TypedExpression.Convert(
              TypedExpression value,
              DataType type,
              RoundingMode rounding,
              boolean saturate) ->
          type.spelling() + ":" + rounding + (saturate ? ":sat" : "") + "(" + print(value) + ")";
      case TypedExpression.Apply(
              LaneFunction function,
              DataType type,
              List<TypedExpression> arguments) ->
          function.name().toLowerCase(Locale.ROOT)
              + "."
              + type.spelling()
              + arguments.stream()
                  .map(LaneTypingTest::print)
                  .collect(Collectors.joining(", ", "(", ")"));
    };
  }

  @Test
  void expressionsTellWhatTheyAreMadeOf() {
    TypedExpression sum = typed(Profile.A5, "vaddcs.i32 V1, P1, V2, V3, P2").getFirst();
    assertThat(sum.reads(Slot.CARRY)).isTrue();
    assertThat(sum.reads(Slot.SCALAR)).isFalse();
    assertThat(sum.isTruth()).isFalse();
    assertThat(typed(Profile.A5, "vaddcs.i32 V1, P1, V2, V3, P2").getLast().isTruth()).isTrue();
    TypedExpression.Convert converted =
        (TypedExpression.Convert) typed(Profile.A5, "vcvt.f32.f16 V1, V2, R, SAT, EVEN").getFirst();
    assertThat(converted.from()).isEqualTo(DataType.FP32);
    assertThat(converted.saturating(false).saturate()).isFalse();
    assertThat(converted.isTruth()).isFalse();
    assertThat(converted.arguments()).hasSize(1);
    TypedExpression constant = new TypedExpression.Constant(1, DataType.S32);
    assertThat(constant.isTruth()).isFalse();
    assertThat(constant.parts()).containsExactly(constant);
    TypedExpression mask = new TypedExpression.Operand(Slot.SELECTOR, DataType.S32);
    assertThat(mask.isTruth()).isTrue();
    assertThat(TypedExpression.apply(LaneFunction.OR, DataType.S32, mask, mask).isTruth()).isTrue();
    assertThat(TypedExpression.apply(LaneFunction.OR, DataType.S32, mask, constant).isTruth())
        .isFalse();
    assertThat(TypedExpression.apply(LaneFunction.ADD, DataType.S32, mask, mask).isTruth())
        .isFalse();
  }
}
