package org.ptoc.emulator.interpreter;

import java.util.Optional;

/**
 * All repeats of one execution of an element-wise A2/A3 word.
 *
 * @param count number of repeats, at least 1
 * @param activeBytes bytes up to the end of the last active lane of every repeat but the last one, 1 to 256
 * @param lastActiveBytes the same of the last repeat
 * @param low lanes 0 to 63 that are active among these bytes, bit i for lane i
 * @param high likewise lanes 64 to 127
 * @param readsDestination whether the old value of the destination is an operand
 * @param first the first source, empty when the word has none
 * @param second the second source, empty when the word has none
 * @param scalar the scalar register; without meaning when the word has a second source
 */
public record Repeats(
    long count,
    int activeBytes,
    int lastActiveBytes,
    long low,
    long high,
    RepeatOperand destination,
    boolean readsDestination,
    Optional<RepeatOperand> first,
    Optional<RepeatOperand> second,
    long scalar) {

  /** Whether some lanes in front of the last active one are not active. */
  public boolean hasGaps() {
    return (low & high) != -1;
  }
}
