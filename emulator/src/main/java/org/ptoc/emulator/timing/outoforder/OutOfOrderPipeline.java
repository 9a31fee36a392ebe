package org.ptoc.emulator.timing.outoforder;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.PairTable;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionPipeline;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.ir.cycles.Forwarding;
import org.ptoc.ir.cycles.InitiationIntervals;
import org.ptoc.ir.cycles.RegionParameters;

/** The cycle-driven out-of-order model of vector regions (spec/30, section 11). */
public final class OutOfOrderPipeline implements RegionPipeline {
  private final MicroOperation[] operations;
  private final RegionParameters parameters;
  private final boolean memoise;
  private final PairTable forwarding;
  private final PairTable intervals;

  /**
   * A pipeline for one program.
   *
   * @param operations by word; unused entries may be anything
   * @param memoise whether iterations that repeat the state of an earlier iteration are left out;
   *     the result is the same
   */
  public OutOfOrderPipeline(
      MicroOperation[] operations, RegionParameters parameters, boolean memoise) {
    this.operations = operations;
    this.parameters = parameters;
    this.memoise = memoise;
    this.forwarding = new PairTable(operations, Forwarding::distance);
    this.intervals = new PairTable(operations, InitiationIntervals::interval);
  }

  @Override
  public RegionTiming time(RegionTrace trace, int firstWord, int words) {
    boolean ordered = parameters.memoryOrder() && trace.mayAlias(operations);
    RegionCounters counters = new RegionCounters(firstWord, words);
    OutOfOrderRun run = new OutOfOrderRun(this, trace, ordered, counters);
    return new RegionTiming(run.run(memoise), counters);
  }

  /** The same execution in detail, every iteration by itself. */
  public RegionTimeline timeline(RegionTrace trace, int firstWord, int words) {
    boolean ordered = parameters.memoryOrder() && trace.mayAlias(operations);
    List<MicroEvent> events = new ArrayList<>();
    OutOfOrderRun run =
        new OutOfOrderRun(this, trace, ordered, new RegionCounters(firstWord, words));
    run.observe(events::add);
    return new RegionTimeline(firstWord, run.run(false), events);
  }

  MicroOperation operation(int word) {
    return operations[word];
  }

  RegionParameters parameters() {
    return parameters;
  }

  /**
   * Cycles from the start of {@code producer} to the earliest start of {@code consumer}, for values
   * in registers.
   */
  int forward(int producer, int consumer) {
    return forwarding.get(producer, consumer);
  }

  /** Cycles between the starts of two words on one unit. */
  int interval(int previous, int current) {
    return intervals.get(previous, current);
  }
}
