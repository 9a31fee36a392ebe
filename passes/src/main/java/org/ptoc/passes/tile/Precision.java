package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;

/** Which of its sequences an operation takes (spec/20, 6.3; spec/50, 2.4). */
public final class Precision {
  private Precision() {}

  /** True when the text asks for the precise form, by either attribute. */
  public static boolean isHigh(Operation op) {
    return op.attributes()
            .text(AttributeName.PRECISION_MODE)
            .filter("HIGH_PRECISION"::equals)
            .isPresent()
        || op.attributes().flag(AttributeName.HIGH_PRECISION);
  }

  /** True when a reciprocal root is a root and a division, each of them rounded. */
  public static boolean takesTwoSteps(Operation op) {
    return isHigh(op)
        || op.definition().form().hasOperand(RoleName.TMP) && op.optional(RoleName.TMP).isPresent();
  }
}
