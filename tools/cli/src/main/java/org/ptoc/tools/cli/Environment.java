package org.ptoc.tools.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;

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
    Path crashDirectory) {}
