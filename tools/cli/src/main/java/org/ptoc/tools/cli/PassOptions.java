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

  private static final Option PRINT_AFTER =
      Option.values("PASS", "print the IR after a pass, or after all", "--print-after")
          .words(() -> Stream.concat(Stream.of(ALL), names()).iterator());
  private static final Option PRINT_CHANGED =
      Option.flag("print the IR after each pass that changed it", "--print-changed").seldom();
  private static final Option DUMP_DIR =
      Option.value("DIR", "write the IR after each pass into a directory", "--dump-dir").seldom();
  private static final Option TIME_PASSES =
      Option.flag("print the time of each pass", "--time-passes").seldom();
  private static final Option STATS =
      Option.flag("print what each pass did to the number of operations", "--stats").seldom();

  private PassOptions() {}

  static void describe(CommandSpec spec) {
    Option.add(spec, PRINT_AFTER, PRINT_CHANGED, DUMP_DIR, TIME_PASSES, STATS);
  }

  /** The names of all passes, for shells. */
  static Stream<String> names() {
    return new PtoToolchain().passNames().stream();
  }

  /** What was asked for. */
  static Reports read(ParseResult arguments, boolean resources, Session session)
      throws CommandFailure {
    Optional<String> directory = DUMP_DIR.text(arguments);
    if (directory.isPresent()) {
      session.makeDirectory(directory.get());
    }
    return new Reports(
        passes(PRINT_AFTER.texts(arguments), session),
        PRINT_CHANGED.isIn(arguments),
        directory.isEmpty() ? Optional.empty() : Optional.of(Session.path(directory.get())),
        TIME_PASSES.isIn(arguments),
        STATS.isIn(arguments),
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
