package org.ptoc.tools.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.ptoc.tools.report.Width;

/**
 * What surrounds one call of {@code ptoc}.
 *
 * @param in standard input
 * @param out standard output: only what was asked for
 * @param err standard error: messages
 * @param outIsTerminal true when a person reads {@code out}
 * @param errIsTerminal true when a person reads {@code err} and wants colours
 * @param crashDirectory where folders about internal errors go
 * @param variables environment variables of the caller
 */
record Environment(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    Path crashDirectory,
    Map<String, String> variables) {

  /**
   * Streams of a process that has these variables; a terminal has colours unless they forbid it.
   *
   * @param terminals digits of the file descriptors that are terminals, such as {@code 12}
   */
  static Environment of(
      InputStream in,
      PrintStream out,
      PrintStream err,
      String terminals,
      Path crashDirectory,
      Map<String, String> variables) {
    boolean hasColours =
        terminals.contains("2")
            && !variables.containsKey("NO_COLOR")
            && !"dumb".equals(variables.get("TERM"));
    return new Environment(
        in, out, err, terminals.contains("1"), hasColours, crashDirectory, variables);
  }

  /** Columns of a page for a user: the terminal width if there is a terminal, else the default. */
  int columns() {
    String columns = outIsTerminal ? variables.get("COLUMNS") : null;
    try {
      int number = columns == null ? Width.STANDARD : Integer.parseInt(columns.strip());
      return Math.max(Width.LEAST, Math.min(Width.MOST, number));
    } catch (NumberFormatException e) {
      return Width.STANDARD;
    }
  }
}
