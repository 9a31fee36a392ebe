package org.ptoc.tools.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** What the user gives for a kernel parameter. */
public sealed interface KernelValue {
  /**
   * A typed number.
   *
   * @param format its type
   * @param bits its bits, zero-extended
   */
  record Number(DataFormat format, long bits) implements KernelValue {}

  /** A typed array. */
  record Array(DataArray array) implements KernelValue {}

  /**
   * The bytes of a raw file, which only the parameter gives a type.
   *
   * @param bytes little-endian contents; not copied, the holder does not change them
   */
  record Raw(byte[] bytes) implements KernelValue {}

  /**
   * A typed array in memory of the caller.
   *
   * @param data its bytes; read-only where the kernel must not change them
   * @param changed is called when the kernel has changed them
   */
  record Mapped(DataFormat format, List<Integer> shape, MemorySegment data, Runnable changed)
      implements KernelValue {}
}
