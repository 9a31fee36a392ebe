package org.ptoc.passes.recipe;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.ptoc.ir.isa.DataType;

/**
 * How an element of the result follows from the elements of the operands: typed steps, each of
 * which one instruction can compute (spec/20, section 6; spec/21, 1.1 and 8).
 *
 * @param steps all steps by number
 * @param order the steps outside of loops in an order in which each comes after its arguments
 * @param result the number of the result
 */
public record Recipe(List<RecipeStep> steps, List<Integer> order, int result) {
  public Recipe {
    steps = Collections.unmodifiableList(steps);
    order = List.copyOf(order);
  }

  /** A step by its number. */
  public RecipeStep step(int number) {
    return steps.get(number);
  }

  /** The type of the result. */
  public DataType type() {
    return step(result).type();
  }

  /** True if a value is the same at each place: the scalar unit computes it. */
  public boolean isScalar(int number) {
    return switch (step(number)) {
      case RecipeStep.Operand operand -> operand.isScalar();
      case RecipeStep.Constant constant -> true;
      case RecipeStep.Splat splat -> false;
      case RecipeStep.State state -> false;
      case RecipeStep.Loop loop -> false;
      case RecipeStep.Result result -> false;
      case RecipeStep.Apply apply -> apply.arguments().stream().allMatch(this::isScalar);
      case RecipeStep.Convert convert -> isScalar(convert.value());
      case RecipeStep.Cast cast -> isScalar(cast.value());
    };
  }

  /** True if a value is a truth value. */
  public boolean isTruth(int number) {
    return step(number) instanceof RecipeStep.Apply(var function, var type, var arguments)
        && (function.isComparison()
            || function.isLogic() && arguments.stream().allMatch(this::isTruth));
  }

  /** The steps that the result depends on. */
  BitSet used() {
    BitSet used = new BitSet(steps.size());
    mark(result, used);
    return used;
  }

  private void mark(int number, BitSet used) {
    if (used.get(number)) {
      return;
    }
    used.set(number);
    RecipeStep step = step(number);
    step.arguments().forEach(argument -> mark(argument, used));
    if (step instanceof RecipeStep.Loop loop) {
      loop.stateNumbers().forEach(state -> mark(state, used));
      loop.next().forEach(next -> mark(next, used));
    }
  }
}
