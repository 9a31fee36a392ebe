package org.ptoc.emulator.jit.segment;

import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.TypedExpression;

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
public record LaneConversion(
    DataType from, DataType to, Rounding rounding, boolean saturate, int part) {

  /** The conversion of an expression whose narrow elements are part {@code part} of their lanes. */
  public static LaneConversion of(TypedExpression.Convert convert, int part) {
    return new LaneConversion(
        convert.from(),
        convert.type(),
        NumberConversions.rounding(convert.rounding(), convert.type()),
        convert.saturate(),
        convert.from().bytes() == convert.type().bytes() ? 0 : part);
  }

  /** True if there is lane code; else a table has the values of a format. */
  boolean isSupported() {
    return NumberConversions.hasLaneCode(from)
        && NumberConversions.hasLaneCode(to)
        && hasLaneCode(from, to);
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
  public int width() {
    return Math.max(from.bytes(), to.bytes());
  }

  /** True if the results are narrower than the sources, so that each fills one part of its lane. */
  public boolean isNarrowing() {
    return to.bytes() < from.bytes();
  }

  /** True if the results are wider than the sources, so that one part of each lane is read. */
  public boolean isWidening() {
    return to.bytes() > from.bytes();
  }

  /** True if numbers become integral ones of the same type (spec/11, pto.vtrc). */
  public boolean roundsOnly() {
    return from == to;
  }

  /** Bits of a lane below the narrow element. */
  public int shift() {
    return part * Math.min(from.bits(), to.bits());
  }
}
