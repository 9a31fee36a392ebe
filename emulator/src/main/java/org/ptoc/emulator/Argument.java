package org.ptoc.emulator;

/** The value of one kernel parameter. */
public sealed interface Argument {

  /**
   * A number.
   *
   * @param bits the register value: integers extended by their declared type, floats as
   *     zero-extended bit pattern (spec/40, 5.4)
   */
  record Scalar(long bits) implements Argument {}

  /**
   * A buffer in global memory. The launch works on a copy.
   *
   * @param contents little-endian data
   */
  record Buffer(byte[] contents) implements Argument {}
}
