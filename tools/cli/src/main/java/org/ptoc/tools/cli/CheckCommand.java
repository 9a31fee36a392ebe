package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc check}: reports on every input what {@code ptoc compile} would, and writes nothing;
 * {@code --quick} stops behind the verifier.
 */
final class CheckCommand implements Command {
  private static final Option QUICK =
      Option.flag("only syntax and types, not whether tiles and code fit the profile", "--quick");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1..*", Inputs.DESCRIPTION);
    QUICK.addTo(spec);
    CodeOptions.describe(spec);
    SynchronizationCheck.describe(spec);
    BlockParameters.OPTION.addTo(spec);
    Watch.OPTION.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    if (SynchronizationCheck.isWanted(arguments)) {
      return synchronization(arguments, session);
    }
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    boolean quick = QUICK.isIn(arguments);
    return Inputs.each(
        InputFiles.of(Options.parameters(arguments), Inputs.SOURCES),
        false,
        session,
        (file, source, own) -> {
          if (quick) {
            own.accept(own.toolchain().check(source, request));
          } else {
            own.accept(own.toolchain().compile(source, request));
          }
        });
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
