package org.ptoc.emulator.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The first access of one block behind the data of each buffer; later ones are forgotten. */
public final class SlackLog {
  private static final int NEVER = -1;

  private final int[] words;
  private final long[] offsets;
  private final long[] lengths;

  SlackLog(int buffers) {
    words = new int[buffers];
    offsets = new long[buffers];
    lengths = new long[buffers];
    Arrays.fill(words, NEVER);
  }

  void note(int buffer, int word, long offset, long bytes) {
    if (words[buffer] == NEVER) {
      words[buffer] = word;
      offsets[buffer] = offset;
      lengths[buffer] = bytes;
    }
  }

  /**
   * An access.
   *
   * @param buffer number of the buffer
   * @param wordOffset the word that did it
   * @param offset first byte, from the start of the buffer
   * @param bytes length
   */
  public record Entry(int buffer, int wordOffset, long offset, long bytes) {}

  /** What was noted, by buffer. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      if (words[i] != NEVER) {
        entries.add(new Entry(i, words[i], offsets[i], lengths[i]));
      }
    }
    return entries;
  }
}
