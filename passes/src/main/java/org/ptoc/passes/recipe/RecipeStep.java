package org.ptoc.passes.recipe;

import java.util.List;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.RoundingMode;

/**
 * One value of a recipe, an element of it at a place; other steps name it by its number. A truth
 * value has the type of the compared values.
 */
public sealed interface RecipeStep {
  /** The type of the value. */
  DataType type();

  /** The numbers of the steps that it is made of, in this iteration of a loop. */
  default List<Integer> arguments() {
    return switch (this) {
      case Operand operand -> List.of();
      case Constant constant -> List.of();
      case Apply apply -> apply.arguments;
      case Convert convert -> List.of(convert.value);
      case Cast cast -> List.of(cast.value);
      case Splat splat -> List.of(splat.value);
      case State state -> List.of();
      case Loop loop -> loop.states.stream().map(State::initial).toList();
      case Result result -> List.of(result.loop);
    };
  }

  /**
   * An operand of the operation.
   *
   * @param number its position among the operands that are not scratch
   * @param isOldResult whether it is the content of the destination before
   */
  record Operand(int number, DataType type, boolean isScalar, boolean isOldResult)
      implements RecipeStep {}

  /** The bits of an element, the same at each place. */
  record Constant(long bits, DataType type) implements RecipeStep {}

  /** A function whose arguments have the type, or bits that count as such. */
  record Apply(LaneFunction function, DataType type, List<Integer> arguments)
      implements RecipeStep {
    public Apply {
      arguments = List.copyOf(arguments);
    }
  }

  /** A value in another type; in its own type the value rounded to an integral one. */
  record Convert(int value, DataType from, DataType type, RoundingMode rounding, boolean saturates)
      implements RecipeStep {}

  /** The same bits as another type of the same width. */
  record Cast(int value, DataType type) implements RecipeStep {}

  /** A scalar in every element. */
  record Splat(int value, DataType type) implements RecipeStep {}

  /** A variable at the start of an iteration of a loop. */
  record State(int initial, int position, DataType type) implements RecipeStep {}

  /**
   * A loop.
   *
   * @param body the steps of an iteration in their order
   * @param next the values of the states for the next iteration
   */
  record Loop(
      int count,
      List<State> states,
      List<Integer> stateNumbers,
      List<Integer> body,
      List<Integer> next)
      implements RecipeStep {
    public Loop {
      states = List.copyOf(states);
      stateNumbers = List.copyOf(stateNumbers);
      body = List.copyOf(body);
      next = List.copyOf(next);
    }

    @Override
    public DataType type() {
      return states.getFirst().type();
    }
  }

  /** The value of a state after a loop. */
  record Result(int loop, int position, DataType type) implements RecipeStep {}
}
