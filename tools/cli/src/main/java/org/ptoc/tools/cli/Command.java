package org.ptoc.tools.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * A subcommand. Its options are described only when it is called, which keeps the start of the
 * others short.
 */
interface Command {
  /** Adds the parameters and options that are special to the command. */
  void describe(CommandSpec spec);

  /**
   * Does the work.
   *
   * @return the exit status
   */
  int execute(ParseResult arguments, Session session) throws CommandFailure;
}
