package org.ptoc.emulator.timing.pipe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.timing.constant.CubeTables;
import org.ptoc.emulator.timing.constant.RepeatCosts;
import org.ptoc.emulator.timing.constant.TransferTables;
import org.ptoc.emulator.timing.constant.WhatIf;
import org.ptoc.emulator.timing.region.DispatchStall;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionExecution;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.SchedulingClass;

/** Feeds the instructions of one block, and its vector regions as a whole, to the pipes. */
public final class PipelineTimer implements BlockTimer {
  /** A meeting is a signal and a wait (spec/70, 7.2). */
  private static final int MEETING_HOPS = 2;

  private final ProgramTimer timer;
  private final int number;
  private final Program program;
  private final PipeClocks pipes;
  private final RepeatCosts repeats;
  private final List<RegionExecution> executedRegions = new ArrayList<>();
  private final Map<DispatchStall, Long> dispatchStalls = new EnumMap<>(DispatchStall.class);
  private long storeLoadStalls;
  private long bytesIn;
  private long bytesOut;
  private long products;
  private long idealProductCycles;

  /** The first cycle at which the fixpipe may take results of the last product with a unit flag. */
  private long firstAccumulators;

  /**
   * @param number of the model in the list of the run
   * @param block number of the block; later ones keep less of their timeline, so that many blocks
   *     do not need more memory than a few
   */
  PipelineTimer(ProgramTimer timer, int number, int block) {
    this.timer = timer;
    this.number = number;
    this.program = timer.program();
    int mostEvents = timer.options().events() / (block + 1);
    this.pipes =
        new PipeClocks(
            program.core(),
            program.size(),
            timer.options().queueDepth(),
            mostEvents,
            timer.options().window());
    this.repeats = timer.repeatCosts();
    for (WhatIf.Flag flag : timer.options().whatIf().early(program.core())) {
      pipes.signalEarly(flag.from(), flag.to(), flag.event());
    }
  }

  @Override
  public void region(RegionExecution execution) {
    int first = execution.firstWord();
    repeats.closeGroup();
    int shown = pipes.events().size();
    pipes.region(first, timer.row(first).value(0), execution.timings().get(number).cycles());
    if (pipes.events().size() > shown) {
      executedRegions.add(execution); // One for each region on the timeline.
    }
  }

  @Override
  public void addRegion(RegionExecution execution, long times) {
    int first = execution.firstWord();
    RegionCounters counters = execution.timings().get(number).counters();
    long[] cyclesOfWord = pipes.cyclesOfWord();
    for (int word = first; word < first + execution.words(); word++) {
      cyclesOfWord[word] += times * counters.cycles(word);
      cyclesOfWord[first] -= times * counters.cycles(word);
    }
    for (DispatchStall stall : DispatchStall.values()) {
      if (times * counters.stall(stall) > 0) {
        dispatchStalls.merge(stall, times * counters.stall(stall), Long::sum);
      }
    }
    storeLoadStalls += times * counters.event(RegionCounters.STORE_LOAD_STALLS);
  }

  @Override
  public void executed(int word, WordRecords records) {
    ConstantRow row = timer.row(word);
    switch (timer.kind(word)) {
      case TRANSFER -> transfer(word, row, records);
      case CUBE_COPY -> copyOfCube(word, row, records);
      case PRODUCT -> product(word, row, records);
      case REPEATED -> {
        SchedulingClass schedulingClass = program.at(word).definition().schedulingClass();
        boolean merge = schedulingClass == SchedulingClass.MERGE_SORT;
        long merged = merge ? records.number(word) : 0;
        boolean partial = !merge && records.number(word) != 0;
        long cycles = repeats.cycles(schedulingClass, row, records.repeats(word), merged, partial);
        pipes.work(word, Pipe.V, TimedEvent.Kind.VECTOR, records.repeats(word), cycles);
      }
      case SET_FLAG, WAIT_FLAG, BARRIER, GET_BUFFER, RELEASE_BUFFER, DATA_BARRIER ->
          synchronize(word, row, records);
      case SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEETING ->
          signal(word, row.value(0), records.signals(word));
      case SCALAR, MICRO_OPERATION, REGION_BEGIN, REGION_END, LOOP -> {
        pipes.scalar(word, row.value(0));
        records.signals(word).forEach(this::arrived); // A store that others may wait for.
      }
    }
  }

