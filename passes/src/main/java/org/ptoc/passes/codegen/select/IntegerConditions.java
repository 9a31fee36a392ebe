package org.ptoc.passes.codegen.select;

import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Condition;

/** Conditions of {@code arith.cmpi}; their spelling is that of the predicates. */
final class IntegerConditions {
  private IntegerConditions() {}

  static Condition of(Operation compare) {
    String predicate = compare.attributes().text(AttributeName.PREDICATE).orElse("");
    for (Condition condition : Condition.values()) {
      if (condition.spelling().equals(predicate)) {
        return condition;
      }
    }
    throw new IllegalArgumentException("no predicate " + predicate);
  }

  /** The condition that holds for (b, a) when {@code condition} holds for (a, b). */
  static Condition swapped(Condition condition) {
    return switch (condition) {
      case SLT -> Condition.SGT;
      case SLE -> Condition.SGE;
      case SGT -> Condition.SLT;
      case SGE -> Condition.SLE;
      case ULT -> Condition.UGT;
      case ULE -> Condition.UGE;
      case UGT -> Condition.ULT;
      case UGE -> Condition.ULE;
      default -> condition;
    };
  }
}
