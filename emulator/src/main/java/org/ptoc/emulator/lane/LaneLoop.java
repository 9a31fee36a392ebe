package org.ptoc.emulator.lane;

/** One function of one element type, applied to consecutive lanes. */
interface LaneLoop {

  /**
   * Computes {@code count} lanes. The operands are byte offsets of lane 0 in {@code r}; the result
   * may be an operand.
   *
   * @param a first operand
   * @param b second operand, ignored by functions of one operand
   * @param c third operand, ignored by functions of two operands
   */
  void run(byte[] r, int d, int a, int b, int c, int count);
}
