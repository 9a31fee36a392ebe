package org.ptoc.tools.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc check}: parses and verifies every input and reports on all of them. */
final class CheckCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1..*", Inputs.DESCRIPTION);
    CodeOptions.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    return Inputs.each(
        InputFiles.of(Options.parameters(arguments), Inputs.SOURCES),
        false,
        session,
        (file, source, own) -> own.accept(own.toolchain().check(source, request)));
  }
}
