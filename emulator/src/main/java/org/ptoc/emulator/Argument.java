package org.ptoc.emulator;

import java.lang.foreign.MemorySegment;
import org.ptoc.emulator.machine.Contents;
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

  /** A buffer in global memory. The launch works on a copy of what the kernel touches. */
  sealed interface Memory extends Argument {
    /** The data before the launch. */
    Contents contents();
  }

  /** A buffer whose contents after the run are part of its result. */
  record Buffer(Contents contents) implements Memory {
    /** A buffer with little-endian data. */
    public Buffer(byte[] contents) {
      this(Contents.of(contents));
    }
  }

  /**
   * Memory that belongs to the caller, such as a mapped file. When all blocks have reached their
   * end, and only then, what the kernel has changed is written back; the result holds an empty
   * array in its place. A kernel that changes a read-only segment makes the launch invalid.
   *
   * @param data little-endian data, which must not change during the run
   * @param changed is called when the data was changed
   */
  record Mapped(MemorySegment data, Runnable changed) implements Memory {
    @Override
    public Contents contents() {
      return Contents.of(data);
    }
  }
}
