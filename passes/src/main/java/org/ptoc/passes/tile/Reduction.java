package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.Padding;

/** What a reduction makes of the elements of a row or a column (spec/20, 7.1 and 7.2). */
public enum Reduction {
  SUM,
  PRODUCT,
  MAXIMUM,
  MINIMUM;

  /**
   * The reduction of an operation.
   *
   * @throws IllegalArgumentException when it is not a reduction
   */
  public static Reduction of(Operation op) {
    return switch (op.definition().combines()) {
      case SUM -> SUM;
      case PRODUCT -> PRODUCT;
      case MAXIMUM -> MAXIMUM;
      case MINIMUM -> MINIMUM;
      case DIFFERENCE, QUOTIENT, EXPONENT_OF_DIFFERENCE ->
          throw new IllegalArgumentException(op.name() + " is no reduction");
    };
  }

  /** The maximum or the minimum. */
  public static Reduction extremum(boolean maximum) {
    return maximum ? MAXIMUM : MINIMUM;
  }

  /** The bits of the element that changes no other: 0, 1, or an end of the range. */
  public long neutral(ElementType element) {
    return switch (this) {
      case SUM -> 0;
      case PRODUCT -> element.one();
      case MAXIMUM -> PaddingValues.infinite(Padding.MIN, element);
      case MINIMUM -> PaddingValues.infinite(Padding.MAX, element);
    };
  }
}
