package org.ptoc.emulator.timing;

import org.ptoc.emulator.timing.pipe.BlockTimer;
import org.ptoc.emulator.timing.region.RegionExecution;

/** The number of equal executions of a vector region by a block since the last drain. */
final class RegionTally {
  private final RegionExecution execution;
  private long times;
  private long unheard;

  RegionTally(RegionExecution execution) {
    this.execution = execution;
  }

  RegionExecution execution() {
    return execution;
  }

  /** Once more. */
  void count(boolean heard) {
    times++;
    unheard += heard ? 0 : 1;
  }

  /**
   * Adds everything to {@code timers}, and the words that were not observed to {@code executions};
   * begins again at 0.
   */
  void drain(Iterable<BlockTimer> timers, long[] executions) {
    for (BlockTimer timer : timers) {
      timer.addRegion(execution, times);
    }
    long[] each = execution.executions();
    for (int i = 0; i < each.length; i++) {
      executions[execution.firstWord() + 1 + i] += unheard * each[i];
    }
    times = 0;
    unheard = 0;
  }
}
