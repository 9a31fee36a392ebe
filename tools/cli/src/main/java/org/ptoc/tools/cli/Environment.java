package org.ptoc.tools.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
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
 */
record Environment(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    Path crashDirectory) {

  /** Columns of a page for a person: those of the terminal where there is one, else the usual. */
  int columns() {
    String columns = outIsTerminal ? System.getenv("COLUMNS") : null;
    try {
      int number = columns == null ? Width.STANDARD : Integer.parseInt(columns.strip());
      return Math.max(Width.LEAST, Math.min(Width.MOST, number));
    } catch (NumberFormatException e) {
      return Width.STANDARD;
    }
  }
}
