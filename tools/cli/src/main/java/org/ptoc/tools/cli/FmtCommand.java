package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.format.Formatter;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.tools.toolchain.Toolchain.Source;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc fmt}: lays out source texts; one with errors of syntax stays as it is. */
final class FmtCommand implements Command {
  private static final Option CHECK =
      Option.flag("name the files that would change, exit with 1 if any", "--check");
  private static final Option DIFF = Option.flag("show the lines that would change", "--diff");
  private static final Option IN_PLACE =
      Option.flag("write the files that change instead of standard output", "-i");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "0..*", Inputs.DESCRIPTION + " (default)");
    Option.add(spec, IN_PLACE, CHECK, DIFF);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    boolean check = CHECK.isIn(arguments);
    boolean diff = DIFF.isIn(arguments);
    boolean inPlace = IN_PLACE.isIn(arguments);
    if (inPlace && (check || diff)) {
      throw CommandFailure.usage(IN_PLACE + " goes with neither " + CHECK + " nor " + DIFF);
    }
    List<String> words = Options.parameters(arguments);
    if (inPlace && (words.isEmpty() || words.contains("-"))) {
      throw CommandFailure.usage(IN_PLACE + " needs files to write");
    }
    InputFiles inputs = InputFiles.of(words.isEmpty() ? List.of("-") : words, Inputs.SOURCES);
    List<String> changed = new ArrayList<>();
    int status = ExitStatus.OK;
    for (InputFiles.InputFile input : inputs.files()) {
      Source source = session.source(input.name(), session.read(input.name()));
      Optional<String> formatted = formatted(source, session);
      if (formatted.isEmpty()) {
        status = ExitStatus.REJECTED;
      } else if (!check && !diff && !inPlace) {
        session.write("-", formatted.get().getBytes(StandardCharsets.UTF_8), false);
      } else if (!formatted.get().equals(source.text())) {
        changed.add(source.name());
        if (inPlace) {
          session.write(input.name(), formatted.get().getBytes(StandardCharsets.UTF_8), false);
        } else if (diff) {
          session.write("-", LineDifference.of(source.name(), source.text(), formatted.get()));
        } else {
          session.write("-", source.name() + "\n");
        }
      }
    }
    return status == ExitStatus.OK && check && !changed.isEmpty() ? ExitStatus.REJECTED : status;
  }

  private static Optional<String> formatted(Source source, Session session) {
    Diagnostics found = new Diagnostics();
    List<SourceToken> tokens = FrontEnd.tokens(source.name(), source.text(), found);
    session.report(found.all());
    return found.hasErrors()
        ? Optional.empty()
        : Optional.of(Formatter.format(source.text(), tokens));
  }
}
