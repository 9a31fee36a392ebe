package org.ptoc.emulator.timing.pipe;

/**
 * A wait that nothing ends (spec/30, section 6).
 *
 * @param word number of the waiting instruction in the text
 * @param message what it waits for
 */
public record TimingFault(int word, String message) {}
