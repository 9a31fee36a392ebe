package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc ptoas}, or {@code ptoas}: {@code ptoc compile} under the command line of the public
 * assembler, which frameworks call. {@link PeerOption} is the table of its options.
 */
final class PtoasCommand implements Command {
  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "0..1", "a .pto file, - for stdin (default)");
    for (PeerOption option : PeerOption.values()) {
      option.row().addTo(spec);
    }
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> words = compilation(arguments);
    noteTuning(arguments, session);
    return new CommandRunner(Commands.COMPILE, session).run(words);
  }

  /** The words of {@code ptoc compile} that do the same. */
  static List<String> compilation(ParseResult arguments) throws CommandFailure {
    Set<String> words = new LinkedHashSet<>();
    for (PeerOption option : PeerOption.values()) {
      Optional<String> value = value(option, arguments);
      if (value.isPresent()) {
        option.word(value.get()).ifPresent(words::add);
      }
    }
    if (!PeerOption.OUTPUT.row().isIn(arguments)) {
      words.add(CompileCommand.OUTPUT.of("-"));
    }
    words.add(CodeOptions.OTHERWISE.of("a3"));
    List<String> files = Options.parameters(arguments);
    words.add("--");
    words.add(files.isEmpty() ? "-" : files.getFirst());
    return List.copyOf(words);
  }

  /** What was given, {@code true} for a flag; empty where it does not ask for anything. */
  private static Optional<String> value(PeerOption option, ParseResult arguments)
      throws CommandFailure {
    Option row = option.row();
    if (!row.isIn(arguments)) {
      return Optional.empty();
    }
    return row.allWords().isEmpty()
        ? row.text(arguments)
        : Optional.of(row.word(arguments))
            .filter(word -> option.takesValue() || word.equals("true"));
  }

  /** One note for all options that change nothing. */
  private static void noteTuning(ParseResult arguments, Session session) {
    List<String> ignored = new ArrayList<>();
    for (PeerOption option : PeerOption.values()) {
      if (option.part() == PeerOption.Part.INSIDE && option.row().isIn(arguments)) {
        ignored.add(option.spelling());
      }
    }
    if (!ignored.isEmpty()) {
      session.report(
          DiagnosticCode.IGNORED_OPTION,
          "accepted, but without effect on our object: " + String.join(", ", ignored));
    }
  }
}
