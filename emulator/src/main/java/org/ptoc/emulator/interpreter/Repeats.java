package org.ptoc.emulator.interpreter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All repeats of one execution of an element-wise A2/A3 word.
 *
 * @param count number of repeats, at least 1
 * @param lanes lanes of a repeat, 64 or 128; those of the widest operand fill 256 bytes
 * @param activeLanes lanes up to the last active one of every repeat but the last one, at least 1
 * @param lastActiveLanes the same of the last repeat
 * @param low the active ones of lanes 0 to 63, bit i for lane i; all ones when no lane in between is inactive
 * @param high likewise lanes 64 to 127
 * @param readsDestination whether the old value of the destination is an operand
 * @param first the first source, empty when the word has none
 * @param second the second source, empty when the word has none
 * @param scalar the scalar register; without meaning when the word has a second source
 */
public record Repeats(
    long count,
    int lanes,
    int activeLanes,
    int lastActiveLanes,
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

  /** Bytes of all lanes of a repeat of an operand. */
  public int bytes(RepeatOperand operand) {
    return lanes * operand.laneBytes();
  }

  /** Bytes up to the end of the last active lane of repeat {@code r} of an operand. */
  public int activeBytes(RepeatOperand operand, long r) {
    return (r == count - 1 ? lastActiveLanes : activeLanes) * operand.laneBytes();
  }

  /** The operands that are read, in the order of their places in the word. */
  public List<RepeatOperand> sources() {
    List<RepeatOperand> sources = new ArrayList<>();
    first.ifPresent(sources::add);
    second.ifPresent(sources::add);
    if (readsDestination) {
      sources.add(destination);
    }
    return sources;
  }
}
