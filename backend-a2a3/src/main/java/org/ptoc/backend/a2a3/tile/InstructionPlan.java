package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.InPlace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.recipe.InstructionMatcher;
import org.ptoc.passes.recipe.OperationRecipe;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.RecipeStep;
import org.ptoc.passes.recipe.SelectedRecipe;

/**
 * The instructions of a recipe in their order, and where each value lives: in an operand, in the
 * destination or in a slot of scratch, which values share whose lifetimes do not overlap.
 */
final class InstructionPlan {
  /** Instructions are chosen from the table of the profile, which never changes. */
  private static final InstructionMatcher SELECTION =
      InstructionMatcher.of(InstructionTable.of(Profile.A2A3), WordFormat.U);

  /** An instruction that gives a value to one register. */
  sealed interface Instruction {}

  /** A scalar in all elements; of one block of 32 bytes where that is enough. */
  record Splat(int result, int scalar) implements Instruction {}

  record Copy(int result, int from) implements Instruction {}

  /**
   * @param scalar the step of the scalar register
   */
  record Run(
      int result, InstructionMatcher.Choice choice, List<Integer> sources, Optional<Integer> scalar)
      implements Instruction {}

  /** A bitwise instruction on packed bits. */
  record Bits(int result, InstructionDefinition row, List<Integer> sources)
      implements Instruction {}

  record Convert(int result, RecipeStep.Convert step, int from) implements Instruction {}

  record Repeat(int count, List<Instruction> body) implements Instruction {}

  /** Where a value lives. */
  sealed interface Place {}

  record Source(int operand) implements Place {}

  record Destination() implements Place {}

  record SlotOf(int number) implements Place {}

  /** A slot whose first block is read for all elements. */
  record BlockOf(int number) implements Place {}

  private final Recipe recipe;
  private final SelectedRecipe selected;
  private final Map<Integer, DataType> types = new HashMap<>();
  private final Map<Integer, Integer> splats = new HashMap<>();
  private final BitSet whole = new BitSet();
  private final List<Instruction> instructions = new ArrayList<>();
  private final RegisterPlacement placement;
  private int next;

  private InstructionPlan(Recipe recipe, boolean apart) {
    this.recipe = recipe;
    this.selected = new SelectedRecipe(recipe, SELECTION);
    this.next = recipe.steps().size();
    emit(recipe.order(), instructions);
    this.placement = new RegisterPlacement(this, apart);
  }

  /** The plan of an elementwise tile operation. */
  static InstructionPlan of(Operation op, Constants constants, boolean bitSerial) {
    return new InstructionPlan(
        OperationRecipe.of(op, Rewrites.ROWS, constants, bitSerial),
        op.definition().inPlace(Profile.A2A3) == InPlace.APART);
  }

  /** The one instruction that does to two tiles what an elementwise operation does. */
  static InstructionDefinition instruction(org.ptoc.ir.catalog.Op tile, ElementType element) {
    Recipe recipe = OperationRecipe.of(tile.definition(), element, Rewrites.ROWS);
    return SELECTION.choose(recipe, recipe.result()).row();
  }

  Recipe recipe() {
    return recipe;
  }

  List<Instruction> instructions() {
    return List.copyOf(instructions);
  }

  /** Slots of scratch. */
  int slots() {
    return placement.slots();
  }

  /** True if the slots hold a block of 32 bytes each, so that the tile needs no pieces. */
  boolean hasOnlyBlocks() {
    return placement.hasOnlyBlocks();
  }

  /** The most bytes that a slot needs for an element of the tile. */
  int elementBytes() {
    return placement.elementBytes();
  }

  /** Bytes for an element of the tile; packed bits of a row start at blocks. */
  int bytesOfElement(int register) {
    if (isTruth(register)) {
      return Short.BYTES;
    }
    return isInHalves(register) ? 1 : type(register).bytes();
  }

  /** True if a register holds bytes in the halves of 16-bit lanes. */
  boolean isInHalves(int register) {
    return recipe.type().bytes() == 1 && register < recipe.steps().size() && isInHalvesOf(register);
  }

  private boolean isInHalvesOf(int number) {
    return switch (recipe.step(number)) {
      case RecipeStep.Cast(int value, DataType type) ->
          recipe.step(value).type().bytes() < type.bytes() || isInHalvesOf(value);
      case RecipeStep.Apply apply -> apply.arguments().stream().anyMatch(this::isInHalvesOf);
      default -> false;
    };
  }

