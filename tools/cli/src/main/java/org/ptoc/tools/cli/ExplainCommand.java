package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc explain}: what a diagnostic code means; without a code, all of them. */
final class ExplainCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "CODE", "0..*", "codes such as PTO2001; none lists all");
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    List<String> words = Options.parameters(arguments);
    List<DiagnosticCode> codes = new ArrayList<>(words.isEmpty() ? List.of(DiagnosticCode.values()) : List.of());
    for (String word : words) {
      String upper = word.toUpperCase(Locale.ROOT);
      String id = upper.startsWith("PTO") ? upper : "PTO" + upper;
      codes.add(
          DiagnosticCode.byId(id)
              .orElseThrow(() -> CommandFailure.usage(
                  "there is no diagnostic code '" + word + "'", "'ptoc explain' lists all codes")));
    }
    for (DiagnosticCode code : codes) {
      session.environment().out().print(
          code.id() + " " + code.severity().word() + ": " + code.summary() + "\n");
    }
    return ExitStatus.OK;
  }
}
