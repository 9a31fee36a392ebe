package org.ptoc.tools.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.emulator.Argument;
import org.ptoc.tools.toolchain.DeviceMemory;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.watch.ResidentChecker;

/** Finds the memories of a launch that stay, for the check that follows them. */
final class ResidentMemories {
  private ResidentMemories() {}

  /** The memories by the number of their buffer. */
  static Map<Integer, ResidentChecker.Buffer> of(
      Launch launch, List<Optional<DeviceView>> arguments) {
    int[] numbers = Argument.buffers(launch.machine().arguments());
    Map<Integer, ResidentChecker.Buffer> buffers = new LinkedHashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      if (arguments.get(i).isPresent()) {
        DeviceView view = arguments.get(i).get();
        String title = BufferOption.title(i, launch.kernel().arguments().get(i));
        ResidentChecker.View part =
            new ResidentChecker.View(title, view.offset(), view.offset() + view.bytes());
        buffers.merge(
            numbers[i],
            new ResidentChecker.Buffer(List.of(part), written(view.memory())),
            (first, second) ->
                new ResidentChecker.Buffer(
                    Stream.concat(first.views().stream(), second.views().stream()).toList(),
                    first.written()));
      }
    }
    return buffers;
  }

  private static ResidentChecker.WrittenBytes written(DeviceMemory memory) {
    return new ResidentChecker.WrittenBytes() {
      @Override
      public long unwritten(long from, long end) {
        return memory.unwritten(from, end);
      }

      @Override
      public void write(long from, long end) {
        memory.write(from, end);
      }
    };
  }
}
