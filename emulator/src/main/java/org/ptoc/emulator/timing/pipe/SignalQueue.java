package org.ptoc.emulator.timing.pipe;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The cycles at which signals of one event are there that nothing has waited for yet, oldest first.
 * A loop that signals again and again does so at equal distances: these are kept as one run, so
 * that millions of them need no memory.
 */
final class SignalQueue {
  /** More runs come only from programs that never wait; their signals join the last run. */
  private static final int MOST_RUNS = 1024;

  private final Deque<Run> runs = new ArrayDeque<>();

  private static final class Run {
    private long next;
    private long step;
    private long count;

    Run(long first) {
      this.next = first;
      this.count = 1;
    }

    private long last() {
      return next + (count - 1) * step;
    }
  }

  /** A queue of signals at {@code cycles}, oldest first. */
  static SignalQueue of(long[] cycles) {
    SignalQueue queue = new SignalQueue();
    for (long cycle : cycles) {
      queue.add(cycle);
    }
    return queue;
  }

  /** A signal; cycles do not decrease. */
  void add(long cycle) {
    Run run = runs.peekLast();
    if (run != null && run.count == 1) {
      run.step = cycle - run.next;
    }
    if (run != null && (cycle - run.last() == run.step || runs.size() == MOST_RUNS)) {
      run.count++;
    } else {
      runs.add(new Run(cycle));
    }
  }

  /** As {@code count} calls of {@link #add} with cycles {@code step} apart. */
  void add(long first, long step, long count) {
    long single = Math.min(count, 3); // By then the last run has this step.
    for (long i = 0; i < single; i++) {
      add(first + i * step);
    }
    runs.getLast().count += count - single;
  }

  /** Signals that wait. */
  long size() {
    long size = 0;
    for (Run run : runs) {
      size += run.count;
    }
    return size;
  }

  /** The cycles of all signals, oldest first. */
  long[] cycles() {
    long[] cycles = new long[Math.toIntExact(size())];
    int at = 0;
    for (Run run : runs) {
      for (long i = 0; i < run.count; i++) {
        cycles[at++] = run.next + i * run.step;
      }
    }
    return cycles;
  }

  /** A queue that holds the same. */
  SignalQueue copy() {
    SignalQueue copy = new SignalQueue();
    for (Run run : runs) {
      Run same = new Run(run.next);
      same.step = run.step;
      same.count = run.count;
      copy.runs.add(same);
    }
    return copy;
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Takes the oldest signal; there is one. */
  long remove() {
    Run run = runs.element();
    long cycle = run.next;
    run.next += run.step;
    if (--run.count == 0) {
      runs.remove();
    }
    return cycle;
  }
}
