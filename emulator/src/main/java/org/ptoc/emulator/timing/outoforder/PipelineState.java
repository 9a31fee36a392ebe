package org.ptoc.emulator.timing.outoforder;

import java.util.List;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.ir.cycles.Forwarding;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.cycles.RegionParameters;

/**
 * What the stages of the out-of-order pipeline share: the micro-operations in flight, the registers
 * and queues, and what is due in later cycles. Sequence numbers below {@code retired} are gone,
 * then follow the re-order list, the transport from dispatch to rename (from {@code renamed}), and
 * the decode window ({@code dispatched} to {@code fetched}).
 */
final class PipelineState {
  static final int NEVER = InFlight.NEVER;

  final OutOfOrderPipeline pipeline;
  final RegionParameters parameters;
  final RegionCounters counters;
  final PhysicalRegisters registers;
  final InFlight flight = new InFlight();
  final ExecutionUnits units = new ExecutionUnits();

  /** Renamed, with all sources near enough and the gate of the queue open, by queue. */
  final SlotSet readyLoads = flight.newSet();

  /** Loads that would be ready, each behind an older store to its bytes. */
  final SlotSet heldLoads = flight.newSet();

  final SlotSet readyStores = flight.newSet();
  final SlotSet readyComputes = flight.newSet();
  final SlotSet readyPredicates = flight.newSet();

  /** Memory barriers that still hold something up. */
  final SlotSet barriers = flight.newSet();

  /** Accesses that are not complete. */
  final SlotSet pendingLoads = flight.newSet();

  final SlotSet pendingStores = flight.newSet();
  private final List<SlotSet> sets =
      List.of(
          readyLoads,
          heldLoads,
          readyStores,
          readyComputes,
          readyPredicates,
          barriers,
          pendingLoads,
          pendingStores);

  /** Entries of the load/store queue and the compute queue. */
  int waitingLoads;

  int waitingStores;
  int waitingComputes;
  int usedCredits;

  /** Sequence numbers that become ready, and that complete. */
  final Calendar wakes = new Calendar();

  final Calendar completions = new Calendar();

  /** Registers that lose a reader; credits that come back. */
  final Calendar releases = new Calendar();

  int returningCredits;

  int cycle;
  int retired;
  int renamed;
  int dispatched;
  int fetched;
  int lastDone;

  /** Cycles since something was dispatched or retired. */
  int standstill;

  /** True if anything changed in this cycle but the cycle itself. */
  boolean moved;

  private boolean executing;

  PipelineState(OutOfOrderPipeline pipeline, RegionCounters counters) {
    this.pipeline = pipeline;
    this.parameters = pipeline.parameters();
    this.counters = counters;
    this.registers = new PhysicalRegisters(parameters.registers());
  }

  MicroOperation operation(int slot) {
    return flight.operation[slot];
  }

  /** A slot for the next micro-operation that is fetched. */
  int fetch(int word) {
    moved = true;
    flight.reserve(retired, fetched, sets);
    int slot = flight.slot(fetched++);
    flight.reset(slot);
    flight.word[slot] = word;
    flight.operation[slot] = pipeline.operation(word);
    return slot;
  }

  // A: arrivals.

  /** Renames what has arrived (step A). */
  void arrive() {
    executing = false;
    while (renamed < dispatched && flight.gate[flight.slot(renamed)] <= cycle) {
      rename(renamed++);
    }
    executing = true;
  }

  private void rename(int sequence) {
    moved = true;
    int slot = flight.slot(sequence);
    MicroOperation operation = operation(slot);
    renameSources(sequence, slot, operation);
    int[] destinations = operation.destinations();
    for (int i = 0; i < destinations.length; i++) {
      int at = slot * InFlight.DESTINATIONS + i;
      flight.old[at] = registers.current(destinations[i]);
      flight.destination[at] = registers.rename(destinations[i], flight.word[slot]);
    }
    int arrival = flight.gate[slot];
    flight.gate[slot] = cycle + 1;
    enqueue(sequence, slot, operation, arrival);
    freeOld(slot, destinations.length);
  }

  private void renameSources(int sequence, int slot, MicroOperation operation) {
    int[] sources = operation.sources();
    for (int i = 0; i < sources.length; i++) {
      int p = registers.current(sources[i]);
      flight.source[slot * InFlight.SOURCES + i] = p;
      if (p == PhysicalRegisters.PREPARED) {
        continue;
      }
      registers.addConsumer(p);
      if (registers.isStarted(p)) {
        nearEnough(slot, i, p, registers.start(p));
      } else {
        int operand = InFlight.operand(sequence, i);
        flight.nextWaiting[slot * InFlight.SOURCES + i] = registers.await(p, operand);
        flight.awaited[slot]++;
      }
    }
  }

