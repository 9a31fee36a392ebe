package org.ptoc.ir.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.catalog.TileExpression.Call;
import org.ptoc.ir.catalog.TileExpression.Name;
import org.ptoc.ir.catalog.TileExpression.Number;

class TileExpressionTest {

  /** Fully parenthesised, so that what binds tighter shows. */
  private static String shown(TileExpression expression) {
    return switch (expression) {
      case Name(String name) -> name;
      case Number(long value) -> Long.toString(value);
      case Call(String function, List<TileExpression> arguments) ->
          "("
              + function
              + " "
              + String.join(" ", arguments.stream().map(each -> shown(each)).toList())
              + ")";
      case TileExpression.Block block ->
          block.statements().size() + " statements, " + shown(block.value());
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "a + b * c # (+ a (* b c))",
        "a - b - c # (- (- a b) c)",
        "-a >> W - 1 & d # (& (>> (- a) (- W 1)) d)",
        "r < 0 ^ b < 0 # (^ (< r 0) (< b 0))",
        "a == b | c != d # (| (== a b) (!= c d))",
        "a > 0 ? a : b > 0 ? b : c # (? (> a 0) a (? (> b 0) b c))",
        "a << 1 | q >> 3 # (| (<< a 1) (>> q 3))",
        "fma(a, ~b, -1) # (fma a (~ b) -1)",
        "as(f32, 0x7F7FFFFF) # (as f32 2139095039)",
        "x = a + 1; x * x # 1 statements, (* x x)",
      })
  void operatorsBindAsInC(String text, String tree) {
    assertThat(shown(TileExpression.parse(text))).isEqualTo(tree);
  }

  @Test
  void loopsHaveStatesAndABody() {
    TileExpression expression =
        TileExpression.parse("for W with q = a, r = 0 { r = r + 1; q = q << 1; } q");
    assertThat(expression)
        .isInstanceOfSatisfying(
            TileExpression.Block.class,
            block ->
                assertThat(block.statements().getFirst())
                    .isInstanceOfSatisfying(
                        TileExpression.Loop.class,
                        loop -> {
                          assertThat(loop.counter()).isEmpty();
                          assertThat(loop.states()).hasSize(2);
                          assertThat(loop.body()).hasSize(2);
                        }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a +", "a b", "(a", "f(a", "a ? b", "x = a", "for W { } a", "a $ b", "max()"})
  void whatIsNoExpressionIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> TileExpression.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected ");
  }

  /** A name of a pattern is the same value each time. */
  @Test
  void patternsBindNames() {
    TileExpression pattern = TileExpression.parse("a - floor(a / b) * b");
    Map<String, TileExpression> found = new HashMap<>();
    assertThat(
            TileExpression.matches(
                pattern, TileExpression.parse("f32(x) - floor(f32(x) / y) * y"), found))
        .isTrue();
    assertThat(found).containsEntry("b", new Name("y"));
    assertThat(
            TileExpression.matches(
                pattern, TileExpression.parse("x - floor(x / y) * z"), new HashMap<>()))
        .isFalse();
  }
}
