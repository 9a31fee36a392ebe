package org.ptoc.emulator.jit;

import java.util.HashSet;
import java.util.Set;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;

/** Tells which segments {@link StagedMethod} can run. */
final class StagedForm {
  private StagedForm() {}

  /** Whether a segment has this form: whole vectors of f32 arithmetic, every load in front of every store. */
  static boolean supports(Segment segment) {
    Set<Integer> defined = new HashSet<>();
    Set<Integer> computed = new HashSet<>();
    boolean stored = false;
    for (LaneOperation operation : segment.operations()) {
      boolean possible = switch (operation) {
        case LaneOperation.Load load -> {
          defined.add(load.vd());
          computed.remove(load.vd());
          yield !stored && load.unit() == Float.BYTES && load.stride() == Float.BYTES;
        }
        case LaneOperation.Store store -> {
          stored = true;
          yield computed.contains(store.vs()) && store.unit() == Float.BYTES && !(store.mask() instanceof Mask.Lane);
        }
        case LaneOperation.Compute compute -> {
          boolean known = compute.type() == DataType.FP32 && compute.expression() instanceof LaneExpression.Apply
              && isKnown(compute.expression(), compute, defined) && !(compute.mask() instanceof Mask.Lane);
          defined.add(compute.vd());
          computed.add(compute.vd());
          yield known;
        }
        default -> false;
      };
      if (!possible) {
        return false;
      }
    }
    return stored;
  }

  private static boolean isKnown(LaneExpression expression, LaneOperation.Compute compute, Set<Integer> defined) {
    return switch (expression) {
      case LaneExpression.Constant constant -> constant.value() == 0;
      case LaneExpression.Operand operand -> switch (operand.slot()) {
        case FIRST -> defined.contains(compute.va());
        case SECOND -> defined.contains(compute.vb());
        case ACCUMULATOR -> defined.contains(compute.vc());
        case SCALAR -> true;
        case DISTANCE -> false;
      };
      case LaneExpression.Apply apply -> isArithmetic(apply.function())
          && apply.arguments().stream().allMatch(argument -> isKnown(argument, compute, defined));
    };
  }

  /** Functions whose NaN is the canonical one whatever they are given. */
  private static boolean isArithmetic(LaneFunction function) {
    return switch (function) {
      case ADD, SUB, MUL, DIV, MAX, MIN, SQRT, FMA, RECIPROCAL -> true;
      default -> false;
    };
  }
}