  @Override
  public void repeated(int begin, int end, WordRecords records, long iterations) {
    RepeatedIterations loop = new RepeatedIterations(this, pipes, repeats, begin, end, records);
    loop.run(iterations, isSteady(begin, end));
  }

  /**
   * True if iterations may cost the same again and again: nothing but clocks and the group of
   * vector words goes from one to the next.
   */
  private boolean isSteady(int begin, int end) {
    for (int word = begin; word < end; word++) {
      boolean steady =
          switch (timer.kind(word)) {
            case SCALAR,
                REPEATED,
                SET_FLAG,
                WAIT_FLAG,
                BARRIER,
                GET_BUFFER,
                RELEASE_BUFFER,
                DATA_BARRIER ->
                true;
            case TRANSFER, CUBE_COPY, PRODUCT, MICRO_OPERATION, REGION_BEGIN, REGION_END, LOOP ->
                false;
            case SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEETING -> false;
          };
      if (!steady) {
        return false;
      }
    }
    return true;
  }

  private void transfer(int word, ConstantRow row, WordRecords records) {
    long bursts = records.repeats(word);
    long granule = row.value(TransferTables.GRANULE);
    long burst = bursts == 0 ? 0 : records.bytes(word) / bursts;
    long counted = bursts * ((burst + granule - 1) / granule * granule);
    long bandwidth = row.value(TransferTables.BANDWIDTH);
    long cycles = row.value(TransferTables.STARTUP) + (counted + bandwidth - 1) / bandwidth;
    Pipe pipe = program.at(word).definition().pipe();
    bytesIn += pipe == Pipe.MTE2 ? records.bytes(word) : 0;
    bytesOut += pipe == Pipe.MTE3 ? records.bytes(word) : 0;
    pipes.work(word, pipe, TimedEvent.Kind.TRANSFER, records.bytes(word), Math.max(1, cycles));
  }

  /** A copy of the cube core; the record counts the shorter side of a load in fractals. */
  private void copyOfCube(int word, ConstantRow row, WordRecords records) {
    Instruction instruction = program.at(word);
    Pipe pipe = instruction.definition().pipe();
    long bytes = records.bytes(word);
    long cycles = CubeTables.copy(row, instruction, bytes, records.repeats(word));
    switch (instruction.definition().schedulingClass()) {
      case DMA_TO_L1 -> bytesIn += bytes;
      case DMA_OUT_OF_L1, FIXPIPE_TO_GM -> bytesOut += bytes;
      default -> {}
    }
    boolean follows = pipe == Pipe.FIX && records.number(word) != 0;
    pipes.work(
        word,
        pipe,
        TimedEvent.Kind.TRANSFER,
        bytes,
        Math.max(1, cycles),
        follows ? firstAccumulators : 0);
  }

  /**
   * A product. The record counts its steps, its multiplications and, with a unit flag, the fractals
   * of its result.
   */
  private void product(int word, ConstantRow row, WordRecords records) {
    long steps = records.repeats(word);
    long cycles = steps == 0 ? 1 : row.value(CubeTables.HEAD) + steps * row.value(CubeTables.STEP);
    products += records.bytes(word);
    idealProductCycles +=
        records.bytes(word) * row.value(CubeTables.STEP) * CubeTables.stepsOfUnit(program.at(word));
    pipes.work(word, Pipe.M, TimedEvent.Kind.PRODUCT, records.bytes(word), cycles, 0);
    if (records.number(word) != 0) {
      // The fixpipe may follow one fractal behind the product (spec/60, 3.7).
      firstAccumulators = pipes.doneOf(Pipe.M) - records.number(word);
    }
  }

  private void synchronize(int word, ConstantRow row, WordRecords records) {
    if (timer.isLeftOut(word)) {
      return;
    }
    SynchronizationWord fields = timer.synchronization(word);
    Pipe pipe = fields.pipe();
    Pipe second = fields.second();
    int number = (int) records.number(word);
    long cost = row.value(0);
    boolean otherMode = fields.otherMode();
    switch (timer.kind(word)) {
      case SET_FLAG -> pipes.setFlag(word, pipe, second, number, cost);
      case WAIT_FLAG -> {
        pipes.waitFlag(word, pipe, second, number, cost);
        closeGroup(second);
      }
      case BARRIER -> {
        pipes.barrier(word, pipe, cost);
        closeGroup(pipe);
      }
      case GET_BUFFER -> {
        pipes.getBuffer(word, pipe, number, !otherMode, cost);
        closeGroup(pipe);
      }
      case RELEASE_BUFFER -> pipes.releaseBuffer(word, pipe, number, otherMode, cost);
      case DATA_BARRIER -> pipes.drain(word, fields.drained(), cost);
      default -> throw new IllegalStateException("no synchronisation " + timer.kind(word));
    }
  }

