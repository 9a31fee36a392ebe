package org.ptoc.ir.overlap;

/**
 * True if the operands of an operation may lie as they do.
 *
 * @param order how the operation must be executed
 * @param conflict why it cannot be; empty when it can
 * @param isOpen true when addresses or extents that only the run knows decide
 */
public record OverlapVerdict(WorkOrder order, String conflict, boolean isOpen) {
  static final OverlapVerdict FREE = new OverlapVerdict(WorkOrder.ANY, "", false);

  static OverlapVerdict refused(String why) {
    return new OverlapVerdict(WorkOrder.ANY, why, false);
  }

  /** True when the operation gives what it would give for disjoint operands. */
  public boolean isLegal() {
    return conflict.isEmpty();
  }

  /** True when public implementations, which go upward, would read what they have overwritten. */
  public boolean isUnportable() {
    return isLegal() && order == WorkOrder.DESCENDING;
  }
}
