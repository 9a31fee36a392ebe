package org.ptoc.ir.isa;

import java.util.Comparator;
import java.util.List;
import org.ptoc.ir.isa.LaneExpression.Slot;

/** Gives the expressions of a row the types and modes of a word. */
public final class LaneTyping {
  private final Instruction instruction;

  private LaneTyping(Instruction instruction) {
    this.instruction = instruction;
  }

  /** What a word computes for each of its results. */
  public static List<TypedExpression> of(Instruction instruction, Semantics.Lanes lanes) {
    LaneTyping typing = new LaneTyping(instruction);
    return lanes.results().stream()
        .map(result -> typing.typed(result, instruction.type()))
        .toList();
  }

  /** The expression of operands of a type. */
  private TypedExpression typed(LaneExpression expression, DataType type) {
    return switch (expression) {
      case LaneExpression.Operand(Slot slot) -> operand(inOrder(slot), type);
      case LaneExpression.Constant(int value) -> new TypedExpression.Constant(value, type);
      case LaneExpression.Apply(LaneFunction function, List<LaneExpression> arguments) ->
          apply(
              function == LaneFunction.SHR && rounds() ? LaneFunction.SHR_ROUNDED : function,
              arguments.stream().map(each -> typed(each, type)).toList());
      case LaneExpression.Convert(LaneExpression.Conversion conversion, LaneExpression value) ->
          convert(conversion, typed(value, type));
      case LaneExpression.Compare(LaneExpression first, LaneExpression second) ->
          TypedExpression.apply(
              comparison().function(), type, typed(first, type), typed(second, type));
      case LaneExpression.Below(LaneExpression first, LaneExpression second) ->
          TypedExpression.apply(
              LaneFunction.LT, type.unsigned(), typed(first, type), typed(second, type));
      case LaneExpression.Borrow(LaneExpression truth) ->
          isInverse()
              ? TypedExpression.apply(LaneFunction.NOT, type, typed(truth, type))
              : typed(truth, type);
    };
  }

  /** The old value of a destination has the result type. */
  private TypedExpression operand(Slot slot, DataType type) {
    boolean old = slot == Slot.ACCUMULATOR && instruction.type() != instruction.resultType();
    return new TypedExpression.Operand(slot, old ? instruction.resultType() : type);
  }

  /** A function works in the widest type of its arguments, which the others fit exactly. */
  private static TypedExpression apply(LaneFunction function, List<TypedExpression> arguments) {
    DataType widest =
        arguments.stream()
            .filter(each -> !(each instanceof TypedExpression.Constant))
            .map(TypedExpression::type)
            .max(Comparator.comparingInt(DataType::bytes))
            .orElseThrow();
    return new TypedExpression.Apply(
        function, widest, arguments.stream().map(each -> widened(each, widest)).toList());
  }

  private static TypedExpression widened(TypedExpression value, DataType type) {
    if (value instanceof TypedExpression.Constant(int number, _)) {
      return new TypedExpression.Constant(number, type);
    }
    return value.type().bytes() == type.bytes() ? value : exact(value, type);
  }

  private static TypedExpression exact(TypedExpression value, DataType type) {
    return value.type() == type
        ? value
        : new TypedExpression.Convert(value, type, RoundingMode.NEAREST_EVEN, false);
  }

  private TypedExpression convert(LaneExpression.Conversion conversion, TypedExpression value) {
    DataType result = instruction.resultType();
    return switch (conversion) {
      case RESULT ->
          new TypedExpression.Convert(
              value, result, rounding(), instruction.field(FieldName.SAT) != 0);
      case SATURATED ->
          value.type() == result
              ? value
              : new TypedExpression.Convert(value, result, RoundingMode.NEAREST_EVEN, true);
      case WIDE -> exact(value, wide());
      case SINGLE -> exact(value, DataType.FP32);
      case INTEGRAL -> new TypedExpression.Convert(value, value.type(), rounding(), false);
    };
  }

  private DataType wide() {
    DataType source = instruction.type();
    DataType result = instruction.resultType();
    if (source.isInteger()) {
      return DataType.S32;
    }
    return result.bytes() > source.bytes() ? result : source;
  }

  private RoundingMode rounding() {
    return RoundingMode.byCode(instruction.field(FieldName.M3)).orElse(RoundingMode.NEAREST_EVEN);
  }

  /** True if the word rounds what it shifts to the right. */
  private boolean rounds() {
    return instruction.definition().operand(OperandRole.ROUND).isPresent()
        && instruction.field(FieldName.SAT) != 0;
  }

  private Slot inOrder(Slot slot) {
    if (slot == Slot.DISTANCE && rounds()) {
      return Slot.ROUNDED_DISTANCE;
    }
    return slot == Slot.LANE && instruction.field(FieldName.ORD) == IndexOrder.DESC.code()
        ? Slot.NEGATIVE_LANE
        : slot;
  }

  private Comparison comparison() {
    return Comparison.byCode(instruction.field(FieldName.M3)).orElse(Comparison.EQ);
  }

  private boolean isInverse() {
    return instruction.field(FieldName.ORD) == BorrowPolarity.NO_BORROW.code();
  }
}
