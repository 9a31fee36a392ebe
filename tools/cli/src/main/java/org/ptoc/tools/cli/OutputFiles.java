package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** Refuses outputs that would overwrite an input or each other, before anything is written. */
final class OutputFiles {
  private OutputFiles() {}

  /** Refuses output files of options that are an input of the command, or one file twice. */
  static void check(ParseResult arguments) throws CommandFailure {
    List<String> options = new ArrayList<>();
    List<String> files = new ArrayList<>();
    for (Option option : Option.given(arguments, Option.Trait.ONE_FILE)) {
      Optional<String> file = option.text(arguments).filter(name -> !name.isEmpty());
      if (file.isPresent()) {
        options.add(option.toString());
        files.add(file.get());
      }
    }
    if (!files.isEmpty()) {
      check(Options.parameters(arguments), options, files);
    }
  }

  /**
   * @param inputs sources of the outputs: files that are read, {@code -} for standard input, or the
   *     names of results of a run
   * @param outputs the file that is written for each input, or one file for all; {@code -} for
   *     standard output
   */
  static void check(List<String> inputs, List<String> outputs) throws CommandFailure {
    check(inputs, inputs, outputs);
  }

  /**
   * @param origins the name of the origin of each output in a message
   */
  private static void check(List<String> inputs, List<String> origins, List<String> outputs)
      throws CommandFailure {
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
            "name another file");
      }
      String other = writtenFrom.putIfAbsent(place, origins.get(i));
      if (other != null) {
        throw CommandFailure.usage(
            other + " and " + origins.get(i) + " would both be written to " + output,
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
