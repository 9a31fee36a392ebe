package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Refuses outputs that would overwrite an input or each other, before anything is written. */
final class OutputFiles {
  private OutputFiles() {}

  /**
   * @param inputs what outputs are made of: files that are read, {@code -} for standard input, or
   *     the names of what a run leaves
   * @param outputs what is written for each of them, or one file for all; {@code -} for standard
   *     output
   */
  static void check(List<String> inputs, List<String> outputs) throws CommandFailure {
    Map<Path, String> inputAt = new HashMap<>();
    for (String input : inputs) {
      if (!input.equals("-")) {
        inputAt.put(place(Session.path(input)), input);
      }
    }
    Map<Path, String> writtenFrom = new HashMap<>();
    for (int i = 0; i < outputs.size(); i++) {
      String output = outputs.get(i);
      if (output.equals("-")) {
        continue;
      }
      Path place = place(Session.path(output));
      if (inputAt.containsKey(place)) {
        throw CommandFailure.usage(
            "output file " + output + " is the same as the input " + inputAt.get(place),
            "name another file with -o FILE");
      }
      String other = writtenFrom.putIfAbsent(place, inputs.get(i));
      if (other != null) {
        throw CommandFailure.usage(
            other + " and " + inputs.get(i) + " would both be written to " + output,
            "name a file for each");
      }
    }
  }

  /** Where a file lies, through links; one that does not exist yet, where its directory lies. */
  private static Path place(Path file) {
    Path absolute = file.toAbsolutePath();
    try {
      if (Files.exists(absolute)) {
        return absolute.toRealPath();
      }
      Path directory = absolute.getParent();
      Path name = absolute.getFileName();
      return directory == null || name == null || !Files.exists(directory)
          ? absolute.normalize()
          : directory.toRealPath().resolve(name);
    } catch (IOException unreadable) {
      return absolute.normalize(); // Reading or writing it says why.
    }
  }
}
