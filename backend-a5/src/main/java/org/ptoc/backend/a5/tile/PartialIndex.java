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
   * @param element type of the values, which are in lanes of 32 bits
   */
  static Overlay.Combination of(ElementType element, boolean maximum) {
    return (lanes, first, second) -> {
      Value one = WideValues.of(lanes, element, first.get(0));
      Value other = WideValues.of(lanes, element, second.get(0));
      Value better = lanes.as(WideValues.type(element)).compare(maximum ? "gt" : "lt", other, one);
      return List.of(
          lanes.select(better, second.get(0), first.get(0)),
          lanes.select(better, second.get(1), first.get(1)));
    };
  }
}
