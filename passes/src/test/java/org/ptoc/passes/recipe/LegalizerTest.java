package org.ptoc.passes.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.catalog.TileExpression;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.passes.recipe.Rewrite.Condition;

class LegalizerTest {
  private static final Set<DataType> WORDS = Rewrite.types(DataType.S32, DataType.U32);
  private static final InstructionMatcher A5 =
      InstructionMatcher.of(InstructionTable.of(Profile.A5), WordFormat.V);

  private static Recipe recipe(String text, DataType type, Rewrite... rows) {
    return recipe(text, type, EnumSet.noneOf(Condition.class), rows);
  }

  private static Recipe recipe(
      String text, DataType type, Set<Condition> conditions, Rewrite... rows) {
    Map<String, RecipeStep.Operand> operands =
        Map.of(
            "a", new RecipeStep.Operand(0, type, false, false),
            "b", new RecipeStep.Operand(1, type, false, false),
            "scalar", new RecipeStep.Operand(2, type, true, false));
    return Legalizer.recipe(TileExpression.parse(text), operands, type, List.of(rows), conditions);
  }

  private static List<LaneFunction> functions(Recipe recipe, List<Integer> order) {
    return order.stream()
        .map(recipe::step)
        .filter(step -> step instanceof RecipeStep.Apply)
        .map(step -> ((RecipeStep.Apply) step).function())
        .toList();
  }

  private static List<LaneFunction> functions(Recipe recipe) {
    return functions(recipe, recipe.order());
  }

  @Test
  void equalStepsAreOneAndUnusedOnesGo() {
    Recipe recipe = recipe("x = a + b; y = a - b; x * (a + b)", DataType.S32);
    assertThat(functions(recipe)).containsExactly(LaneFunction.ADD, LaneFunction.MUL);
  }

  @Test
  void theFirstRowThatFitsReplacesAPattern() {
    Rewrite division = Rewrite.of("a / b", WORDS, "a >> b");
    Rewrite other = Rewrite.of("x / y", WORDS, "x << y");
    assertThat(functions(recipe("a / b + a", DataType.S32, division, other)))
        .containsExactly(LaneFunction.SHR, LaneFunction.ADD);
    assertThat(functions(recipe("a / b", DataType.FP32, division, other)))
        .containsExactly(LaneFunction.DIV);
  }

  @Test
  void aRowMayAskForAConditionOrAScalar() {
    Rewrite precise = Rewrite.of("rsqrt(a)", WORDS, "sqrt(a)").when(Condition.PRECISE);
    assertThat(functions(recipe("rsqrt(a)", DataType.S32, precise)))
        .containsExactly(LaneFunction.RSQRT);
    assertThat(functions(recipe("rsqrt(a)", DataType.S32, EnumSet.of(Condition.PRECISE), precise)))
        .containsExactly(LaneFunction.SQRT);
    Rewrite scalars = Rewrite.of("v - s", WORDS, "v + -s");
    assertThat(functions(recipe("a - b", DataType.S32, scalars))).containsExactly(LaneFunction.SUB);
    assertThat(functions(recipe("a - scalar", DataType.S32, scalars)))
        .containsExactly(LaneFunction.NEG, LaneFunction.ADD);
  }

  /** A number takes the type of what it meets; in a row E and W are those of its first value. */
  @Test
  void typesComeFromOperands() {
    Recipe recipe = recipe("(as(u32, a) >> W - 1) + 1", DataType.S32);
    assertThat(recipe.type()).isEqualTo(DataType.U32);
    assertThat(recipe.steps()).contains(new RecipeStep.Constant(31, DataType.U32));
    Rewrite wide = Rewrite.of("a * b", Rewrite.types(DataType.S8), "E(i16(a) * i16(b))");
    assertThat(recipe("a * b", DataType.S8, wide).type()).isEqualTo(DataType.S8);
  }

  @Test
  void stepsThatALoopDoesNotChangeStandBeforeIt() {
    Recipe recipe = recipe("for 4 with r = a { r = r * (b + 1); } r", DataType.S32);
    assertThat(functions(recipe)).containsExactly(LaneFunction.ADD);
    RecipeStep.Loop loop =
        (RecipeStep.Loop)
            recipe.order().stream()
                .map(recipe::step)
                .filter(step -> step instanceof RecipeStep.Loop)
                .findFirst()
                .orElseThrow();
    assertThat(loop.count()).isEqualTo(4);
    assertThat(functions(recipe, loop.body())).containsExactly(LaneFunction.MUL);
  }

  @Test
  void aLoopWithACounterIsWrittenOut() {
    Recipe recipe = recipe("each k 3 with r = a { r = r << (1 << k); } r", DataType.U32);
    assertThat(functions(recipe))
        .containsExactly(LaneFunction.SHL, LaneFunction.SHL, LaneFunction.SHL);
    assertThat(recipe.steps()).contains(new RecipeStep.Constant(4, DataType.U32));
  }

  @Test
  void whatNoRowExplainsIsRefused() {
    assertThatThrownBy(() -> recipe("power(a, b)", DataType.S32))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("power");
  }

  /** The expression of a row of the instruction table is the pattern of its instruction. */
  @Test
  void instructionsComeFromTheTable() {
    Recipe sum = recipe("max(a + b, 0)", DataType.FP32);
    InstructionMatcher.Choice fused = A5.choose(sum, sum.result());
    assertThat(fused.row().mnemonic()).isEqualTo("vaddrelu");
    assertThat(new SelectedRecipe(sum, A5).needed(sum.order())).hasSize(3);
    Recipe scaled = recipe("fma(scalar, a, b)", DataType.FP32);
    InstructionMatcher.Choice axpy = A5.choose(scaled, scaled.result());
    assertThat(axpy.row().mnemonic()).isEqualTo("vaxpy");
    assertThat(scaled.step(axpy.inputs().get(Slot.SCALAR)))
        .isEqualTo(new RecipeStep.Operand(2, DataType.FP32, true, false));
    Recipe bytes = recipe("a * b", DataType.U8);
    assertThatThrownBy(() -> A5.choose(bytes, bytes.result()))
        .isInstanceOf(IllegalStateException.class);
  }
}
