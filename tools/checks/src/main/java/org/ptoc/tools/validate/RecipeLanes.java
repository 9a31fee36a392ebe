package org.ptoc.tools.validate;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.emulator.unit.Vectors;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.RecipeStep;

/**
 * The values of a recipe for some elements at once: each step is computed by the lane functions of
 * the instruction table, which the interpreter uses, too, but on elements in order and apart from
 * registers, masks and memory.
 */
final class RecipeLanes {
  /** Elements that are computed at once. */
  static final int LANES = 32;

  private static final int BYTES = 512;

  private final Recipe recipe;
  private final LanePlan[] plans;
  private final byte[] values;
  private final UnitScratch temporary = new UnitScratch();

  RecipeLanes(Recipe recipe) {
    this.recipe = recipe;
    int steps = recipe.steps().size();
    this.plans = new LanePlan[steps];
    this.values = new byte[steps * BYTES + BYTES + LanePlan.SCRATCH_BYTES];
    for (int i = 0; i < steps; i++) {
      int number = i;
      expression(number).ifPresent(found -> plans[number] = LanePlan.of(List.of(found)));
    }
  }

  /** Bytes in front of lane 0 of a step in {@link #values}. */
  private static int place(int step) {
    return step * BYTES;
  }

  /** Sets the elements of an operand. */
  void set(int operand, long[] bits, int lanes) {
    for (int step = 0; step < recipe.steps().size(); step++) {
      if (recipe.step(step) instanceof RecipeStep.Operand found && found.number() == operand) {
        int bytes = found.type().bytes();
        for (int lane = 0; lane < lanes; lane++) {
          LittleEndian.put(values, place(step) + lane * bytes, bytes, bits[lane]);
        }
      }
    }
  }

  /** The type in which the recipe takes an operand; that of the result for one it does not. */
  DataType operandType(int operand) {
    return recipe.steps().stream()
        .filter(step -> step instanceof RecipeStep.Operand each && each.number() == operand)
        .map(RecipeStep::type)
        .findFirst()
        .orElse(recipe.type());
  }

  /** Computes all steps for as many elements. */
  void compute(int lanes) {
    recipe.order().forEach(step -> compute(step, lanes));
  }

  /** An element of the result. */
  long result(int lane) {
    int bytes = recipe.type().bytes();
    return LittleEndian.get(values, place(recipe.result()) + lane * bytes, bytes);
  }

  private void compute(int number, int lanes) {
    RecipeStep step = recipe.step(number);
    switch (step) {
      case RecipeStep.Operand operand -> {
        // Set from outside.
      }
      case RecipeStep.Constant(long bits, DataType type) ->
          Vectors.fill(values, place(number), bits, type.bytes());
      case RecipeStep.Splat splat -> copy(splat.value(), number);
      case RecipeStep.Cast cast -> copy(cast.value(), number);
      case RecipeStep.State state -> {
        // Set by its loop.
      }
      case RecipeStep.Loop loop -> iterate(loop, lanes);
      case RecipeStep.Result result -> {
        RecipeStep.Loop loop = (RecipeStep.Loop) recipe.step(result.loop());
        copy(loop.stateNumbers().get(result.position()), number);
      }
      case RecipeStep.Apply apply -> apply(number, apply, lanes);
      case RecipeStep.Convert convert -> run(number, List.of(convert.value()), 0, lanes);
    }
  }

  private void iterate(RecipeStep.Loop loop, int lanes) {
    for (int i = 0; i < loop.states().size(); i++) {
      copy(loop.states().get(i).initial(), loop.stateNumbers().get(i));
    }
    byte[] next = new byte[loop.states().size() * BYTES];
    for (int iteration = 0; iteration < loop.count(); iteration++) {
      loop.body().forEach(step -> compute(step, lanes));
      for (int i = 0; i < loop.next().size(); i++) {
        System.arraycopy(values, place(loop.next().get(i)), next, i * BYTES, BYTES);
      }
      for (int i = 0; i < loop.next().size(); i++) {
        System.arraycopy(next, i * BYTES, values, place(loop.stateNumbers().get(i)), BYTES);
      }
    }
  }

