package org.ptoc.emulator.timing.pipe;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The cycles that the clocks went through in one iteration of a loop, in the order of its words.
 */
final class ClockLog {
  private long[] cycles = new long[48];
  private int size;
  private final BitSet waited = new BitSet();
  private final BitSet setTwice = new BitSet();
  private final Map<Integer, Integer> signals = new HashMap<>();

  /** An instruction was ready, began and was done. */
  void add(long ready, long start, long done) {
    if (size + 3 > cycles.length) {
      cycles = Arrays.copyOf(cycles, 2 * cycles.length);
    }
    cycles[size++] = ready;
    cycles[size++] = start;
    cycles[size++] = done;
  }

  /** The instruction that was added last has set a flag. */
  void sets(int flag) {
    if (signals.put(flag, size - 1) != null) {
      setTwice.set(flag);
    }
  }

  /** The instruction that was added last has waited for a flag. */
  void waits(int flag) {
    waited.set(flag);
  }

  /** Flags that were waited for. */
  BitSet waited() {
    return waited;
  }

  /**
   * Flags that were set and not waited for, each with the place of its signal in {@link #cycles}.
   */
  Map<Integer, Integer> unheardSignals() {
    Map<Integer, Integer> unheard = new HashMap<>(signals);
    unheard.keySet().removeIf(waited::get);
    return unheard;
  }

  /** True if one of {@link #unheardSignals} was set more than once. */
  boolean repeatsSignals() {
    return unheardSignals().keySet().stream().anyMatch(setTwice::get);
  }

  long[] cycles() {
    return Arrays.copyOf(cycles, size);
  }
}
