package org.ptoc.emulator.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.isa.Program;

/** Times all blocks of a run under one or several models at once; the factory of the listeners of a launch. */
public final class RunTimer implements IntFunction<ExecutionListener> {
  private final List<ProgramTimer> timers;
  private final Map<Integer, List<BlockTimer>> blocks = new ConcurrentSkipListMap<>();

  private RunTimer(List<ProgramTimer> timers) {
    this.timers = timers;
  }

  /**
   * Times {@code program} under each of {@code options}.
   *
   * @throws IllegalArgumentException when the profile does not have a model
   */
  public static RunTimer of(Program program, TimingOptions... options) {
    List<ProgramTimer> timers = new ArrayList<>();
    for (TimingOptions each : options) {
      timers.add(ProgramTimer.of(program, each, timers));
    }
    return new RunTimer(List.copyOf(timers));
  }

  /** The listener of {@code block}. */
  @Override
  public ExecutionListener apply(int block) {
    List<BlockTimer> own = new ArrayList<>();
    for (ProgramTimer timer : timers) {
      own.add(timer.newBlock());
    }
    blocks.put(block, own);
    return own.size() == 1 ? own.get(0) : new ListenerGroup(List.copyOf(own));
  }

  /** The results, one for each of the options, when the run is over. */
  public List<RunTiming> results() {
    List<RunTiming> results = new ArrayList<>();
    for (int i = 0; i < timers.size(); i++) {
      List<BlockTiming> timings = new ArrayList<>();
      for (List<BlockTimer> block : blocks.values()) {
        timings.add(block.get(i).timing());
      }
      results.add(new RunTiming(timers.get(i).set(), timings));
    }
    return results;
  }

  /**
   * Executions of vector regions in detail, in the order of the region events of the block.
   *
   * @param option number of the options among those of {@link #of}; they must keep events
   * @param block a block that has run
   * @param first number of the first execution that is wanted, from 0
   * @param most how many are wanted
   */
  public List<RegionTimeline> regions(int option, int block, int first, int most) {
    return blocks.get(block).get(option) instanceof PipelineTimer timer ? timer.regions(first, most) : List.of();
  }
}
