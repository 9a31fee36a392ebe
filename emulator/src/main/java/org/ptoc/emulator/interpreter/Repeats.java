package org.ptoc.emulator.interpreter;

import java.util.Optional;

/**
 * All repeats of one execution of an element-wise A2/A3 word whose mask is a prefix of the lanes or counted.
 *
 * @param count number of repeats, at least 1
 * @param activeBytes bytes of the active lanes of every repeat but the last one, 1 to 256
 * @param lastActiveBytes bytes of the active lanes of the last repeat, 1 to 256
 * @param readsDestination whether the old value of the destination is an operand
 * @param first the first source, empty when the word has none
 * @param second the second source, empty when the word has none
 * @param scalar the scalar register; without meaning when the word has a second source
 */
public record Repeats(
    long count,
    int activeBytes,
    int lastActiveBytes,
    RepeatOperand destination,
    boolean readsDestination,
    Optional<RepeatOperand> first,
    Optional<RepeatOperand> second,
    long scalar) {}
