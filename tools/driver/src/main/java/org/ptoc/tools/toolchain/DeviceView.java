package org.ptoc.tools.toolchain;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;

/**
 * An array in the memory of a device: the argument of launches for a pointer to its first element.
 *
 * @param memory where it lies
 * @param offset its first byte, a multiple of the bytes of an element
 * @param format type of the elements
 * @param shape extents, the last dimension fastest; the memory holds all elements
 */
public record DeviceView(DeviceMemory memory, long offset, DataFormat format, List<Integer> shape) {
  /** Bytes that are copied together, whole elements of any format. */
  private static final int PART_BYTES = 1 << 20;

  public DeviceView {
    shape = List.copyOf(shape);
    if (offset < 0 || offset + bytes(format, shape) > memory.data().byteSize()) {
      throw new IllegalArgumentException(
          "an array of "
              + bytes(format, shape)
              + " bytes from byte "
              + offset
              + " on does not fit "
              + memory.data().byteSize()
              + " bytes of memory");
    }
  }

  static long bytes(DataFormat format, List<Integer> shape) {
    long bytes = format.bytes();
    for (int extent : shape) {
      bytes = Math.multiplyExact(bytes, extent);
    }
    return bytes;
  }

  /** Number of bytes. */
  public long bytes() {
    return bytes(format, shape);
  }

  /** The pointer to the first element as an argument of a launch, whose changes stay. */
  public Argument argument() {
    return new Argument.View(new Argument.Mapped(memory.data(), () -> {}), offset);
  }

  private MemorySegment data() {
    return memory.data().asSlice(offset, bytes());
  }

  /** A copy of the contents. */
  public DataArray get() {
    return DataArray.adopt(format, shape, data().toArray(ValueLayout.JAVA_BYTE));
  }

  /**
   * Replaces the contents.
   *
   * @throws IllegalArgumentException when the array has another number of bytes
   */
  public void put(DataArray array) {
    if (array.byteSize() != bytes()) {
      throw new IllegalArgumentException(
          "an array of " + array.byteSize() + " bytes does not fit " + bytes() + " bytes");
    }
    MemorySegment data = data();
    byte[] part = new byte[(int) Math.min(bytes(), PART_BYTES)];
    for (int at = 0; at < array.byteSize(); at += part.length) {
      int count = Math.min(part.length, array.byteSize() - at);
      array.read(at, part, 0, count);
      MemorySegment.copy(part, 0, data, ValueLayout.JAVA_BYTE, at, count);
    }
    memory.write(offset, offset + bytes());
  }

  /**
   * The part with some indices of the first dimension.
   *
   * @param first the first index
   * @param end one past the last index
   * @throws IndexOutOfBoundsException when there are no such indices
   */
  public DeviceView slice(int first, int end) {
    if (shape.isEmpty() || first < 0 || first > end || end > shape.getFirst()) {
      throw new IndexOutOfBoundsException(
          "[" + first + ":" + end + "] is no part of an array of shape " + shape);
    }
    List<Integer> part = new ArrayList<>(shape);
    part.set(0, 1);
    long step = bytes(format, part);
    part.set(0, end - first);
    return new DeviceView(memory, offset + first * step, format, part);
  }
}
