package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ptoc.tools.language.CommandLine;
import org.ptoc.tools.language.PtoLanguageServer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc lsp}: serves an editor over standard input and output. */
final class LspCommand implements Command {
  private static final Option STDIO =
      Option.flag("over standard input and output, which is the only way", "--stdio");

  @Override
  public void describe(CommandSpec spec) {
    STDIO.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    boolean orderly =
        PtoLanguageServer.serve(
            session.environment().in(),
            session.out(),
            session.toolchain(),
            LspCommand::call,
            Version.text());
    return orderly ? ExitStatus.OK : ExitStatus.REJECTED;
  }

  private static CommandLine.Result call(List<String> words, String input) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            words,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    return new CommandLine.Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
