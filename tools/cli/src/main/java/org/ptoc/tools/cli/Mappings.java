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
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.KernelValue;

/**
 * Files that another process has mapped too, each mapped once until it is dropped. An argument in
 * one of them is written {@code map:NUMBER:MODE:TYPE:SHAPE:OFFSET:BYTES:FILE}: NUMBER comes back
 * when the kernel has changed it, MODE is {@code r} or {@code w}, SHAPE as in {@code 16x64}.
 */
final class Mappings {
  private static final String PREFIX = "map:";
  private static final int FIELDS = 8;

  private final Map<String, Mapping> files = new HashMap<>();

  private record Mapping(Arena arena, MemorySegment segment) {}

  /** Reads arguments; numbers of those that a run has changed go to {@code changed}. */
  ArgumentBinder.Loader loader(List<Long> changed) {
    return text -> text.startsWith(PREFIX) ? mapped(text, changed) : ArgumentBinder.load(text);
  }

  private KernelValue mapped(String text, List<Long> changed) throws CommandFailure {
    String[] fields = text.split(":", FIELDS);
    try {
      long number = Long.parseLong(fields[1]);
      DataFormat format = DataFormat.bySpelling(fields[3]).orElseThrow();
      List<Integer> shape = new ArrayList<>();
      for (String extent : fields[4].isEmpty() ? new String[0] : fields[4].split("x")) {
        shape.add(Integer.parseInt(extent));
      }
      MemorySegment file = segment(fields[7]);
      MemorySegment data = file.asSlice(Long.parseLong(fields[5]), Long.parseLong(fields[6]));
      boolean writable = fields[2].equals("w");
      return new KernelValue.Mapped(
          format, shape, writable ? data : data.asReadOnly(), () -> changed.add(number));
    } catch (RuntimeException e) {
      throw CommandFailure.usage("'" + text + "' is no mapped array");
    }
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
      throw CommandFailure.of(
          ExitStatus.USAGE, DiagnosticCode.CANNOT_READ, "cannot map " + file + ": " + e);
    }
  }

  /** Forgets a file. */
  void drop(String file) {
    Mapping known = files.remove(file);
    if (known != null) {
      known.arena().close();
    }
  }
}
