package org.ptoc.emulator.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.ProgramTimer;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.ir.isa.Program;

/**
 * Times all blocks of a run under one or several models at once; the factory of the listeners of a
 * launch.
 */
public final class RunTimer implements IntFunction<ExecutionListener> {
  private final Program program;
  private final List<ProgramTimer> timers;
  private final RegionMemory memory;
  private final Map<Integer, BlockListener> blocks = new ConcurrentSkipListMap<>();

  private RunTimer(Program program, List<ProgramTimer> timers, RegionMemory memory) {
    this.program = program;
    this.timers = timers;
    this.memory = memory;
  }

  /**
   * Times {@code program} under each of {@code options}, at least one.
   *
   * @throws IllegalArgumentException when the profile does not have a model
   */
  public static RunTimer of(Program program, TimingOptions... options) {
    List<ProgramTimer> timers = new ArrayList<>();
    for (TimingOptions each : options) {
      timers.add(ProgramTimer.of(program, each, timers));
    }
    return new RunTimer(program, List.copyOf(timers), new RegionMemory(List.copyOf(timers)));
  }

  /**
   * A timer for another run of the same program under the same options. It shares the timed vector
   * regions of this one. Both may be in use at the same time, and the results equal the results of
   * a new timer.
   */
  public RunTimer another() {
    return new RunTimer(program, timers, memory);
  }

  /** The listener of {@code block}. */
  @Override
  public ExecutionListener apply(int block) {
    BlockListener listener = new BlockListener(program, memory, timers, block);
    blocks.put(block, listener);
    return listener;
  }

  /**
   * Cycles of the slowest block so far under the first options, for progress reports during the
   * run; 0 if none are counted.
   */
  public long cyclesSoFar() {
    long most = 0;
    for (BlockListener each : blocks.values()) {
      most = Math.max(most, each.cyclesSoFar());
    }
    return most;
  }

  /** The results, one for each of the options, when the run is over. */
  public List<RunTiming> results() {
    List<List<BlockTiming>> timings = blocks.values().stream().map(BlockListener::timings).toList();
    List<RunTiming> results = new ArrayList<>();
    for (int i = 0; i < timers.size(); i++) {
      int option = i;
      results.add(
          new RunTiming(
              timers.get(i).set(), timings.stream().map(block -> block.get(option)).toList()));
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
    return Objects.requireNonNull(blocks.get(block), "the block has not run")
        .regions(option, first, most);
  }
}
