package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Refuses outputs that would overwrite an input or each other, before anything is written. */
final class OutputFiles {
  private OutputFiles() {}

  /**
   * @param inputs the files that are read, {@code -} for standard input
   * @param outputs what is written for each of them, or one file for all; {@code -} for standard
   *     output
   */
  static void check(List<String> inputs, List<String> outputs) throws CommandFailure {
    for (int i = 0; i < outputs.size(); i++) {
      String output = outputs.get(i);
      if (output.equals("-")) {
        continue;
      }
      for (String input : inputs) {
        if (!input.equals("-") && isSame(Session.path(input), Session.path(output))) {
          throw CommandFailure.usage(
              "output file " + output + " is the same as the input " + input,
              "name another file with -o FILE");
        }
      }
      for (int k = 0; k < i; k++) {
        if (!outputs.get(k).equals("-")
            && isSame(Session.path(outputs.get(k)), Session.path(output))) {
          throw CommandFailure.usage(
              inputs.get(k) + " and " + inputs.get(i) + " would both be written to " + output,
              "compile them one by one with -o FILE");
        }
      }
    }
  }

  /**
   * Through links and in all spellings; files that do not exist yet are the same by their place.
   */
  private static boolean isSame(Path one, Path other) {
    try {
      return one.equals(other)
          || (Files.exists(one) && Files.exists(other)
              ? Files.isSameFile(one, other)
              : place(one).equals(place(other)));
    } catch (IOException unreadable) {
      return false; // Reading or writing it says why.
    }
  }

  private static Path place(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path directory = absolute.getParent();
    Path name = absolute.getFileName();
    return directory == null || name == null || !Files.exists(directory)
        ? absolute.normalize()
        : directory.toRealPath().resolve(name);
  }
}
