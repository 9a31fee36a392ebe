package org.ptoc.emulator.machine;

/**
 * A signal of a cross-core flag, or the arrival of a core where cores meet, from the word that
 * gives it to the words that take it.
 */
public final class CrossSignal {
  private final int core;
  private final int word;

  /**
   * The cycle of its core at which it arrives, under each timing model (spec/70, 7.1); filled in by
   * the one that times the core.
   */
  public long[] arrivals = {};

  /**
   * @param core number of the core in the launch
   * @param word number of the word in its text
   */
  public CrossSignal(int core, int word) {
    this.core = core;
    this.word = word;
  }

  /** Number of the core that gave it. */
  public int core() {
    return core;
  }

  /** Number of the word that gave it, in the text of that core. */
  public int word() {
    return word;
  }
}
