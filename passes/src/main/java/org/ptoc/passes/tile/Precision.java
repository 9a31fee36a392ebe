package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;

/** Which of its sequences an operation takes (spec/20, 6.3; spec/50, 2.4). */
public final class Precision {
  private Precision() {}

  /** True when the text asks for the precise form, by either attribute. */
  public static boolean isHigh(Operation op) {
    return op.attributes().text("precision_mode").filter("HIGH_PRECISION"::equals).isPresent()
        || op.attributes().flag("highPrecision");
  }

  /** True when a reciprocal root is a root and a division, each of them rounded. */
  public static boolean takesTwoSteps(Operation op) {
    return op.optional("tmp").isPresent() || isHigh(op);
  }
}
