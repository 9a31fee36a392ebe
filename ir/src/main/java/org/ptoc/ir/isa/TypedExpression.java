package org.ptoc.ir.isa;

import java.util.List;
import java.util.stream.Stream;
import org.ptoc.ir.isa.LaneExpression.Slot;

/**
 * What one word computes in a lane: a {@link LaneExpression} whose types, functions and modes are
 * known. A truth value is all ones or all zeros in a lane of its type.
 */
public sealed interface TypedExpression {

  /** The element type of the value; for a truth value, the type of the compared values. */
  DataType type();

  /** A lane of an operand. */
  record Operand(Slot slot, DataType type) implements TypedExpression {}

  /** A small number in an element type. */
  record Constant(int value, DataType type) implements TypedExpression {}

  /** A function whose arguments have the type, or bits that count as such. */
  record Apply(LaneFunction function, DataType type, List<TypedExpression> arguments)
      implements TypedExpression {
    public Apply {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A value in another type; in its own type the value rounded to an integral one.
   *
   * @param saturate SAT of spec/11, 5.3
   */
  record Convert(TypedExpression value, DataType type, RoundingMode rounding, boolean saturate)
      implements TypedExpression {
    /** The type of the value before. */
    public DataType from() {
      return value.type();
    }

    /** The same conversion with or without saturation. */
    public Convert saturating(boolean saturates) {
      return new Convert(value, type, rounding, saturates);
    }
  }

  /** The function of arguments. */
  static TypedExpression apply(LaneFunction function, DataType type, TypedExpression... arguments) {
    return new Apply(function, type, List.of(arguments));
  }

  /** What the expression is made of. */
  default List<TypedExpression> arguments() {
    return switch (this) {
      case Operand operand -> List.of();
      case Constant constant -> List.of();
      case Apply apply -> apply.arguments;
      case Convert convert -> List.of(convert.value);
    };
  }

  /** The expression and all that it is made of. */
  default Stream<TypedExpression> parts() {
    return Stream.concat(
        Stream.of(this), arguments().stream().flatMap(argument -> argument.parts()));
  }

  /** True if the value depends on an operand. */
  default boolean reads(Slot slot) {
    return parts().anyMatch(part -> part instanceof Operand operand && operand.slot() == slot);
  }

  /** True if the value is a truth value that was made of nothing else. */
  default boolean isTruth() {
    return switch (this) {
      case Operand operand -> operand.slot().isTruth();
      case Constant constant -> false;
      case Convert convert -> false;
      case Apply(LaneFunction function, DataType type, List<TypedExpression> arguments) ->
          function.isComparison()
              || function.isLogic() && arguments.stream().allMatch(TypedExpression::isTruth);
    };
  }
}