  private void copy(int from, int to) {
    System.arraycopy(values, place(from), values, place(to), BYTES);
  }

  private void apply(int number, RecipeStep.Apply apply, int lanes) {
    List<Integer> arguments = apply.arguments();
    if (isShiftByScalar(apply)) {
      int bytes = recipe.step(arguments.get(1)).type().bytes();
      long distance = LittleEndian.get(values, place(arguments.get(1)), bytes);
      run(number, arguments.subList(0, 1), distance, lanes);
      return;
    }
    if (apply.function() == LaneFunction.SELECT) {
      int truth = recipe.step(arguments.getFirst()).type().bytes();
      widen(arguments.getFirst(), truth, apply.type().bytes(), lanes);
    }
    run(number, arguments, 0, lanes);
  }

  /** Appends a truth value in lanes of another width to the steps. */
  private void widen(int truth, int from, int to, int lanes) {
    int spare = place(recipe.steps().size());
    for (int lane = 0; lane < lanes; lane++) {
      long bits = LittleEndian.get(values, place(truth) + lane * from, from);
      LittleEndian.put(values, spare + lane * to, to, bits == 0 ? 0 : -1);
    }
  }

  private void run(int number, List<Integer> arguments, long scalar, int lanes) {
    int spare = place(recipe.steps().size());
    boolean selects =
        recipe.step(number) instanceof RecipeStep.Apply apply
            && apply.function() == LaneFunction.SELECT;
    List<Integer> plain = selects ? arguments.subList(1, 3) : arguments;
    plans[number].run(
        values,
        place(number),
        place(plain.getFirst()),
        plain.size() > 1 ? place(plain.get(1)) : 0,
        plain.size() > 2 ? place(plain.get(2)) : 0,
        spare,
        scalar,
        spare + BYTES,
        lanes,
        temporary);
  }

  private boolean isShiftByScalar(RecipeStep.Apply apply) {
    return switch (apply.function()) {
      case SHL, SHR -> recipe.isScalar(apply.arguments().get(1));
      default -> false;
    };
  }

  private Optional<TypedExpression> expression(int number) {
    return switch (recipe.step(number)) {
      case RecipeStep.Apply apply -> Optional.of(expression(apply));
      case RecipeStep.Convert convert ->
          Optional.of(
              new TypedExpression.Convert(
                  new TypedExpression.Operand(Slot.FIRST, convert.from()),
                  convert.type(),
                  convert.rounding(),
                  convert.saturates()));
      case RecipeStep.Operand operand -> Optional.empty();
      case RecipeStep.Constant constant -> Optional.empty();
      case RecipeStep.Cast cast -> Optional.empty();
      case RecipeStep.Splat splat -> Optional.empty();
      case RecipeStep.State state -> Optional.empty();
      case RecipeStep.Loop loop -> Optional.empty();
      case RecipeStep.Result result -> Optional.empty();
    };
  }

  private TypedExpression expression(RecipeStep.Apply apply) {
    DataType type = apply.type();
    List<Slot> slots =
        apply.function() == LaneFunction.SELECT
            ? List.of(Slot.SELECTOR, Slot.FIRST, Slot.SECOND)
            : isShiftByScalar(apply)
                ? List.of(Slot.FIRST, Slot.DISTANCE)
                : List.of(Slot.FIRST, Slot.SECOND, Slot.ACCUMULATOR)
                    .subList(0, apply.arguments().size());
    return new TypedExpression.Apply(
        apply.function(),
        type,
        slots.stream()
            .<TypedExpression>map(slot -> new TypedExpression.Operand(slot, type))
            .toList());
  }
}
