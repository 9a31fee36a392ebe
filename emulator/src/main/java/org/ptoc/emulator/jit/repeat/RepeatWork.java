package org.ptoc.emulator.jit.repeat;

import java.util.Optional;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.Conversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * What a repeated word does to its lanes: words with the same work share their code.
 *
 * @param expression the value; of a conversion the source
 * @param from type of the sources
 * @param to type of the result, and of the accumulator
 * @param rounding that of a conversion, which is none of the expression
 * @param saturate whether a conversion saturates
 * @param roundsShift whether the expression is a right shift that adds half a unit of the last kept bit before
 */
record RepeatWork(
    LaneExpression expression,
    DataType from,
    DataType to,
    Optional<Rounding> rounding,
    boolean saturate,
    boolean roundsShift) {

  /**
   * The work of a word.
   *
   * @throws IllegalArgumentException when it does not work lane by lane
   */
  static RepeatWork of(Instruction instruction) {
    DataType from = instruction.type();
    DataType to = instruction.resultType();
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes(LaneExpression expression) -> {
        boolean rounds = instruction.definition().operand("round").isPresent() && instruction.field("sat") != 0;
        yield new RepeatWork(expression, from, to, Optional.empty(), false, rounds);
      }
      case Semantics.Unit(UnitOperation operation) when operation == UnitOperation.CONVERT -> {
        Optional<Rounding> rounding =
            org.ptoc.ir.isa.Rounding.byCode(instruction.field("m3")).flatMap(Conversions::rounding);
        if (rounding.isEmpty()) {
          throw new IllegalArgumentException("hybrid rounding");
        }
        LaneExpression source = new LaneExpression.Operand(LaneExpression.Slot.FIRST);
        yield new RepeatWork(source, from, to, rounding, instruction.field("sat") != 0, false);
      }
      default -> throw new IllegalArgumentException(instruction + " does not work lane by lane");
    };
  }

  boolean isConversion() {
    return rounding.isPresent();
  }
}
