package org.ptoc.emulator.timing.trace;

import java.util.Arrays;

/**
 * The state of a pipeline relative to the current cycle and iteration, as numbers: either kept, or
 * compared with those of another image while they come.
 */
public final class StateImage {
  private static final int[] NOTHING = {};

  private int[] values = new int[512];
  private int size;
  private boolean comparing;
  private int[] expected = NOTHING;
  private int expectedSize;
  private boolean same;

  /** The next numbers are kept. */
  public void beginKeeping() {
    comparing = false;
    size = 0;
  }

  /** The next numbers are compared with those that {@code other} keeps. */
  public void beginComparing(StateImage other) {
    comparing = true;
    expected = other.values;
    expectedSize = other.size;
    same = true;
    size = 0;
  }

  /** The next number: it is kept or compared. */
  public void put(int value) {
    if (comparing) {
      same &= size < expectedSize && expected[size] == value;
    } else {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size] = value;
    }
    size++;
  }

  /**
   * Puts the way from {@code now} to {@code cycle}; a past further back than {@code horizon} is all
   * the same.
   */
  public void putCycle(int cycle, int now, int horizon) {
    put(Math.max(cycle - now, -horizon));
  }

  /** True if a comparison has failed, so that further numbers do not matter. */
  public boolean differs() {
    return comparing && !same;
  }

  /** True if all numbers of a comparison came and were equal. */
  public boolean isSame() {
    return same && size == expectedSize;
  }
}
