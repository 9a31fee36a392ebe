package org.ptoc.backend.a5.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;

/**
 * Values in lanes of 32 bits that compare like their elements. Elements of 8 and 16 bits are in the
 * low parts of lanes.
 */
final class WideValues {
  private WideValues() {}

  /** The type that represents an element in comparisons. */
  static ElementType type(ElementType element) {
    if (element.isFloat()) {
      return ElementType.F32;
    }
    return element.isSigned() ? ElementType.I32 : ElementType.UI32;
  }

  /** Whatever stands above a narrow element has no influence. */
  static Value of(Lanes lanes, ElementType element, Value values) {
    if (element.bits() == Integer.SIZE) {
      return lanes.reinterpret(values, type(element));
    }
    if (element == ElementType.F16) {
      Value halves = lanes.reinterpret(values, element);
      Value all = Columns.pattern(lanes.builder(), element, "PAT_ALL");
      return Conversion.convert(lanes.builder(), halves, all, ElementType.F32, "", "", "EVEN");
    }
    Value high = lanes.shiftLeft(values, Integer.SIZE - element.bits());
    return lanes.reinterpret(high, type(element));
  }
}
