package org.ptoc.emulator.jit.repeat;

import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/**
 * What a word does to its lanes in the unified buffer: words with the same work share their code.
 */
sealed interface RepeatWork {

  /**
   * An expression of the instruction table.
   *
   * @param from type of the sources
   * @param to type of the result, and of the accumulator
   */
  record Lanes(TypedExpression expression, DataType from, DataType to) implements RepeatWork {}

  /**
   * A value in another type.
   *
   * @param source the value before, rounded to its type unless it is {@code exact}
   * @param rounding how it is rounded to the result; the same types round to integral values
   * @param saturate whether a result that is a float saturates; for integers the execution tells
   */
  record Conversion(
      TypedExpression source,
      DataType from,
      DataType to,
      Rounding rounding,
      boolean saturate,
      boolean exact)
      implements RepeatWork {}

  /**
   * One bit for each lane: how the first operand compares with the second one, or with the scalar.
   */
  record Compare(DataType type, LaneFunction comparison, boolean withScalar)
      implements RepeatWork {}

  /** Lanes of the first operand where a bit is set, else of the second. */
  record Select(DataType type) implements RepeatWork {}

  /** Nothing that could be a loop over lanes. */
  record Other(String reason) implements RepeatWork {}

  /** The work of a word of the classes U and V. */
  static RepeatWork of(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ when isBytes(instruction) ->
          new Other("two lanes of 8 bits share a bit of the mask");
      case Semantics.Lanes lanes ->
          lanes(instruction, LaneTyping.of(instruction, lanes).getFirst());
      case Semantics.Unit(UnitOperation operation) -> unit(instruction, operation);
      default -> throw new IllegalArgumentException(instruction + " does not work on vectors");
    };
  }

  private static boolean isBytes(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U
        && instruction.type().bytes() == 1
        && instruction.resultType().bytes() == 1;
  }

  private static RepeatWork lanes(Instruction instruction, TypedExpression expression) {
    DataType type = instruction.type();
    return switch (expression) {
      case TypedExpression.Convert convert -> conversion(type, convert);
      case TypedExpression.Apply(LaneFunction function, _, _) when function.isComparison() ->
          new Compare(type, function, expression.reads(Slot.SCALAR));
      case TypedExpression.Apply _ when expression.reads(Slot.SELECTOR) -> new Select(bits(type));
      default -> new Lanes(narrow(expression), type, instruction.resultType());
    };
  }

  /** Sums in a wider type are exact; for an integer the execution tells whether it saturates. */
  private static RepeatWork conversion(DataType from, TypedExpression.Convert convert) {
    return new Conversion(
        narrow(convert.value()),
        from,
        convert.type(),
        NumberConversions.rounding(convert.rounding()),
        convert.saturate() && convert.type().isFloat(),
        convert.value() instanceof TypedExpression.Operand || convert.from() != from);
  }

  /** The expression of the operands themselves: the loops compute in wider types. */
  private static TypedExpression narrow(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.Convert convert -> convert.value();
      case TypedExpression.Apply(LaneFunction function, DataType type, var arguments) ->
          new TypedExpression.Apply(
              function, type, arguments.stream().map(RepeatWork::narrow).toList());
      default -> expression;
    };
  }

  private static RepeatWork unit(Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case REDUCE_ADD, REDUCE_MAXIMUM, REDUCE_MINIMUM ->
          new Other("all lanes of a repeat become one result");
      case GROUP_ADD, GROUP_MAXIMUM, GROUP_MINIMUM ->
          new Other("all lanes of a block become one result");
      case PAIR_ADD -> new Other("two neighbouring lanes become one result");
      case GATHER_BYTE_OFFSETS -> new Other("its lanes come from addresses in memory");
      case BROADCAST_TO_BLOCKS -> new Other("one element fills a block");
      case REDUCE_BY_PATTERN -> new Other("the lanes that are kept move together");
      case BIT_SORT, SORT_BLOCK -> new Other("it sorts");
      case MERGE_SORT -> new Other("it merges lists");
      case TRANSPOSE -> new Other("it moves lanes between rows");
      default ->
          throw new IllegalArgumentException(instruction + " does not work on the unified buffer");
    };
  }

  /** The integers of the width of a type, which share the code of selections. */
  private static DataType bits(DataType type) {
    return type.bytes() == Short.BYTES ? DataType.S16 : DataType.S32;
  }
}
