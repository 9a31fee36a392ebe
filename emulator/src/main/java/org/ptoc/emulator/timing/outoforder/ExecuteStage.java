package org.ptoc.emulator.timing.outoforder;

import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.ir.cycles.RegionParameters;

/** Completion, retirement and the start of ready micro-operations (spec/30, section 11, step D). */
final class ExecuteStage {
  private final PipelineState state;
  private final RegionParameters parameters;
  private final RegionCounters counters;
  private final PhysicalRegisters registers;
  private final InFlight flight;
  private final ExecutionUnits units;
  private final MemoryQueues memory;
  private final IntQueue marked = new IntQueue();
  private Optional<Consumer<MicroEvent>> observer = Optional.empty();

  /**
   * @param ordered whether loads wait for older stores to the same bytes
   */
  ExecuteStage(PipelineState state, boolean ordered) {
    this.state = state;
    this.parameters = state.parameters;
    this.counters = state.counters;
    this.registers = state.registers;
    this.flight = state.flight;
    this.units = state.units;
    this.memory = new MemoryQueues(state, ordered);
  }

  /** Passes every micro-operation to {@code consumer} when it retires. */
  void observe(Consumer<MicroEvent> consumer) {
    observer = Optional.of(consumer);
  }

  /** Everything that the queues and units do in a cycle. */
  void execute() {
    returnCreditsAndSources();
    complete();
    retire();
    state.wakeDue();
    startPredicates();
    memory.finishBarriers();
    memory.startLoads();
    enterUnits();
    startUnits();
    memory.startStores();
  }

  private void returnCreditsAndSources() {
    state.moved |= state.returningCredits > 0;
    state.usedCredits -= state.returningCredits;
    state.returningCredits = 0;
    int due = state.releases.size(state.cycle);
    for (int i = 0; i < due; i++) {
      int p = state.releases.get(state.cycle, i);
      if (registers.release(p)) {
        marked.add(p);
      }
    }
    if (due > 0) {
      state.releases.clear(state.cycle);
      state.moved = true;
    }
  }

  private void complete() {
    int due = state.completions.size(state.cycle);
    for (int i = 0; i < due; i++) {
      int sequence = state.completions.get(state.cycle, i);
      int slot = flight.slot(sequence);
      MicroOperation operation = state.operation(slot);
      switch (operation.slot()) {
        case LOAD -> state.pendingLoads.remove(sequence);
        case STORE -> {
          state.pendingStores.remove(sequence);
          memory.storeCompleted(sequence);
        }
        case PREDICATE, MEMORY_BARRIER -> {}
        default -> units.completed(flight.unit[slot]);
      }
      int first = slot * InFlight.DESTINATIONS;
      for (int place = first; place < first + operation.destinations().length; place++) {
        registers.tryFree(flight.destination[place]);
      }
    }
    if (due > 0) {
      state.completions.clear(state.cycle);
      state.moved = true;
    }
  }

  private void retire() {
    while (state.retired < state.renamed
        && flight.done[flight.slot(state.retired)] <= state.cycle) {
      int slot = flight.slot(state.retired++);
      state.standstill = 0;
      state.moved = true;
      if (observer.isPresent()) {
        observer.get().accept(event(slot));
      }
      state.freeOld(slot, state.operation(slot).destinations().length);
    }
    for (int i = 0; i < marked.size(); i++) {
      registers.tryFree(marked.get(i));
    }
    marked.clear();
  }

  /** Rename sets the gate to the cycle behind it and follows dispatch by one cycle. */
  private MicroEvent event(int slot) {
    MicroEvent.Lane lane =
        switch (state.operation(slot).slot()) {
          case LOAD -> MicroEvent.Lane.LOAD;
          case STORE -> MicroEvent.Lane.STORE;
          case PREDICATE -> MicroEvent.Lane.PREDICATE;
          case MEMORY_BARRIER -> MicroEvent.Lane.BARRIER;
          default ->
              flight.unit[slot] == 0 ? MicroEvent.Lane.FIRST_UNIT : MicroEvent.Lane.SECOND_UNIT;
        };
    int renamedAt = flight.gate[slot] - 1;
    int start = flight.start[slot];
    int entered = flight.entry[slot] == PipelineState.NEVER ? start : flight.entry[slot];
    return new MicroEvent(
        flight.word[slot],
        lane,
        renamedAt - 1,
        renamedAt,
        entered,
        start,
        flight.done[slot],
        state.cycle);
  }

  private int next(SlotSet set, int from) {
    return set.next(from, state.renamed);
  }

