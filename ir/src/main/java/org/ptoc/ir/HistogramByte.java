package org.ptoc.ir;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;

/** Which byte of its elements {@code thistogram} counts (spec/50, 2.9). */
public final class HistogramByte {
  private HistogramByte() {}

  /**
   * The byte, 0 for the least significant. Without an attribute it is the most significant; the
   * older {@code isMSB = false} means byte 0.
   */
  public static int of(Operation op) {
    boolean lowest =
        op.attributes().has(AttributeName.IS_MSB) && !op.attributes().flag(AttributeName.IS_MSB);
    return op.attributes()
        .integer(AttributeName.BYTE)
        .map(Long::intValue)
        .orElse(lowest ? 0 : highest(op));
  }

  /** The most significant byte of an element. */
  public static int highest(Operation op) {
    return ((TileType) op.operand(RoleName.SRC).type()).element().bytes() - 1;
  }

  /**
   * Number of bytes above the counted one that must equal the selector: column m of the selector
   * holds the value of byte {@code highest - m}.
   */
  public static int selected(Operation op) {
    return highest(op) - of(op);
  }
}