  /**
   * A word between cores (spec/70, 7.1). The functional run has carried out all that it waits for,
   * so that the times of the signals are known.
   */
  private void signal(int word, long cost, List<CrossSignal> signals) {
    Pipe pipe = timer.synchronization(word).pipe();
    boolean stopsCore = !program.profile().has(ProfileFeature.CONNECTED_CORES);
    switch (timer.kind(word)) {
      case SET_CROSS_FLAG -> {
        long arrival = pipes.setCrossFlag(word, pipe, cost);
        signals.forEach(each -> arrive(each, arrival)); // A core alone gives none.
      }
      case WAIT_CROSS_FLAG -> {
        Optional<CrossSignal> last = latest(signals);
        long arrival = last.map(this::arrival).orElse(TimedEvent.NO_SIGNAL);
        pipes.waitCrossFlag(word, pipe, arrival, giver(last), cost, stopsCore);
        closeGroup(stopsCore ? Pipe.ALL : pipe);
      }
      case MEETING -> {
        Optional<CrossSignal> last = latest(signals);
        long arrival = last.map(this::arrival).orElse(TimedEvent.NO_SIGNAL);
        pipes.meet(word, arrival, giver(last), MEETING_HOPS * cost);
        closeGroup(Pipe.ALL);
      }
      default -> throw new IllegalStateException("no word between cores " + timer.kind(word));
    }
  }

  @Override
  public void arrived(CrossSignal arrival) {
    arrive(arrival, pipes.cycles());
  }

  private void arrive(CrossSignal signal, long cycle) {
    if (signal.arrivals.length <= number) {
      signal.arrivals = Arrays.copyOf(signal.arrivals, number + 1);
    }
    signal.arrivals[number] = cycle;
  }

  private static long giver(Optional<CrossSignal> signal) {
    return signal.map(each -> TimedEvent.giver(each.core(), each.word())).orElse(0L);
  }

  /** When a signal arrives; 0 for a store that came before the first word. */
  private long arrival(CrossSignal signal) {
    return signal.arrivals.length > number ? signal.arrivals[number] : 0;
  }

  /** The one that arrives last, the first of several; none for a number that was there before. */
  private Optional<CrossSignal> latest(List<CrossSignal> signals) {
    Optional<CrossSignal> latest = Optional.empty();
    for (CrossSignal each : signals) {
      if (latest.isEmpty() || arrival(each) > arrival(latest.get())) {
        latest = Optional.of(each);
      }
    }
    return latest;
  }

  private void closeGroup(Pipe pipe) {
    if (pipe == Pipe.V || pipe == Pipe.ALL) {
      repeats.closeGroup();
    }
  }

  /**
   * Executions of regions in detail, in order; the first is number 0. Needs the option {@code
   * events}.
   */
  public List<RegionTimeline> regions(int first, int most) {
    List<RegionTimeline> timelines = new ArrayList<>();
    for (int i = first; i < executedRegions.size() && i - first < most; i++) {
      RegionExecution executed = executedRegions.get(i);
      timer
          .timeline(executed.trace(), executed.firstWord(), executed.words())
          .ifPresent(timelines::add);
    }
    return timelines;
  }

  @Override
  public long cyclesSoFar() {
    return pipes.cycles();
  }

  @Override
  public BlockTiming timing(long[] executions) {
    return new BlockTiming(
        pipes.cycles(),
        Arrays.stream(executions).sum(),
        pipes.usage(),
        pipes.stalls(),
        dispatchStalls,
        storeLoadStalls,
        bytesIn,
        bytesOut,
        products,
        idealProductCycles,
        Arrays.stream(pipes.cyclesOfWord()).boxed().toList(),
        Arrays.stream(executions).boxed().toList(),
        pipes.faults(),
        pipes.events());
  }
}
