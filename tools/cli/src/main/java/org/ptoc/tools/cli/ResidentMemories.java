package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.tools.toolchain.DeviceMemory;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.watch.ResidentChecker;

/** Finds the memories of a launch that stay, as the check of them wants to know them. */
final class ResidentMemories {
  private ResidentMemories() {}

  /** The memories by the number of their buffer. */
  static Map<Integer, ResidentChecker.Buffer> of(Toolchain.Launch launch) {
    int[] numbers = launch.bufferNumbers();
    Map<Integer, List<ResidentChecker.View>> views = new LinkedHashMap<>();
    Map<Integer, DeviceMemory> memories = new LinkedHashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      if (launch.arguments().get(i)
          instanceof Toolchain.Argument.Resident(DeviceView view, var _)) {
        String title = BufferOption.title(i, launch.kernel().arguments().get(i));
        views
            .computeIfAbsent(numbers[i], _ -> new ArrayList<>())
            .add(new ResidentChecker.View(title, view.offset(), view.offset() + view.bytes()));
        memories.put(numbers[i], view.memory());
      }
    }
    Map<Integer, ResidentChecker.Buffer> buffers = new LinkedHashMap<>();
    views.forEach(
        (number, parts) -> {
          DeviceMemory memory = memories.get(number);
          buffers.put(
              number,
              new ResidentChecker.Buffer(
                  parts,
                  new ResidentChecker.WrittenBytes() {
                    @Override
                    public long unwritten(long from, long end) {
                      return memory.unwritten(from, end);
                    }

                    @Override
                    public void write(long from, long end) {
                      memory.write(from, end);
                    }
                  }));
        });
    return buffers;
  }
}