  private void startPredicates() {
    SlotSet ready = state.readyPredicates;
    for (int s = next(ready, state.retired); s < state.renamed; s = next(ready, s + 1)) {
      int slot = flight.slot(s);
      ready.remove(s);
      state.start(s, slot, state.cycle, state.operation(slot).latency());
    }
  }

  // Execution units.

  private void enterUnits() {
    if (state.cycle < parameters.startup()) {
      return;
    }
    SlotSet ready = state.readyComputes;
    int entered = 0;
    int usedUnits = 0;
    int s = state.retired;
    while (entered < ExecutionUnits.UNITS && (s = next(ready, s)) < state.renamed) {
      int slot = flight.slot(s);
      int unit = chooseUnit(slot, usedUnits);
      if (unit >= 0) {
        ready.remove(s);
        state.moved = true;
        state.waitingComputes--;
        state.returningCredits++;
        usedUnits |= 1 << unit;
        entered++;
        flight.entry[slot] = state.cycle;
        flight.unit[slot] = unit;
        units.enter(unit, part(slot), s);
      }
      s++;
    }
  }

  private int part(int slot) {
    return state.operation(slot).slot().isSfu() ? 1 : 0;
  }

  private int chooseUnit(int slot, int usedUnits) {
    int allowed = state.operation(slot).slot().isAnyUnit() ? ExecutionUnits.UNITS : 1;
    int best = -1;
    int bestPrediction = PipelineState.NEVER;
    for (int unit = 0; unit < allowed; unit++) {
      if ((usedUnits >> unit & 1) != 0 || units.occupancy(unit) >= parameters.unitQueue()) {
        continue;
      }
      int prediction =
          units.predict(state.pipeline, flight, unit, part(slot), flight.word[slot], state.cycle);
      if (prediction < bestPrediction
          || prediction == bestPrediction && units.occupancy(unit) < units.occupancy(best)) {
        best = unit;
        bestPrediction = prediction;
      }
    }
    flight.predicted[slot] = bestPrediction;
    return best;
  }

  private void startUnits() {
    for (int unit = 0; unit < ExecutionUnits.UNITS; unit++) {
      if (units.inFlight(unit) >= parameters.unitInFlight()) {
        continue;
      }
      int alu = candidate(unit, 0);
      int sfu = candidate(unit, 1);
      int chosen = alu < 0 || sfu >= 0 && isBefore(sfu, alu) ? sfu : alu;
      if (chosen >= 0) {
        int slot = flight.slot(chosen);
        units.start(unit, part(slot), flight.word[slot], state.cycle);
        state.start(chosen, slot, state.cycle, state.operation(slot).latency());
        counters.count(RegionCounters.FIRST_UNIT + unit);
      }
    }
  }

  private int candidate(int unit, int part) {
    int sequence = units.head(unit, part);
    if (sequence < 0) {
      return -1;
    }
    int slot = flight.slot(sequence);
    boolean ready =
        state.cycle > flight.entry[slot]
            && units.accepts(state.pipeline, unit, flight.word[slot], state.cycle);
    return ready ? sequence : -1;
  }

  /**
   * Sources are near enough before a word enters, so that the cycle behind its entry is the one in
   * which it is ready.
   */
  private boolean isBefore(int first, int second) {
    int byEntry =
        Integer.compare(flight.entry[flight.slot(first)], flight.entry[flight.slot(second)]);
    return byEntry != 0 ? byEntry < 0 : first < second;
  }

  /** The first later cycle at which something starts or waits on only because of the cycle. */
  int nextChange() {
    int next = Math.min(memory.nextChange(), state.completions.next(state.cycle));
    next =
        Math.min(next, Math.min(state.releases.next(state.cycle), state.wakes.next(state.cycle)));
    if (state.cycle < parameters.startup()) {
      next = Math.min(next, parameters.startup());
    }
    for (int unit = 0; unit < ExecutionUnits.UNITS; unit++) {
      next = Math.min(next, nextStart(unit, 0));
      next = Math.min(next, nextStart(unit, 1));
    }
    return next;
  }

  private int nextStart(int unit, int part) {
    int sequence = units.head(unit, part);
    if (sequence < 0) {
      return PipelineState.NEVER;
    }
    int start = units.acceptsFrom(state.pipeline, unit, flight.word[flight.slot(sequence)]);
    return start > state.cycle ? start : PipelineState.NEVER;
  }

  void describe(StateImage image) {
    memory.describe(image);
  }
}
