package org.ptoc.emulator.timing.outoforder;

import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.ir.cycles.RegionParameters;

/**
 * The load/store queue: what of it starts in a cycle (spec/30, section 8, rules 3 to 5, and section
 * 11, step D).
 */
final class MemoryQueues {
  private static final int LOAD_SLOTS = 2;
  private static final int LATE_STORE = 10;

  private final PipelineState state;
  private final RegionParameters parameters;
  private final RegionCounters counters;
  private final InFlight flight;
  private final boolean ordered;
  private int loadsBlocked;
  private int storesBlocked;
  private int loadsStarted;

  /**
   * @param ordered whether loads wait for older stores to the same bytes
   */
  MemoryQueues(PipelineState state, boolean ordered) {
    this.state = state;
    this.parameters = state.parameters;
    this.counters = state.counters;
    this.flight = state.flight;
    this.ordered = ordered;
  }

  /** Ends the memory barriers that nothing older holds up. */
  void finishBarriers() {
    SlotSet barriers = state.barriers;
    int end = state.renamed;
    for (int s = barriers.next(state.retired, end); s < end; s = barriers.next(s + 1, end)) {
      int slot = flight.slot(s);
      MicroOperation barrier = state.operation(slot);
      boolean waits =
          (barrier.delaysLoads() || barrier.delaysStores()) && hasOlder(state.pendingStores, s)
              || barrier.delaysStores() && hasOlder(state.pendingLoads, s);
      if (!waits) {
        barriers.remove(s);
        state.start(s, slot, state.cycle, 0);
      }
    }
  }

  private boolean hasOlder(SlotSet set, int sequence) {
    return set.next(state.retired, sequence) < sequence;
  }

  private boolean isBehindBarrier(int sequence, boolean load) {
    SlotSet barriers = state.barriers;
    for (int s = barriers.next(state.retired, sequence);
        s < sequence;
        s = barriers.next(s + 1, sequence)) {
      MicroOperation barrier = state.operation(flight.slot(s));
      if (load ? barrier.delaysLoads() : barrier.delaysStores()) {
        return true;
      }
    }
    return false;
  }

  /** Starts loads, oldest first (D.4). */
  void startLoads() {
    int cycle = state.cycle;
    loadsStarted = cycle < loadsBlocked ? LOAD_SLOTS : 0;
    int limit = parameters.exclusion() && cycle < storesBlocked ? 1 : LOAD_SLOTS;
    if (cycle < parameters.startup()) {
      return;
    }
    SlotSet ready = state.readyLoads;
    int s = state.retired;
    int end = state.renamed;
    while (loadsStarted < limit && (s = ready.next(s, end)) < end) {
      int slot = flight.slot(s);
      MicroOperation load = state.operation(slot);
      int slots = load.blocked() > 0 ? LOAD_SLOTS : 1;
      if (loadsStarted + slots <= limit
          && !isBehindBarrier(s, true)
          && !(ordered && waitsForStore(s, slot))) {
        ready.remove(s);
        state.waitingLoads--;
        state.start(s, slot, cycle, load.latency());
        counters.count(RegionCounters.LOADS);
        loadsStarted += slots;
        loadsBlocked = cycle + load.blocked();
      }
      s++;
    }
    int looked = loadsStarted < limit ? end : s;
    counters.add(RegionCounters.STORE_LOAD_STALLS, state.heldLoads.count(state.retired, looked));
  }

  /** A store is complete: the loads that waited for it look again. */
  void storeCompleted(int sequence) {
    SlotSet held = state.heldLoads;
    for (int s = held.next(sequence, state.renamed);
        s < state.renamed;
        s = held.next(s + 1, state.renamed)) {
      if (flight.blocker[flight.slot(s)] == sequence) {
        held.remove(s);
        state.readyLoads.add(s);
      }
    }
  }

  private boolean waitsForStore(int sequence, int slot) {
    SlotSet stores = state.pendingStores;
    int first = flight.address[slot];
    int last = first + flight.length[slot];
    for (int s = stores.next(state.retired, sequence);
        s < sequence;
        s = stores.next(s + 1, sequence)) {
      int store = flight.slot(s);
      if (flight.address[store] < last && first < flight.address[store] + flight.length[store]) {
        flight.blocker[slot] = s;
        state.readyLoads.remove(sequence);
        state.heldLoads.add(sequence);
        return true;
      }
    }
    return false;
  }

  /** Starts a store unless loads keep it out (D.7). */
  void startStores() {
    int cycle = state.cycle;
    if (parameters.exclusion() && loadsStarted >= LOAD_SLOTS || cycle < storesBlocked) {
      if (state.waitingStores > 0) {
        counters.count(RegionCounters.EXCLUSIONS);
      }
      return;
    }
    SlotSet ready = state.readyStores;
    for (int s = ready.next(state.retired, state.renamed);
        s < state.renamed;
        s = ready.next(s + 1, state.renamed)) {
      if (!isBehindBarrier(s, false)) {
        int slot = flight.slot(s);
        MicroOperation store = state.operation(slot);
        ready.remove(s);
        state.waitingStores--;
        state.returningCredits++;
        state.start(s, slot, cycle, isLate(slot, store) ? LATE_STORE : store.latency());
        counters.count(RegionCounters.STORES);
        storesBlocked = cycle + store.blocked();
        return;
      }
    }
  }

  /** Results of a 16-bit vabs reach a store one cycle late (spec/30, section 9). */
  private boolean isLate(int slot, MicroOperation store) {
    for (int i = 0; i < store.sources().length; i++) {
      int p = flight.source[slot * InFlight.SOURCES + i];
      if (p != PhysicalRegisters.PREPARED
          && state.pipeline.operation(state.registers.producer(p)).delaysStoreOfResult()) {
        return true;
      }
    }
    return false;
  }

  /** The first later cycle at which blocked slots are free. */
  int nextChange() {
    int loads = loadsBlocked > state.cycle ? loadsBlocked : PipelineState.NEVER;
    int stores = storesBlocked > state.cycle ? storesBlocked : PipelineState.NEVER;
    return Math.min(loads, stores);
  }

  void describe(StateImage image) {
    image.putCycle(loadsBlocked, state.cycle, 0);
    image.putCycle(storesBlocked, state.cycle, 0);
  }
}
