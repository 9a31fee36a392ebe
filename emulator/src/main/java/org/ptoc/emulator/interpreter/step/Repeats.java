package org.ptoc.emulator.interpreter.step;

import java.util.Optional;

/**
 * All repeats of one execution of an A2/A3 word that works lane by lane.
 *
 * @param count number of repeats, at least 1
 * @param lanes lanes of a repeat, 32, 64 or 128; the lanes of the widest operand fill 256 bytes
 * @param activeLanes lanes up to the last active one of every repeat but the last one, at least 1
 * @param lastActiveLanes the same of the last repeat
 * @param low the active ones of lanes 0 to 63, bit i for lane i; all ones when no lane in between
 *     is inactive
 * @param high likewise lanes 64 to 127
 * @param readsDestination whether the old value of the destination is an operand
 * @param first the first source, empty when the word has none
 * @param second the second source, empty when the word has none
 * @param selector what chooses between the sources, empty when the word always does the same
 * @param direct whether the interpreter computes a repeat where it lies, without copies
 * @param scalar the scalar register of a word that has one; 1 when a conversion to integers
 *     saturates, else 0
 */
public record Repeats(
    long count,
    int lanes,
    int activeLanes,
    int lastActiveLanes,
    long low,
    long high,
    RepeatOperand.Target destination,
    boolean readsDestination,
    Optional<RepeatOperand.Blocks> first,
    Optional<RepeatOperand.Source> second,
    Optional<RepeatOperand.Selector> selector,
    boolean direct,
    long scalar) {

  /** True if some lanes in front of the last active one are not active. */
  public boolean hasGaps() {
    return (low & high) != -1;
  }

  /** Bytes of all lanes of a repeat of an operand. */
  public int bytes(RepeatOperand.Blocks operand) {
    return lanes * operand.laneBytes();
  }

  /** Bytes up to the end of the last active lane of repeat {@code r} of an operand. */
  public int activeBytes(RepeatOperand.Blocks operand, long r) {
    return (r == count - 1 ? lastActiveLanes : activeLanes) * operand.laneBytes();
  }
}
