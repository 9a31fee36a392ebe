package org.ptoc.emulator.timing.region;

import java.util.Arrays;

/**
 * What is counted while a region is timed: cycles of each word, and events. All counts grow only.
 */
public final class RegionCounters {
  public static final int MICRO_OPERATIONS = 0;
  public static final int LOADS = 1;
  public static final int STORES = 2;
  public static final int FIRST_UNIT = 3;
  static final int SECOND_UNIT = 4;
  public static final int STORE_LOAD_STALLS = 5;
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

  public RegionCounters copy() {
    return new RegionCounters(firstWord, values.clone());
  }

  public void copyFrom(RegionCounters other) {
    System.arraycopy(other.values, 0, values, 0, values.length);
  }

  public void count(int event) {
    values[event]++;
  }

  public void add(int event, int count) {
    values[event] += count;
  }

  public void countStall(DispatchStall stall) {
    values[FIRST_STALL + stall.ordinal()]++;
  }

  public void addCycles(int word, long cycles) {
    values[EVENTS + word - firstWord] += cycles;
  }

  public long event(int event) {
    return values[event];
  }

  public long stall(DispatchStall stall) {
    return values[FIRST_STALL + stall.ordinal()];
  }

  /** Adds what was counted since {@code before} another {@code times} times. */
  public void repeatSince(RegionCounters before, long times) {
    for (int i = 0; i < values.length; i++) {
      values[i] += times * (values[i] - before.values[i]);
    }
  }

  public int words() {
    return values.length - EVENTS;
  }

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
