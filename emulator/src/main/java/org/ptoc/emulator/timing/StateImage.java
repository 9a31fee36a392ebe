package org.ptoc.emulator.timing;

import java.util.Arrays;

/** The state of a pipeline relative to the current cycle and pass, as numbers that can be compared. */
final class StateImage {
  private int[] values = new int[512];
  private int size;

  void clear() {
    size = 0;
  }

  void put(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  /** Puts the way from {@code now} to {@code cycle}; a past further back than {@code horizon} is all the same. */
  void putCycle(int cycle, int now, int horizon) {
    put(Math.max(cycle - now, -horizon));
  }

  boolean same(StateImage other) {
    return Arrays.equals(values, 0, size, other.values, 0, other.size);
  }

  /** Takes over the numbers of {@code other}, which is empty then. */
  void takeFrom(StateImage other) {
    int[] room = values;
    values = other.values;
    size = other.size;
    other.values = room;
    other.size = 0;
  }
}
