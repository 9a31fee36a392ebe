package org.ptoc.emulator.timing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.timing.pipe.BlockTimer;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipelineTimer;
import org.ptoc.emulator.timing.pipe.ProgramTimer;
import org.ptoc.emulator.timing.pipe.WordKind;
import org.ptoc.emulator.timing.pipe.WordRecords;
import org.ptoc.emulator.timing.region.RegionExecution;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.emulator.timing.trace.RegionTracker;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Program;

/**
 * Feeds the events of one block to all timing models of a run. Counts words, records the execution
 * of vector regions, and leaves the rest to the models. Memoized regions are skipped. One thread
 * uses it.
 */
final class BlockListener implements ExecutionListener {
  private final RegionMemory memory;
  private final ProgramTimer words;
  private final List<BlockTimer> timers;
  private final WordRecords records;
  private final RegionTracker region;
  private final long[] executions;
  private final Map<RegionMemory.Key, RegionTally> tallies = new HashMap<>();

  private boolean inRegion;

  /** The known execution that has begun, or the one to learn. */
  private Optional<RegionTally> known = Optional.empty();

  private Optional<RegionMemory.Key> learning = Optional.empty();
  private long[] before = {};

  /**
   * A listener for one block.
   *
   * @param timers the timers of the models, at least one
   * @param block its number
   */
  BlockListener(Program program, RegionMemory memory, List<ProgramTimer> timers, int block) {
    this.memory = memory;
    this.words = timers.getFirst();
    this.timers = new ArrayList<>();
    for (int i = 0; i < timers.size(); i++) {
      this.timers.add(timers.get(i).newBlock(i, block));
    }
    this.records = new WordRecords(program.size());
    this.region = new RegionTracker(program);
    this.executions = new long[program.size()];
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    executions[word]++;
    if (inRegion) {
      inside(word, record);
      return;
    }
    if (words.kind(word) == WordKind.REGION_BEGIN) {
      inRegion = true;
      known = Optional.empty();
      learning = Optional.empty();
      region.begin(word);
      return;
    }
    if (words.kind(word) != WordKind.SCALAR) {
      records.note(word, record);
    }
    for (BlockTimer timer : timers) {
      timer.executed(word, records);
    }
  }

  @Override
  public void arrived(int word, CrossSignal arrival) {
    for (BlockTimer timer : timers) {
      timer.arrived(arrival);
    }
  }

  private void inside(int word, ExecutionRecord record) {
    region.advance(word);
    switch (words.kind(word)) {
      case MICRO_OPERATION -> microOperation(word, record);
      case LOOP -> region.loop(word, record.number());
      case REGION_END -> finishRegion();
      default -> {
        // Scalar and address words run beside the vector pipeline.
      }
    }
  }

  private void microOperation(int word, ExecutionRecord record) {
    boolean store = words.operation(word).slot() == IssueSlot.STORE;
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && record.isWrite(i) == store) {
        region.microOperation(word, (int) record.address(i), (int) record.length(i));
        return;
      }
    }
    region.microOperation(word, 0, 0);
  }

  @Override
  public boolean takesRepeatedIterations() {
    return true;
  }

  @Override
  public void repeated(int begin, int end, long iterations) {
    for (int word = begin; word < end; word++) {
      executions[word] += iterations;
    }
    if (inRegion) {
      region.repeated(Math.toIntExact(iterations));
      return;
    }
    for (BlockTimer timer : timers) {
      timer.repeated(begin, end, records, iterations);
    }
  }

  @Override
  public boolean knowsRegion(int word, long[] inputs) {
    if (!memory.remembers()) {
      return false;
    }
    RegionMemory.Key key = new RegionMemory.Key(word, inputs);
    RegionTally tally = tallies.get(key);
    if (tally == null) {
      Optional<RegionExecution> remembered = memory.find(key);
      if (remembered.isEmpty()) {
        learning = Optional.of(key);
        before = Arrays.copyOfRange(executions, word + 1, word + region.words());
        return false;
      }
      tally = new RegionTally(remembered.get());
      tallies.put(key, tally);
    }
    known = Optional.of(tally);
    return true;
  }

  @Override
  public void repeatedRegion() {
    end(known.orElseThrow(), false);
  }

  /** Times the observed region. */
  private void finishRegion() {
    RegionTrace trace = region.end();
    if (known.isPresent()) {
      end(known.get(), true);
      return;
    }
    int first = region.firstWord();
    long[] counts = learning.isPresent() ? executionsSinceBegin(first) : new long[0];
    RegionExecution execution = memory.time(trace, first, region.words(), counts);
    if (learning.isPresent() && memory.keep(learning.get(), execution)) {
      RegionTally tally = new RegionTally(execution);
      tallies.put(learning.get(), tally);
      end(tally, true);
    } else {
      inRegion = false;
      for (BlockTimer timer : timers) {
        timer.region(execution);
        timer.addRegion(execution, 1);
      }
    }
  }

  private long[] executionsSinceBegin(int first) {
    long[] counts = Arrays.copyOfRange(executions, first + 1, first + region.words());
    for (int i = 0; i < counts.length; i++) {
      counts[i] -= before[i];
    }
    return counts;
  }

  private void end(RegionTally tally, boolean heard) {
    tally.count(heard);
    inRegion = false;
    for (BlockTimer timer : timers) {
      timer.region(tally.execution());
    }
  }

  /** Cycles so far under the first model. */
  long cyclesSoFar() {
    return timers.getFirst().cyclesSoFar();
  }

  /** The time of the block so far under each model. */
  List<BlockTiming> timings() {
    for (RegionTally tally : tallies.values()) {
      tally.drain(timers, executions);
    }
    return timers.stream().map(timer -> timer.timing(executions)).toList();
  }

  /** Executions of vector regions in detail, see {@link RunTimer#regions}. */
  List<RegionTimeline> regions(int option, int first, int most) {
    return timers.get(option) instanceof PipelineTimer timer
        ? timer.regions(first, most)
        : List.of();
  }
}
