package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain.Reports;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options that tell what the passes did. Nothing of it goes to standard output. */
final class PassOptions {
  private static final String ALL = "all";

  private PassOptions() {}

  static void describe(CommandSpec spec) {
    Options.values(
        spec,
        () -> Stream.concat(Stream.of(ALL), names()).iterator(),
        "PASS",
        "print the IR after a pass, or after all",
        "--print-after");
    Options.flag(spec, "print the IR after each pass that changed it", "--print-changed");
    Options.value(spec, "DIR", "write the IR after each pass into a directory", "--dump-dir");
    Options.flag(spec, "print the time of each pass", "--time-passes");
    Options.flag(spec, "print what each pass did to the number of operations", "--stats");
  }

  /** The names of all passes, for shells. */
  static Stream<String> names() {
    return new PtoToolchain().passNames().stream();
  }

  /** What was asked for. */
  static Reports read(ParseResult arguments, boolean resources, Session session)
      throws CommandFailure {
    Optional<String> directory = Options.text(arguments, "--dump-dir");
    if (directory.isPresent()) {
      session.makeDirectory(directory.get());
    }
    return new Reports(
        passes(Options.texts(arguments, "--print-after"), session),
        Options.has(arguments, "--print-changed"),
        directory.isEmpty() ? Optional.empty() : Optional.of(Session.path(directory.get())),
        Options.has(arguments, "--time-passes"),
        Options.has(arguments, "--stats"),
        resources);
  }

  /** The names of passes, lists split at commas; a name that no pass has is an error. */
  static List<String> passes(List<String> texts, Session session) throws CommandFailure {
    List<String> passes = new ArrayList<>();
    for (String list : texts) {
      for (String name : list.split(",")) {
        List<String> known = session.toolchain().passNames();
        if (!known.contains(name) && !name.equals(ALL)) {
          throw CommandFailure.usage(
              "there is no pass '" + name + "'" + Suggestion.phrase(name, known),
              "'ptoc opt --list-passes' lists them");
        }
        passes.add(name);
      }
    }
    return passes;
  }
}
