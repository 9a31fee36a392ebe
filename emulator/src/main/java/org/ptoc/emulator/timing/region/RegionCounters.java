package org.ptoc.emulator.timing.region;

import java.util.Arrays;

/**
 * What is counted while a region is timed: cycles of each word, and events. All counts grow only.
 */
public final class RegionCounters {
  /** Micro-operations that were dispatched. */
  public static final int MICRO_OPERATIONS = 0;

  /** Loads that were started. */
  public static final int LOADS = 1;

  /** Stores that were started. */
  public static final int STORES = 2;

  /** Words that the first execution unit started; the next index counts words of the second one. */
  public static final int FIRST_UNIT = 3;

  static final int SECOND_UNIT = 4;

  /** Loads that waited for an earlier store to the same bytes, once for each cycle. */
  public static final int STORE_LOAD_STALLS = 5;

  /** Cycles in which loads kept waiting stores out (spec/30, section 11, step D.7). */
  public static final int EXCLUSIONS = 6;

  /** Dispatches that waited only because one iteration may begin per cycle. */
  public static final int ITERATION_HOLDS = 7;

  static final int FIRST_STALL = 8;
  private static final int EVENTS = FIRST_STALL + DispatchStall.values().length;

  private final int firstWord;
  private final long[] values;

  /** Counters of a region of {@code words} words from {@code firstWord}. */
  public RegionCounters(int firstWord, int words) {
    this.firstWord = firstWord;
    this.values = new long[EVENTS + words];
  }

  private RegionCounters(int firstWord, long[] values) {
    this.firstWord = firstWord;
    this.values = values;
  }

  /** The same counts, which do not grow with these. */
  public RegionCounters copy() {
    return new RegionCounters(firstWord, values.clone());
  }

  /** Takes over the counts of a region with as many words. */
  public void copyFrom(RegionCounters other) {
    System.arraycopy(other.values, 0, values, 0, values.length);
  }

  /** Counts an event, one of the constants of this class. */
  public void count(int event) {
    values[event]++;
  }

  /** Counts an event several times. */
  public void add(int event, int count) {
    values[event] += count;
  }

  /** Counts a cycle without a dispatch. */
  public void countStall(DispatchStall stall) {
    values[FIRST_STALL + stall.ordinal()]++;
  }

  /** Adds cycles to a word of the region, which has its number in the text. */
  public void addCycles(int word, long cycles) {
    values[EVENTS + word - firstWord] += cycles;
  }

  /** How often an event was counted. */
  public long event(int event) {
    return values[event];
  }

  /** Cycles without a dispatch for this reason. */
  public long stall(DispatchStall stall) {
    return values[FIRST_STALL + stall.ordinal()];
  }

  /** Adds what was counted since {@code before} another {@code times} times. */
  public void repeatSince(RegionCounters before, long times) {
    for (int i = 0; i < values.length; i++) {
      values[i] += times * (values[i] - before.values[i]);
    }
  }

  /** Words of the region. */
  public int words() {
    return values.length - EVENTS;
  }

  /** Cycles of a word of the region, which has its number in the text. */
  public long cycles(int word) {
    return values[EVENTS + word - firstWord];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegionCounters counters && Arrays.equals(values, counters.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
