package org.ptoc.vector;

import java.util.List;
import org.ptoc.ir.type.ElementType;

/** Lists of element types. */
final class LaneTypes {
  private LaneTypes() {}

  /** What arithmetic takes: integers up to 32 bits and the three floats. */
  static final List<ElementType> NUMBERS =
      List.of(
          ElementType.I8,
          ElementType.I16,
          ElementType.I32,
          ElementType.SI8,
          ElementType.SI16,
          ElementType.SI32,
          ElementType.UI8,
          ElementType.UI16,
          ElementType.UI32,
          ElementType.F16,
          ElementType.BF16,
          ElementType.F32);
}
