package org.ptoc.passes.recipe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * Finds the vector instruction that computes steps of a recipe: the one whose row in the
 * instruction table has the same expression, of several the one that covers most steps.
 */
public final class InstructionMatcher {
  private final Map<LaneFunction, List<Candidate>> byFunction = new EnumMap<>(LaneFunction.class);

  private record Candidate(InstructionDefinition row, LaneExpression.Apply expression, int size) {

    /** True if the old destination is what the rest is added to. */
    boolean accumulates() {
      return expression.arguments().getLast().equals(new LaneExpression.Operand(Slot.ACCUMULATOR));
    }
  }

  /**
   * An instruction for a step.
   *
   * @param type the element type that the word names
   * @param inputs the steps that it reads, by the slot of its expression
   */
  public record Choice(InstructionDefinition row, DataType type, Map<Slot, Integer> inputs) {

    /**
     * The step in a slot.
     *
     * @throws IllegalArgumentException for a slot that the instruction does not read
     */
    public int input(Slot slot) {
      Integer step = inputs.get(slot);
      if (step == null) {
        throw new IllegalArgumentException(row + " has no " + slot);
      }
      return step;
    }
  }

  private InstructionMatcher(InstructionTable table, WordFormat format) {
    for (InstructionDefinition row : table.definitions()) {
      if (row.format() == format
          && row.semantics() instanceof Semantics.Lanes(var results, var layout)
          && results.size() == 1
          && layout == Semantics.Layout.PARTS) {
        add(row, results.getFirst());
      }
    }
    byFunction
        .values()
        .forEach(
            list ->
                list.sort(
                    Comparator.<Candidate>comparingInt(each -> -each.size())
                        .thenComparing(each -> !each.accumulates())));
  }

  /** The words of one format of a table. */
  public static InstructionMatcher of(InstructionTable table, WordFormat format) {
    return new InstructionMatcher(table, format);
  }

  private void add(InstructionDefinition row, LaneExpression expression) {
    switch (expression) {
      case LaneExpression.Apply apply -> add(row, apply);
      case LaneExpression.Compare(LaneExpression first, LaneExpression second) -> {
        for (LaneFunction function : LaneFunction.values()) {
          if (function.isComparison()) {
            add(row, new LaneExpression.Apply(function, List.of(first, second)));
          }
        }
      }
      case LaneExpression.Operand operand -> {}
      case LaneExpression.Constant constant -> {}
      case LaneExpression.Convert convert -> {}
      case LaneExpression.Below below -> {}
      case LaneExpression.Borrow borrow -> {}
    }
  }

  private void add(InstructionDefinition row, LaneExpression.Apply expression) {
    byFunction
        .computeIfAbsent(expression.function(), any -> new ArrayList<>())
        .add(new Candidate(row, expression, size(expression)));
  }

  private static int size(LaneExpression expression) {
    return 1 + expression.arguments().stream().mapToInt(InstructionMatcher::size).sum();
  }

  /** The bitwise instruction of a function on packed bits. */
  public InstructionDefinition bitwise(LaneFunction function) {
    return byFunction.getOrDefault(function, List.of()).stream()
        .map(Candidate::row)
        .filter(row -> row.types().acceptsAlone(DataType.U16))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The instruction that computes a step and those that only it needs.
   *
   * @throws IllegalStateException when the profile has none
   */
  public Choice choose(Recipe recipe, int number) {
    RecipeStep.Apply step = (RecipeStep.Apply) recipe.step(number);
    for (boolean splats : new boolean[] {false, true}) {
      for (Candidate candidate : byFunction.getOrDefault(step.function(), List.of())) {
        Optional<DataType> type = type(candidate.row(), step);
        Map<Slot, Integer> inputs = new EnumMap<>(Slot.class);
        if (type.isPresent() && covers(recipe, candidate.expression(), number, splats, inputs)) {
          return new Choice(candidate.row(), type.get(), inputs);
        }
      }
    }
    throw new IllegalStateException("no instruction for " + step);
  }

  /**
   * The type of the step, or one that its function does not tell from it; a bitwise instruction may
   * work on lanes of another width.
   */
  private static Optional<DataType> type(InstructionDefinition row, RecipeStep.Apply step) {
    DataType own = step.type();
    if (row.types().acceptsAlone(own)) {
      return Optional.of(own);
    }
    DataType other = own.unsigned() == own ? own.signed() : own.unsigned();
    if (ignoresSign(step.function()) && row.types().acceptsAlone(other)) {
      return Optional.of(other);
    }
    return isBitwise(step.function()) && row.types().acceptsAlone(DataType.U16)
        ? Optional.of(DataType.U16)
        : Optional.empty();
  }

  private static boolean isBitwise(LaneFunction function) {
    return function.isLogic() && function != LaneFunction.SELECT;
  }

  private static boolean ignoresSign(LaneFunction function) {
    return switch (function) {
      case ADD, SUB, MUL, AND, OR, XOR, NOT, SHL, NEG, SELECT, EQ, NE -> true;
      case MUL_HIGH, DIV, MAX, MIN, SHR, SHR_ROUNDED, ABS -> false;
      case EXP, EXP_DIFFERENCE, LN, SQRT, RECIPROCAL, RSQRT, FMA -> false;
      case GE, GT, LE, LT, POPULATION_COUNT, LEADING_SIGN_COUNT -> false;
    };
  }

  private static boolean covers(
      Recipe recipe,
      LaneExpression pattern,
      int number,
      boolean splats,
      Map<Slot, Integer> inputs) {
    return switch (pattern) {
      case LaneExpression.Operand(Slot slot) -> {
        Integer before = inputs.putIfAbsent(slot, number);
        yield (before == null || before == number) && fits(recipe, slot, number, splats);
      }
      case LaneExpression.Constant(int value) ->
          recipe.step(number) instanceof RecipeStep.Constant(long bits, var type) && bits == value;
      case LaneExpression.Apply(LaneFunction function, var arguments) -> {
        boolean same =
            recipe.step(number) instanceof RecipeStep.Apply apply && apply.function() == function;
        for (int i = 0; same && i < arguments.size(); i++) {
          int argument = recipe.step(number).arguments().get(i);
          same = covers(recipe, arguments.get(i), argument, splats, inputs);
        }
        yield same;
      }
      case LaneExpression.Convert convert -> false;
      case LaneExpression.Compare compare -> false;
      case LaneExpression.Below below -> false;
      case LaneExpression.Borrow borrow -> false;
    };
  }

  /**
   * @param splats whether a scalar may become a vector of equal elements
   */
  private static boolean fits(Recipe recipe, Slot slot, int number, boolean splats) {
    return switch (slot) {
      case FIRST, SECOND, ACCUMULATOR ->
          !recipe.isTruth(number) && (splats || !recipe.isScalar(number));
      case SCALAR, DISTANCE -> recipe.isScalar(number);
      case SELECTOR -> recipe.isTruth(number);
      case ROUNDED_DISTANCE, LANE, NEGATIVE_LANE, CARRY -> false;
    };
  }
}
