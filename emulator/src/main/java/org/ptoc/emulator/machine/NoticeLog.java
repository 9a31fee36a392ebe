package org.ptoc.emulator.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * What one core did that is legal and seldom meant: the first access behind the data of each
 * buffer, and the first word with repeat count 0. Later ones are forgotten.
 */
public final class NoticeLog implements MachineState {
  private static final int NEVER = -1;

  private final int[] words;
  private final long[] offsets;
  private final long[] lengths;
  private int zeroRepeat = NEVER;

  NoticeLog(int buffers) {
    words = new int[buffers];
    offsets = new long[buffers];
    lengths = new long[buffers];
    Arrays.fill(words, NEVER);
  }

  @Override
  public void visit(StateVisitor visitor) {
    visitor.ints(words);
    visitor.longs(offsets);
    visitor.longs(lengths);
    zeroRepeat = (int) visitor.number(zeroRepeat);
  }

  void slack(int buffer, int word, long offset, long bytes) {
    if (words[buffer] == NEVER) {
      words[buffer] = word;
      offsets[buffer] = offset;
      lengths[buffer] = bytes;
    }
  }

  void zeroRepeat(int word) {
    if (zeroRepeat == NEVER) {
      zeroRepeat = word;
    }
  }

  /**
   * An access behind the data of a buffer.
   *
   * @param buffer number of the buffer
   * @param wordOffset the word that did it
   * @param offset first byte, from the start of the buffer
   * @param bytes length
   */
  public record Slack(int buffer, int wordOffset, long offset, long bytes) {}

  /** Accesses behind the data, by buffer. */
  public List<Slack> slack() {
    List<Slack> entries = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      if (words[i] != NEVER) {
        entries.add(new Slack(i, words[i], offsets[i], lengths[i]));
      }
    }
    return entries;
  }

  /** The first word with repeat count 0. */
  public OptionalInt zeroRepeat() {
    return zeroRepeat == NEVER ? OptionalInt.empty() : OptionalInt.of(zeroRepeat);
  }
}
