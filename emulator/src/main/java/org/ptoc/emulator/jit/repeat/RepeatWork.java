package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.List;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Semantics;
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
   * @param roundsShift whether it is a right shift that adds half a unit of the last kept bit
   *     before
   */
  record Lanes(LaneExpression expression, DataType from, DataType to, boolean roundsShift)
      implements RepeatWork {}

  /**
   * A value in another type.
   *
   * @param source the value before, rounded to its type unless it is {@code exact}
   * @param rounding how it is rounded to the result; the same types round to integral values
   * @param saturate whether a result that is a float saturates; for integers the execution tells
   */
  record Conversion(
      LaneExpression source,
      DataType from,
      DataType to,
      Rounding rounding,
      boolean saturate,
      boolean exact)
      implements RepeatWork {}

  /**
   * One bit for each lane: how the first operand compares with the second one, or with the scalar.
   */
  record Compare(DataType type, Comparison comparison, boolean withScalar) implements RepeatWork {}

  /** Lanes of the first operand where a bit is set, else of the second. */
  record Select(DataType type) implements RepeatWork {}

  /** Nothing that could be a loop over lanes. */
  record Other(String reason) implements RepeatWork {}

  /** The work of a word of the classes U and V. */
  static RepeatWork of(Instruction instruction) {
    DataType from = instruction.type();
    DataType to = instruction.resultType();
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ when isBytes(instruction) ->
          new Other("two lanes of 8 bits share a bit of the mask");
      case Semantics.Lanes(LaneExpression expression) ->
          new Lanes(
              expression,
              from,
              to,
              instruction.definition().operand("round").isPresent()
                  && instruction.field("sat") != 0);
      case Semantics.Unit(UnitOperation operation) -> unit(instruction, operation);
      default -> throw new IllegalArgumentException(instruction + " does not work on vectors");
    };
  }

  private static boolean isBytes(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U && instruction.type().bytes() == 1;
  }

  private static RepeatWork unit(Instruction instruction, UnitOperation operation) {
    DataType type = instruction.type();
    return switch (operation) {
      case CONVERT -> conversion(instruction);
      case ADD_RELU_CONVERT -> converted(instruction, rectified(ADD), false);
      case SUBTRACT_RELU_CONVERT -> converted(instruction, rectified(SUB), false);
      case MULTIPLY_CONVERT -> converted(instruction, binary(MUL), true);
      case COMPARE, COMPARE_SCALAR ->
          new Compare(
              type,
              Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ),
              operation == UnitOperation.COMPARE_SCALAR);
      case SELECT -> new Select(bits(type));
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

  private static RepeatWork conversion(Instruction instruction) {
    DataType to = instruction.resultType();
    boolean saturate = instruction.field("sat") != 0 && to.isFloat();
    LaneExpression source = new LaneExpression.Operand(Slot.FIRST);
    return org.ptoc.ir.isa.RoundingMode.byCode(instruction.field("m3"))
        .map(NumberConversions::rounding)
        .<RepeatWork>map(
            rounding -> new Conversion(source, instruction.type(), to, rounding, saturate, true))
        .orElseGet(() -> new Other("an unknown rounding"));
  }

  private static RepeatWork converted(
      Instruction instruction, LaneExpression source, boolean exact) {
    return new Conversion(
        source,
        instruction.type(),
        instruction.resultType(),
        Rounding.NEAREST_EVEN,
        instruction.resultType().isFloat(),
        exact);
  }

  private static LaneExpression rectified(LaneFunction function) {
    return new LaneExpression.Apply(MAX, List.of(binary(function), new LaneExpression.Constant(0)));
  }

  private static LaneExpression binary(LaneFunction function) {
    return new LaneExpression.Apply(
        function,
        List.of(new LaneExpression.Operand(Slot.FIRST), new LaneExpression.Operand(Slot.SECOND)));
  }

  /** The integers of the width of a type, which share the code of selections. */
  private static DataType bits(DataType type) {
    return type.bytes() == Short.BYTES ? DataType.S16 : DataType.S32;
  }
}
