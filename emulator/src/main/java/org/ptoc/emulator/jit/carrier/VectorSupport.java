package org.ptoc.emulator.jit.carrier;

import java.util.Optional;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/** Which segments have a vector form. */
public final class VectorSupport {
  /**
   * More steps in one loop cost more than they gain: the JVM gives up keeping vectors in registers.
   */
  private static final int MOST_STEPS = 24;

  /** Arithmetic on bf16 goes to f32 and back, for two halves of the lanes. */
  private static final int BRAIN_STEPS = 4;

  private VectorSupport() {}

  /** Why a segment has no vector form; empty when it has one. */
  public static Optional<String> objection(Segment segment, VectorModule module) {
    int steps = segment.operations().stream().mapToInt(VectorSupport::steps).sum();
    if (steps > MOST_STEPS) {
      return Optional.of(segment.words() + " words are too many for one vector loop");
    }
    return segment.operations().stream()
        .map(operation -> objection(operation, segment.width(), module))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> objection(
      LaneOperation operation, int width, VectorModule module) {
    return switch (operation) {
      case LaneOperation.Load load when !load.places().isDense() && !load.places().isBroadcast() ->
          Optional.of("a load moves elements");
      case LaneOperation.Store store when !store.places().isDense() ->
          Optional.of("a store moves elements");
      case LaneOperation.Load load
          when !VectorMemory.supports(load.places().unit(), width, module) ->
          Optional.of("a load unpacks");
      case LaneOperation.Store store
          when !VectorMemory.supports(store.places().unit(), width, module) ->
          Optional.of("a store packs");
      case LaneOperation.Compute compute ->
          compute.results().stream()
              .flatMap(result -> result.expression().parts())
              .map(part -> objection(part, compute.operands().part()))
              .flatMap(Optional::stream)
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static Optional<String> objection(TypedExpression part, int place) {
    return switch (part) {
      case TypedExpression.Apply(LaneFunction function, DataType type, var arguments)
          when !supports(function, type) ->
          Optional.of("no " + function.symbol() + " of " + type.spelling());
      case TypedExpression.Convert convert ->
          VectorConversions.objection(LaneConversion.of(convert, place));
      case TypedExpression.Operand(Slot slot, DataType type)
          when (slot == Slot.LANE || slot == Slot.NEGATIVE_LANE)
              && type.isFloat()
              && type != DataType.FP32 ->
          Optional.of("no numbers of lanes in " + type.spelling());
      default -> Optional.empty();
    };
  }

  /** True if vectors compute the function with the same bits, and without calls for each lane. */
  static boolean supports(LaneFunction function, DataType type) {
    return switch (function) {
      case AND, OR, XOR, NOT, SELECT, ABS, NEG -> true;
      case ADD, SUB, MUL, MAX, MIN ->
          !type.isFloat() || type == DataType.FP32 || type == DataType.BF16;
      case FMA, GE, GT, LE, LT, EQ, NE -> !type.isFloat() || type == DataType.FP32;
      case DIV, SQRT, RECIPROCAL -> type == DataType.FP32;
      case SHL, SHR -> !type.isFloat();
      case MUL_HIGH,
          SHR_ROUNDED,
          EXP,
          EXP_DIFFERENCE,
          LN,
          RSQRT,
          POPULATION_COUNT,
          LEADING_SIGN_COUNT ->
          false;
    };
  }

  private static int steps(LaneOperation operation) {
    if (!(operation instanceof LaneOperation.Compute compute)) {
      return 1;
    }
    long functions =
        compute.results().stream()
            .flatMap(result -> result.expression().parts())
            .filter(TypedExpression.Apply.class::isInstance)
            .count();
    boolean brain = compute.results().getFirst().expression().type() == DataType.BF16;
    return Math.max(
        1, (int) (brain ? BRAIN_STEPS * functions : compute.vector().isPresent() ? 1 : functions));
  }
}
