package org.ptoc.ir;

import java.util.Optional;
import org.ptoc.ir.catalog.AttributeName;

/**
 * Which columns or rows a gather or scatter by pattern takes: position {@code phase} of each group
 * of {@code period} (spec/50, 2.1).
 */
public enum MaskPattern {
  P0101(2, 0),
  P1010(2, 1),
  P0001(4, 0),
  P0010(4, 1),
  P0100(4, 2),
  P1000(4, 3),
  P1111(1, 0);

  private final int period;
  private final int phase;

  MaskPattern(int period, int phase) {
    this.period = period;
    this.phase = phase;
  }

  /** Positions of a group: 1, 2 or 4. */
  public int period() {
    return period;
  }

  /** The position that is taken, 0 to {@code period - 1}. */
  public int phase() {
    return phase;
  }

  /** How many of some positions are taken. */
  public int taken(int positions) {
    return (positions - phase + period - 1) / period;
  }

  /** The pattern of an operation that has one. */
  public static Optional<MaskPattern> of(Operation op) {
    return op.attributes().text(AttributeName.MASK_PATTERN).map(MaskPattern::valueOf);
  }

  /** True when whole rows are taken, not columns. */
  public static boolean takesRows(Operation op) {
    return op.attributes().text(AttributeName.AXIS).filter("col"::equals).isPresent();
  }
}
