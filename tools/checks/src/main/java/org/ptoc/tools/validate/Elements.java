package org.ptoc.tools.validate;

import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.type.ElementType;

/** Values of elements, from their bits. */
final class Elements {
  private Elements() {}

  /** An integer with its sign. */
  static long integer(ElementType type, long bits) {
    int unused = Long.SIZE - type.bits();
    return type.isSigned() ? bits << unused >> unused : bits << unused >>> unused;
  }

  /** True if two elements compare so; beside a NaN only {@code ne} does. */
  static boolean holds(Comparison comparison, ElementType type, long first, long second) {
    if (type.isFloat()) {
      double a = Reals.decode(type, first);
      double b = Reals.decode(type, second);
      return switch (comparison) {
        case EQ -> a == b;
        case NE -> a != b;
        case LT -> a < b;
        case GT -> a > b;
        case LE -> a <= b;
        case GE -> a >= b;
      };
    }
    int order = Long.compare(integer(type, first), integer(type, second));
    return switch (comparison) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case GT -> order > 0;
      case LE -> order <= 0;
      case GE -> order >= 0;
    };
  }
}
