package org.ptoc.emulator.jit.segment;

import java.util.List;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/** What generated code can compute. */
final class Expressions {
  private Expressions() {}

  /**
   * True if lanes can be computed; copies, logic and choices by predicates work on the bits of all
   * types.
   */
  static boolean supports(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.Convert convert ->
          LaneConversion.of(convert, 0).isSupported()
              && (convert.value() instanceof TypedExpression.Operand || supports(convert.value()));
      default ->
          expression.type() != DataType.NONE
              && (isBitwise(expression)
                  || expression.type().isArithmetic()
                      && expression.arguments().stream().allMatch(Expressions::supports));
    };
  }

  private static boolean isBitwise(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.Operand operand -> true;
      case TypedExpression.Constant constant -> true;
      case TypedExpression.Convert convert -> false;
      case TypedExpression.Apply(LaneFunction function, _, List<TypedExpression> arguments) ->
          function.isLogic() && arguments.stream().allMatch(Expressions::isBitwise);
    };
  }
}
