package org.ptoc.emulator.jit;

import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;

/** What generated code can compute. */
final class Expressions {
  private Expressions() {}

  /**
   * Whether lanes of {@code type} can be computed; copies and logic work on the bits of all types.
   */
  static boolean supports(LaneExpression expression, DataType type) {
    return type != DataType.NONE && (isComparable(type) || isBitwise(expression));
  }

  private static boolean isBitwise(LaneExpression expression) {
    return switch (expression) {
      case LaneExpression.Operand operand -> true;
      case LaneExpression.Constant constant -> true;
      case LaneExpression.Apply apply ->
          switch (apply.function()) {
            case AND, OR, XOR, NOT -> apply.arguments().stream().allMatch(Expressions::isBitwise);
            default -> false;
          };
    };
  }

  static boolean isComparable(DataType type) {
    return switch (type) {
      case FP32, FP16, BF16, S8, U8, S16, U16, S32, U32, S64, U64 -> true;
      case HIF8, E4M3, E5M2, E2M1X2, E1M2X2, E8M0, NONE -> false;
    };
  }

  static boolean uses(LaneExpression expression, Slot slot) {
    return switch (expression) {
      case LaneExpression.Operand operand -> operand.slot() == slot;
      case LaneExpression.Constant constant -> false;
      case LaneExpression.Apply apply ->
          apply.arguments().stream().anyMatch(argument -> uses(argument, slot));
    };
  }

  static LaneFunction function(Comparison comparison) {
    return switch (comparison) {
      case EQ -> LaneFunction.EQ;
      case NE -> LaneFunction.NE;
      case LT -> LaneFunction.LT;
      case GT -> LaneFunction.GT;
      case LE -> LaneFunction.LE;
      case GE -> LaneFunction.GE;
    };
  }
}
