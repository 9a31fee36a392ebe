package org.ptoc.tools.cli;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.KernelValue;
import org.ptoc.tools.toolchain.DeviceMemory;
import org.ptoc.tools.toolchain.DeviceView;

/**
 * Files that another process has mapped too, each mapped once until it is dropped. An argument in
 * one of them is written {@code map:NUMBER:MODE:TYPE:SHAPE:OFFSET:BYTES:FILE}: NUMBER comes back
 * when the kernel has changed it, MODE is {@code r}, {@code w} or, for memory of a device, which
 * stays between launches, {@code d} with its number of bytes, SHAPE as in {@code 16x64}.
 */
final class Mappings {
  private static final String PREFIX = "map:";
  private static final int FIELDS = 8;

  private final Map<String, Mapping> files = new HashMap<>();

  private final Map<String, DeviceMemory> devices = new HashMap<>();

  private record Mapping(Arena arena, MemorySegment segment) {}

  /** Reads arguments; numbers of those that a run has changed go to {@code changed}. */
  ArgumentBinder.Loader loader(List<Long> changed) {
    return new ArgumentBinder.Loader() {
      @Override
      public KernelValue load(String text) throws CommandFailure {
        return text.startsWith(PREFIX)
            ? Place.of(text).value(segment(Place.of(text).file()), changed)
            : ArgumentBinder.load(text);
      }

      @Override
      public Optional<DeviceView> resident(String text) throws CommandFailure {
        if (!text.startsWith(PREFIX) || !Place.of(text).mode().startsWith("d")) {
          return Optional.empty();
        }
        Place place = Place.of(text);
        DeviceMemory memory = device(place.file(), place.whole(), true);
        return Optional.of(new DeviceView(memory, place.offset(), place.format(), place.shape()));
      }
    };
  }

  /**
   * An array in a file.
   *
   * @param whole bytes of all memory of the device in the file; 0 for other arrays
   */
  private record Place(
      long number,
      String mode,
      long whole,
      DataFormat format,
      List<Integer> shape,
      long offset,
      long bytes,
      String file) {
    static Place of(String text) throws CommandFailure {
      String[] fields = text.split(":", FIELDS);
      try {
        List<Integer> shape = new ArrayList<>();
        for (String extent : fields[4].isEmpty() ? new String[0] : fields[4].split("x")) {
          shape.add(Integer.parseInt(extent));
        }
        return new Place(
            Long.parseLong(fields[1]),
            fields[2],
            fields[2].startsWith("d") ? Long.parseLong(fields[2].substring(1)) : 0,
            DataFormat.bySpelling(fields[3]).orElseThrow(),
            shape,
            Long.parseLong(fields[5]),
            Long.parseLong(fields[6]),
            fields[7]);
      } catch (RuntimeException e) {
        throw CommandFailure.usage("'" + text + "' is no mapped array");
      }
    }

    private KernelValue value(MemorySegment segment, List<Long> changed) throws CommandFailure {
      try {
        MemorySegment data = segment.asSlice(offset, bytes);
        return new KernelValue.Mapped(
            format, shape, mode.equals("w") ? data : data.asReadOnly(), () -> changed.add(number));
      } catch (IndexOutOfBoundsException e) {
        throw CommandFailure.usage("an array lies outside of the file " + file);
      }
    }
  }

  /**
   * The memory of a device that a file holds.
   *
   * @param bytes how much it is
   * @param isWritten whether its bytes have values, unless the memory is known already
   */
  DeviceMemory device(String file, long bytes, boolean isWritten) throws CommandFailure {
    DeviceMemory known = devices.get(file);
    if (known == null) {
      known = new DeviceMemory(segment(file).asSlice(0, bytes), isWritten);
      devices.put(file, known);
    }
    return known;
  }

  private MemorySegment segment(String file) throws CommandFailure {
    Mapping known = files.get(file);
    if (known != null) {
      return known.segment();
    }
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(Path.of(file), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
      files.put(file, new Mapping(arena, segment));
      return segment;
    } catch (IOException e) {
      arena.close();
      throw CommandFailure.of(DiagnosticCode.CANNOT_READ, "cannot map " + file + ": " + e);
    }
  }

  /** Forgets a file. */
  void drop(String file) {
    devices.remove(file);
    Mapping known = files.remove(file);
    if (known != null) {
      known.arena().close();
    }
  }
}
