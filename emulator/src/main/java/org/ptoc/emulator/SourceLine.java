package org.ptoc.emulator;

/**
 * A place in the source text.
 *
 * @param file as the compiler was given it
 * @param line 1 for the first
 * @param column 1 for the first, 0 when only the line is known
 */
public record SourceLine(String file, int line, int column) {}
