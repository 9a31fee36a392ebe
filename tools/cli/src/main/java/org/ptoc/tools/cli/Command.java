package org.ptoc.tools.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * A subcommand. Its options are described only when it is called, which keeps the start of the
 * others short.
 */
interface Command {
  /** Adds parameters and options, other than those of all commands. */
  void describe(CommandSpec spec);

  /**
   * Does the work.
   *
   * @return the exit status
   */
  int execute(ParseResult arguments, Session session) throws CommandFailure;
}
