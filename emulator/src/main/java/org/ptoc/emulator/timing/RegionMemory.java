package org.ptoc.emulator.timing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.ptoc.emulator.timing.pipe.ProgramTimer;
import org.ptoc.emulator.timing.region.RegionExecution;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.emulator.timing.trace.RegionTrace;

/**
 * Executions of vector regions of a program by what decides about them: the region and the values
 * of the scalars that it begins with. Threads may share it; what it answers does not depend on who
 * asks first.
 */
final class RegionMemory {
  /** Executions that are kept; more come only from regions that hardly repeat. */
  private static final int MOST = 4096;

  private final List<ProgramTimer> timers;
  private final boolean remembers;
  private final Map<Key, RegionExecution> executions = new ConcurrentHashMap<>();

  /** An execution as far as its words and addresses depend on it. */
  static final class Key {
    private final int word;
    private final long[] inputs;
    private final int hash;

    Key(int word, long[] inputs) {
      this.word = word;
      this.inputs = inputs;
      this.hash = 31 * Arrays.hashCode(inputs) + word;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && word == key.word && Arrays.equals(inputs, key.inputs);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  RegionMemory(List<ProgramTimer> timers) {
    this.timers = timers;
    this.remembers = timers.stream().allMatch(timer -> timer.options().memoise());
  }

  /** True if anything is ever remembered. */
  boolean remembers() {
    return remembers;
  }

  /** What is known of executions that begin like this. */
  Optional<RegionExecution> find(Key key) {
    return Optional.ofNullable(executions.get(key));
  }

  /** Keeps an execution while there is room; whether there was. */
  boolean keep(Key key, RegionExecution execution) {
    if (executions.size() >= MOST) {
      return false;
    }
    executions.putIfAbsent(key, execution);
    return true;
  }

  /** Times an observed execution. */
  RegionExecution time(RegionTrace trace, int firstWord, int words, long[] counts) {
    List<RegionTiming> timings = new ArrayList<>();
    for (ProgramTimer timer : timers) {
      timings.add(timer.region(trace, firstWord, words));
    }
    return new RegionExecution(firstWord, words, trace, counts, timings);
  }
}