  private void enqueue(int sequence, int slot, MicroOperation operation, int arrival) {
    switch (operation.slot()) {
      case LOAD -> {
        waitingLoads++;
        pendingLoads.add(sequence);
      }
      case STORE -> {
        usedCredits++;
        waitingStores++;
        pendingStores.add(sequence);
      }
      case MEMORY_BARRIER -> {
        barriers.add(sequence);
        return;
      }
      case PREDICATE -> {
        int dispatchedAt = arrival - 1;
        if (flight.awaited[slot] == 0 && flight.ready[slot] <= dispatchedAt) {
          start(sequence, slot, dispatchedAt, operation.latency());
          return;
        }
      }
      default -> {
        usedCredits++;
        waitingComputes++;
      }
    }
    if (flight.awaited[slot] == 0) {
      wake(sequence, slot, operation);
    }
  }

  /** Frees what the destinations were mapped to before, where that may be. */
  void freeOld(int slot, int count) {
    for (int at = slot * InFlight.DESTINATIONS; at < slot * InFlight.DESTINATIONS + count; at++) {
      registers.tryFree(flight.old[at]);
    }
  }

  // Readiness.

  /**
   * A source is started: near enough one cycle early for words that still pass through the queue of
   * a unit.
   */
  private void nearEnough(int slot, int index, int p, int start) {
    int word = flight.word[slot];
    MicroOperation consumer = operation(slot);
    int producer = registers.producer(p);
    int distance =
        consumer.sources()[index] >= MicroOperation.FIRST_ALIGN
            ? Forwarding.alignDistance(pipeline.operation(producer).primesStream())
            : pipeline.forward(producer, word);
    int early = consumer.slot().isCompute() ? 1 : 0;
    flight.ready[slot] = Math.max(flight.ready[slot], start + Math.max(0, distance - early));
  }

  /**
   * All sources are started: the queue sees the word when they are near enough and its gate is
   * open.
   */
  private void wake(int sequence, int slot, MicroOperation operation) {
    boolean gated = operation.slot() != IssueSlot.PREDICATE;
    int at = gated ? Math.max(flight.ready[slot], flight.gate[slot]) : flight.ready[slot];
    if (at <= cycle) {
      ready(operation).add(sequence);
    } else {
      wakes.add(sequence, at, cycle);
    }
  }

  private SlotSet ready(MicroOperation operation) {
    return switch (operation.slot()) {
      case LOAD -> readyLoads;
      case STORE -> readyStores;
      case PREDICATE -> readyPredicates;
      default -> readyComputes;
    };
  }

  /** Shows the queues what is ready from this cycle on. */
  void wakeDue() {
    int due = wakes.size(cycle);
    for (int i = 0; i < due; i++) {
      int sequence = wakes.get(cycle, i);
      ready(operation(flight.slot(sequence))).add(sequence);
    }
    if (due > 0) {
      wakes.clear(cycle);
      moved = true;
    }
  }

  /**
   * A micro-operation starts: its sources have a reader less soon, and what waits for its results
   * learns it.
   */
  void start(int sequence, int slot, int at, int latency) {
    moved = true;
    int done = at + latency;
    flight.start[slot] = at;
    flight.done[slot] = done;
    lastDone = Math.max(lastDone, done);
    completions.add(sequence, Math.max(done, executing ? cycle + 1 : cycle), cycle);
    MicroOperation operation = operation(slot);
    int sources = operation.sources().length;
    for (int place = slot * InFlight.SOURCES; place < slot * InFlight.SOURCES + sources; place++) {
      if (flight.source[place] != PhysicalRegisters.PREPARED) {
        releases.add(flight.source[place], cycle + Math.max(1, parameters.release()), cycle);
      }
    }
    int destinations = operation.destinations().length;
    for (int place = slot * InFlight.DESTINATIONS;
        place < slot * InFlight.DESTINATIONS + destinations;
        place++) {
      started(flight.destination[place], at);
    }
  }

  private void started(int p, int at) {
    int operand = registers.started(p, at);
    while (operand != PhysicalRegisters.NOBODY) {
      int place = flight.place(operand);
      int slot = place / InFlight.SOURCES;
      nearEnough(slot, operand % InFlight.SOURCES, p, at);
      if (--flight.awaited[slot] == 0) {
        wake(operand / InFlight.SOURCES, slot, operation(slot));
      }
      operand = flight.nextWaiting[place];
    }
  }
}
