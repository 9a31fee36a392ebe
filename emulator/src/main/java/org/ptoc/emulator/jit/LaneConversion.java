package org.ptoc.emulator.jit;

import java.util.Optional;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A conversion of lanes (spec/11, pto.vcvt and pto.vtrc). Where the widths differ a lane of the
 * loop is as wide as the wider type, and the narrow element is one of its parts; the other parts of
 * a result are 0.
 *
 * @param from type of the source
 * @param to type of the result; the same as {@code from} rounds to integral values
 * @param saturate SAT of spec/11, 5.3
 * @param part which part of a lane the narrow element is, 0 for equal widths
 */
record LaneConversion(DataType from, DataType to, Rounding rounding, boolean saturate, int part) {

  /**
   * The conversion of a word; empty when the interpreter has to look at it: it may trap, or has no
   * lane code.
   */
  static Optional<LaneConversion> of(Instruction instruction, UnitOperation operation) {
    DataType from = instruction.type();
    DataType to = operation == UnitOperation.ROUND_TO_INTEGRAL ? from : instruction.resultType();
    boolean known =
        NumberConversions.hasLaneCode(from)
            && NumberConversions.hasLaneCode(to)
            && hasLaneCode(from, to);
    return org.ptoc.ir.isa.RoundingMode.byCode(instruction.field("m3"))
        .map(NumberConversions::rounding)
        .filter(rounding -> known)
        .map(
            rounding ->
                new LaneConversion(
                    from, to, rounding, instruction.field("sat") != 0, instruction.code("part")));
  }

  /**
   * All pairs of words; numbers become unsigned integers of 32 or 64 bits in none, and U32 no
   * numbers.
   */
  private static boolean hasLaneCode(DataType from, DataType to) {
    return from.isFloat()
        ? to != DataType.U32 && to != DataType.U64
        : !to.isFloat() || from != DataType.U32 && (to == DataType.FP32 || to == DataType.FP16);
  }

  /** Bytes of a lane. */
  int width() {
    return Math.max(from.bytes(), to.bytes());
  }

  boolean isNarrowing() {
    return to.bytes() < from.bytes();
  }

  boolean isWidening() {
    return to.bytes() > from.bytes();
  }

  boolean roundsOnly() {
    return from == to;
  }

  /** Bits of a lane below the narrow element. */
  int shift() {
    return part * Math.min(from.bits(), to.bits());
  }

  /** The bits of a lane that the word writes; merging words clear the others too. */
  long resultBits() {
    return to.bytes() == width() ? -1 : (1L << to.bits()) - 1 << shift();
  }
}
