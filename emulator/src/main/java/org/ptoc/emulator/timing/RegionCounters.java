package org.ptoc.emulator.timing;

import java.util.Arrays;

/**
 * What is counted while a region is timed: cycles of each word, and events. All counts grow only.
 */
final class RegionCounters {
  static final int MICRO_OPERATIONS = 0;
  static final int LOADS = 1;
  static final int STORES = 2;
  static final int FIRST_UNIT = 3;
  static final int SECOND_UNIT = 4;
  static final int STORE_LOAD_STALLS = 5;
  static final int EXCLUSIONS = 6;

  /** Dispatches that waited only because one pass may begin per cycle. */
  static final int PASS_HOLDS = 7;

  static final int FIRST_STALL = 8;
  private static final int EVENTS = FIRST_STALL + DispatchStall.values().length;

  private final int firstWord;
  private final long[] values;

  /** Counters of a region of {@code words} words from {@code firstWord}. */
  RegionCounters(int firstWord, int words) {
    this.firstWord = firstWord;
    this.values = new long[EVENTS + words];
  }

  private RegionCounters(int firstWord, long[] values) {
    this.firstWord = firstWord;
    this.values = values;
  }

  RegionCounters copy() {
    return new RegionCounters(firstWord, values.clone());
  }

  void copyFrom(RegionCounters other) {
    System.arraycopy(other.values, 0, values, 0, values.length);
  }

  void count(int event) {
    values[event]++;
  }

  void add(int event, int count) {
    values[event] += count;
  }

  void countStall(DispatchStall stall) {
    values[FIRST_STALL + stall.ordinal()]++;
  }

  void addCycles(int word, long cycles) {
    values[EVENTS + word - firstWord] += cycles;
  }

  long event(int event) {
    return values[event];
  }

  long stall(DispatchStall stall) {
    return values[FIRST_STALL + stall.ordinal()];
  }

  /** Adds what was counted since {@code before} another {@code times} times. */
  void repeatSince(RegionCounters before, long times) {
    for (int i = 0; i < values.length; i++) {
      values[i] += times * (values[i] - before.values[i]);
    }
  }

  int firstWord() {
    return firstWord;
  }

  int words() {
    return values.length - EVENTS;
  }

  long cycles(int word) {
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