  /** Where a register lives. */
  Place place(int register) {
    return placement.of(register);
  }

  DataType type(int register) {
    DataType known = types.get(register);
    return known == null ? recipe.step(register).type() : known;
  }

  /** True if a register holds packed bits. */
  boolean isTruth(int register) {
    return register < recipe.steps().size() && recipe.isTruth(register);
  }

  /** True if a register needs all its elements, not one block of equal ones. */
  boolean isWhole(int register) {
    return whole.get(register);
  }

  /** True if an operand is the content of the destination before the operation. */
  boolean isOldDestination(int register) {
    return register < recipe.steps().size()
        && recipe.step(register) instanceof RecipeStep.Operand operand
        && operand.isOldResult();
  }

  /** The register of the result. */
  int result() {
    return register(recipe.result());
  }

  // Instructions.

  private void emit(List<Integer> order, List<Instruction> to) {
    selected.needed(order).forEach(number -> emit(number, to));
  }

  private void emit(int number, List<Instruction> to) {
    switch (recipe.step(number)) {
      case RecipeStep.Apply apply when selected.isMaskLogic(number) ->
          to.add(
              new Bits(
                  number,
                  SELECTION.bitwise(apply.function()),
                  apply.arguments().stream().map(this::register).toList()));
      case RecipeStep.Apply apply -> run(number, selected.choice(number), to);
      case RecipeStep.Convert convert ->
          to.add(new Convert(number, convert, vector(convert.value())));
      case RecipeStep.Loop loop -> loop(loop, to);
      case RecipeStep.Operand operand -> {}
      case RecipeStep.Constant constant -> {}
      case RecipeStep.Cast cast -> {}
      case RecipeStep.Splat splat -> vector(splat.value());
      case RecipeStep.State state -> {}
      case RecipeStep.Result result -> {}
    }
  }

  private void run(int number, InstructionMatcher.Choice choice, List<Instruction> to) {
    List<Integer> sources = new ArrayList<>();
    Optional<Integer> scalar = Optional.empty();
    for (Map.Entry<Slot, Integer> input : choice.inputs().entrySet()) {
      switch (input.getKey()) {
        case FIRST, SECOND -> sources.add(vector(input.getValue()));
        case SELECTOR -> sources.add(register(input.getValue()));
        case SCALAR, DISTANCE -> scalar = Optional.of(input.getValue());
        case ACCUMULATOR -> {
          to.add(new Copy(number, vector(input.getValue())));
          types.put(number, type(number));
        }
        case ROUNDED_DISTANCE, LANE, NEGATIVE_LANE, CARRY ->
            throw new IllegalStateException("no operand " + input.getKey());
      }
    }
    to.add(new Run(number, choice, sources, scalar));
  }

  /** The state keeps its register: the next value is copied there where it cannot be made there. */
  private void loop(RecipeStep.Loop loop, List<Instruction> to) {
    for (int i = 0; i < loop.states().size(); i++) {
      int initial = loop.states().get(i).initial();
      int state = loop.stateNumbers().get(i);
      whole.set(state);
      to.add(
          recipe.isScalar(initial)
              ? new Splat(state, initial)
              : new Copy(state, register(initial)));
    }
    List<Instruction> body = new ArrayList<>();
    emit(loop.body(), body);
    for (int i = 0; i < loop.next().size(); i++) {
      body.add(new Copy(loop.stateNumbers().get(i), register(loop.next().get(i))));
    }
    to.add(new Repeat(loop.count(), body));
  }

  /** The register of a step; casts and results of loops have none of their own. */
  private int register(int number) {
    return switch (recipe.step(number)) {
      case RecipeStep.Cast cast -> register(cast.value());
      case RecipeStep.Splat splat -> vector(splat.value());
      case RecipeStep.Result result ->
          ((RecipeStep.Loop) recipe.step(result.loop())).stateNumbers().get(result.position());
      default -> number;
    };
  }

  /** The register of a step; of a scalar one that is filled before everything else. */
  private int vector(int number) {
    if (!recipe.isScalar(number)) {
      return register(number);
    }
    return splats.computeIfAbsent(
        number,
        scalar -> {
          int register = next++;
          types.put(register, recipe.step(scalar).type());
          instructions.add(new Splat(register, scalar));
          return register;
        });
  }
}
