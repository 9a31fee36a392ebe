package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;

/**
 * {@code tpartargmax} and {@code tpartargmin} where both sources are valid (spec/50, 2.9): the
 * second wins where it is strictly better, so that the first does in a tie and beside NaN.
 */
final class PartialIndex {
  private PartialIndex() {}

  /**
   * @param element type of the values, which stand in lanes of 32 bits
   */
  static Overlay.Combination of(ElementType element, boolean maximum) {
    return (lanes, first, second) -> {
      Value one = comparable(lanes, element, first.get(0));
      Value other = comparable(lanes, element, second.get(0));
      Value better = lanes.as(comparable(element)).compare(maximum ? "gt" : "lt", other, one);
      return List.of(
          lanes.select(better, second.get(0), first.get(0)),
          lanes.select(better, second.get(1), first.get(1)));
    };
  }

  private static ElementType comparable(ElementType element) {
    if (element.isFloat()) {
      return ElementType.F32;
    }
    return element.isSigned() ? ElementType.I32 : ElementType.UI32;
  }

  /** A value in the low part of a lane as a number of 32 bits with the same order. */
  private static Value comparable(Lanes lanes, ElementType element, Value spread) {
    if (element.bits() == Integer.SIZE) {
      return lanes.reinterpret(spread, comparable(element));
    }
    if (element == ElementType.F16) {
      Value halves = lanes.reinterpret(spread, element);
      Value all = Columns.pattern(lanes.builder(), element, "PAT_ALL");
      return Conversion.convert(lanes.builder(), halves, all, ElementType.F32, "", "", "EVEN");
    }
    if (!element.isFloat() && !element.isSigned()) {
      return spread;
    }
    Value high = lanes.shiftLeft(spread, Integer.SIZE - element.bits());
    return lanes.reinterpret(high, comparable(element));
  }
}
