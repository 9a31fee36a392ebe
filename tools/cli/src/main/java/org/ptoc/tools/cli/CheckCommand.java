package org.ptoc.tools.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc check}: parses and verifies every input and reports on all of them. */
final class CheckCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1..*", ".pto files, - for standard input");
    CodeOptions.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    List<String> files = Options.parameters(arguments);
    int status = ExitStatus.OK;
    for (String file : files) {
      Toolchain.Source source = session.source(file, session.read(file));
      try {
        session.accept(session.toolchain().check(source, request));
      } catch (CommandFailure rejected) {
        session.reporter().report(rejected.diagnostics());
        status = ExitStatus.REJECTED;
      }
    }
    return status;
  }
}
