package org.ptoc.tools.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc completion}: a script for the shell, made from the descriptions of all commands. */
final class CompletionCommand implements Command {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(
        spec, SHELLS, "SHELL", "1", "bash or zsh; use it as: source <(ptoc completion bash)");
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    String shell = Options.parameters(arguments).getFirst();
    if (!SHELLS.contains(shell)) {
      throw CommandFailure.usage(
          "there is no completion for '" + shell + "'" + Suggestion.phrase(shell, SHELLS),
          "bash and zsh are supported");
    }
    session.out().print(shell.equals("zsh") ? ZshCompletion.script() : BashCompletion.script());
    return ExitStatus.OK;
  }
}
