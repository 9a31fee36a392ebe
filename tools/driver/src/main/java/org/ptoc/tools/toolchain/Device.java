package org.ptoc.tools.toolchain;

import java.lang.foreign.Arena;
import java.util.List;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;

/**
 * The memory of a device: arrays that stay between launches. Data is copied by {@code put} and
 * {@link DeviceView#get} alone; a launch costs what its kernel does, whatever the arrays hold.
 *
 * <pre>{@code
 * try (Device device = new Device()) {
 *   DeviceView weights = device.put(array);
 *   DeviceView sums = device.zeros(DataFormat.F32, List.of(64));
 *   ... // launches with the arguments Argument.Resident
 *   DataArray result = sums.get();
 * }
 * }</pre>
 */
public final class Device implements AutoCloseable {
  /** Bytes that transfers of the machine are aligned to at most. */
  private static final int ALIGNMENT = 512;

  private final Arena arena = Arena.ofShared();

  /** An array with a copy of these elements. */
  public DeviceView put(DataArray array) {
    DeviceView view = empty(array.format(), array.shape());
    view.put(array);
    return view;
  }

  /** An array of zeros. */
  public DeviceView zeros(DataFormat format, List<Integer> shape) {
    return allocate(format, shape, true);
  }

  /** An array whose elements have no values until they are written; they read as zeros. */
  public DeviceView empty(DataFormat format, List<Integer> shape) {
    return allocate(format, shape, false);
  }

  /**
   * @throws IllegalArgumentException when the array does not fit the memory of a device
   */
  private DeviceView allocate(DataFormat format, List<Integer> shape, boolean isWritten) {
    long bytes = DeviceView.bytes(format, shape);
    if (bytes > DataArray.MAX_BYTES) {
      throw new IllegalArgumentException(
          "an array has at most " + DataArray.MAX_BYTES + " bytes, not " + bytes);
    }
    return new DeviceView(
        new DeviceMemory(arena.allocate(bytes, ALIGNMENT), isWritten), 0, format, shape);
  }

  /** Frees all arrays; views of them must not be used any more. */
  @Override
  public void close() {
    arena.close();
  }
}
