package org.ptoc.emulator.machine;

/** An operand whose meaning is defined but which is seldom meant; a checker reports it. */
public enum OperandDoubt {
  /** A shift count outside 0 to width - 1: the result is 0, or the sign for signed right shifts. */
  SHIFT_COUNT,
  /** A repeat count of 0: the word does nothing (spec/10, pto.vbitsort; spec/21, 6.1). */
  ZERO_REPEAT,
  /**
   * A negative number of lanes, read as a large unsigned one: all lanes become active (spec/00,
   * 4.7).
   */
  NEGATIVE_LANE_COUNT,
  /** A mask that governs blocks and means something else when read lane by lane (spec/00, 4.8). */
  BLOCK_MASK,
  /**
   * A list of more than 4,095 records, which the vendor's library does not merge (spec/10,
   * pto.vmrgsort4).
   */
  LONG_LIST,
  /** A burst behind the end of a table of the cube core, where it writes nothing (spec/60, F21). */
  BURST_PAST_END,
  /** A product without rows, columns or depth: the word does nothing (spec/60, 3.6). */
  EMPTY_PRODUCT,
  /** Rows, columns or groups of a copy into fractals at the same place (spec/60, 3.2). */
  OVERLAPPING_FRACTALS
}
