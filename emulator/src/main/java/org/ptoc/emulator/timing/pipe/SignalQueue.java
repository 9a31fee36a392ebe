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
