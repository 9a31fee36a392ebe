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
  LONG_LIST
}
