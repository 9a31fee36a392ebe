package org.ptoc.emulator;

import org.ptoc.ir.object.LaunchValue;

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
   * A number that the launch itself gives to each core (spec/50, 5.2).
   *
   * @param value which one
   */
  record FromLaunch(LaunchValue value) implements Argument {}

  /**
   * A buffer in global memory. The launch works on a copy.
   *
   * @param contents little-endian data
   */
  record Buffer(byte[] contents) implements Argument {}
}
