package org.ptoc.emulator;

/**
 * A line of the source text.
 *
 * @param file as the compiler was given it
 * @param line 1 for the first
 */
public record SourceLine(String file, int line) {}
