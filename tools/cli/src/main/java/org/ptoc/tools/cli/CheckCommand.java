package org.ptoc.tools.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc check}: parses and verifies every input and reports on all of them. */
final class CheckCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1..*", Inputs.DESCRIPTION);
    CodeOptions.describe(spec);
    SynchronizationCheck.describe(spec);
    BlockParameters.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    if (SynchronizationCheck.isWanted(arguments)) {
      return synchronization(arguments, session);
    }
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    return Inputs.each(
        InputFiles.of(Options.parameters(arguments), Inputs.SOURCES),
        false,
        session,
        (file, source, own) -> own.accept(own.toolchain().check(source, request)));
  }

  private static int synchronization(ParseResult arguments, Session session) throws CommandFailure {
    InputFiles inputs = InputFiles.of(Options.parameters(arguments), List.of(".pto", ".o"));
    if (!inputs.isBatch()) {
      return SynchronizationCheck.run(arguments, inputs.files().getFirst().name(), session);
    }
    return new FileBatch(inputs.files(), false, session)
        .run(
            (file, own) ->
                new FileBatch.Note(SynchronizationCheck.run(arguments, file.name(), own), ""));
  }
}
