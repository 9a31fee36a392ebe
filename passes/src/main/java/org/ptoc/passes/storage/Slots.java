package org.ptoc.passes.storage;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;

/**
 * Slot numbers of multi-tiles that rotate with the iterations of a loop: {@code %i mod 2}, the same
 * of {@code %i / step}, or a carried number that every iteration moves on by one. Two such numbers
 * of one loop name the same slot in iterations that are as far apart as their phases.
 */
public final class Slots {
  private final Constants constants;
  private final Definitions definitions;
  private final Set<Value> assumed = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * A number that is {@code base + phase} modulo the number of slots.
   *
   * @param base argument of a loop that grows by one, modulo the number of slots, with each
   *     iteration
   */
  public record Turn(Value base, long phase) {}

  public Slots(Definitions definitions, Constants constants) {
    this.definitions = definitions;
    this.constants = constants;
  }

  /** How a slot number rotates; empty when unknown. */
  public Optional<Turn> turn(Value slot, int slots) {
    if (definitions.loop(slot).isPresent()) {
      return argument(slot, slots);
    }
    return definitions.operation(slot).flatMap(op -> result(op, slots));
  }

  private Optional<Turn> result(Operation op, int slots) {
    return switch (op.definition().form()) {
      case SCALAR_CAST -> keepsTurns(op, slots) ? turn(op.operandAt(0), slots) : Optional.empty();
      case INTEGER_BINARY -> arithmetic(op, slots);
      default -> Optional.empty();
    };
  }

  /** A conversion between integers; a narrow one wraps, which does no harm to a power of two. */
  private static boolean keepsTurns(Operation op, int slots) {
    return op.operandAt(0).type() instanceof ElementType from
        && op.result().type() instanceof ElementType to
        && !from.isFloat()
        && !to.isFloat()
        && (Integer.bitCount(slots) == 1 || to == ElementType.INDEX || to.bits() >= 32);
  }

  /**
   * The induction variable with step one, or a carried number that is one more in the next
   * iteration.
   */
  private Optional<Turn> argument(Value argument, int slots) {
    Turn itself = new Turn(argument, 0);
    if (assumed.contains(argument)) {
      return Optional.of(itself);
    }
    Operation loop = definitions.loop(argument).orElseThrow();
    int index = loop.region().arguments().indexOf(argument);
    if (index == 0) {
      OptionalLong step = constants.integer(loop.operand(RoleName.STEP));
      boolean turns = step.isPresent() && step.getAsLong() > 0 && step.getAsLong() % slots == 1;
      return turns ? Optional.of(itself) : Optional.empty();
    }
    assumed.add(argument);
    Optional<Turn> next = turn(loop.region().operations().getLast().operandAt(index - 1), slots);
    assumed.remove(argument);
    return next.filter(turn -> turn.base() == argument && turn.phase() == 1).map(turn -> itself);
  }

  /**
   * True if an induction variable is divided by its step, which is one more in each iteration. A
   * variable that itself rotates is excluded, because both would be taken for one number.
   */
  private boolean countsIterations(Operation op, Value variable, long number, int slots) {
    Optional<Operation> counted =
        definitions.loop(variable).filter(loop -> loop.region().arguments().indexOf(variable) == 0);
    if (counted.isEmpty()) {
      return false;
    }
    Operation loop = counted.get();
    OptionalLong step = constants.integer(loop.operand(RoleName.STEP));
    OptionalLong lower = constants.integer(loop.operand(RoleName.LOWER));
    boolean divides =
        switch (op.definition().shortName()) {
          case "divui", "divsi", "floordivsi" -> step.isPresent() && number == step.getAsLong();
          case "shrui", "shrsi" ->
              step.isPresent() && number < Integer.SIZE && 1L << number == step.getAsLong();
          default -> false;
        };
    return divides && lower.isPresent() && lower.getAsLong() >= 0 && step.getAsLong() % slots != 1;
  }

  private Optional<Turn> arithmetic(Operation op, int slots) {
    OptionalLong left = constants.integer(op.operandAt(0));
    OptionalLong right = constants.integer(op.operandAt(1));
    if (left.isEmpty() == right.isEmpty()) {
      return Optional.empty();
    }
    Value value = op.operandAt(left.isPresent() ? 1 : 0);
    long number = left.isPresent() ? left.getAsLong() : right.getAsLong();
    if (right.isPresent() && countsIterations(op, value, number, slots)) {
      return Optional.of(new Turn(value, 0));
    }
    boolean known =
        switch (Arithmetic.of(op.definition())) {
          // A sum below zero would wrap; that does no harm to a power of two.
          case ADDI -> number >= 0 || Integer.bitCount(slots) == 1;
          case SUBI -> right.isPresent() ? Integer.bitCount(slots) == 1 : slots == 2;
          case XORI -> slots == 2 && number == 1;
          case REMUI, REMSI -> right.isPresent() && number > 0 && number % slots == 0;
          case ANDI -> number > 0 && (number & number + 1) == 0 && (number + 1) % slots == 0;
          default -> false;
        };
    if (!known) {
      return Optional.empty();
    }
    long moved =
        switch (Arithmetic.of(op.definition())) {
          case ADDI, XORI -> number;
          case SUBI -> -number;
          default -> 0;
        };
    return turn(value, slots)
        .map(turn -> new Turn(turn.base(), Math.floorMod(turn.phase() + moved, (long) slots)));
  }

  /** The first value on the way from a slot number to a loop that does not rotate. */
  public Optional<Value> lost(Value slot, int slots) {
    List<Value> operands = definitions.operation(slot).map(Operation::operands).orElse(List.of());
    for (Value operand : operands) {
      if (constants.integer(operand).isEmpty() && turn(operand, slots).isEmpty()) {
        return lost(operand, slots);
      }
    }
    return Optional.of(slot);
  }

  /** Why a value that is {@link #lost} does not rotate. */
  public String reason(Value value, int slots) {
    String name = value.name().isEmpty() ? "the number" : "%" + value.name();
    Optional<Operation> of = definitions.loop(value);
    if (of.isEmpty()) {
      return definitions
          .operation(value)
          .map(
              op ->
                  name
                      + " comes from "
                      + op.name()
                      + ", which is not followed; remui, andi, addi, subi of a counter, or of one"
                      + " divided by its step, are")
          .orElse(name + " is only known to the run");
    }
    Operation loop = of.get();
    if (loop.region().arguments().indexOf(value) > 0) {
      return name + " is carried round the loop, but is not one more in each iteration";
    }
    OptionalLong step = constants.integer(loop.operand(RoleName.STEP));
    return "the loop of "
        + name
        + (step.isPresent() ? " has step " + step.getAsLong() : " has a step of the run")
        + ", which is not one more than a multiple of "
        + slots;
  }
}
