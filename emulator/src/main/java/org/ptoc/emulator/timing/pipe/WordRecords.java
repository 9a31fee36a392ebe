package org.ptoc.emulator.timing.pipe;

import java.util.List;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionRecord;

/**
 * What the last execution of each word of a block did, as far as costs depend on it. Words whose
 * cost is always the same are not noted.
 */
public final class WordRecords {
  private final long[] repeats;
  private final long[] bytes;
  private final long[] numbers;
  private List<CrossSignal> signals = List.of();
  private int noted = -1;

  /** Nothing is known of any of {@code words} words. */
  public WordRecords(int words) {
    this.repeats = new long[words];
    this.bytes = new long[words];
    this.numbers = new long[words];
  }

  /** A word was executed; what its last execution did is forgotten. */
  public void note(int word, ExecutionRecord record) {
    repeats[word] = record.repeats();
    bytes[word] = record.bytes();
    numbers[word] = record.number();
    signals = record.signals();
    noted = word;
  }

  /** Signals between cores of a word; none unless it was noted last. */
  List<CrossSignal> signals(int word) {
    return word == noted ? signals : List.of();
  }

  /** As {@link ExecutionRecord#repeats}. */
  long repeats(int word) {
    return repeats[word];
  }

  /** As {@link ExecutionRecord#bytes}. */
  long bytes(int word) {
    return bytes[word];
  }

  /** As {@link ExecutionRecord#number}. */
  long number(int word) {
    return numbers[word];
  }
}
