package org.ptoc.emulator.timing.outoforder;

import java.util.Optional;
import org.ptoc.emulator.timing.region.DispatchStall;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.emulator.timing.trace.TraceCursor;
import org.ptoc.ir.cycles.RegionParameters;

/** Fetch into the decode window and dispatch from it (spec/30, section 11, steps B and C). */
final class DispatchStage {
  private static final int HORIZON = 64;

  private final PipelineState state;
  private final RegionParameters parameters;
  private final InFlight flight;
  private final TraceCursor cursor;
  private boolean exhausted;

  private int lastDispatch;
  private int row = -1;
  private int rowOpen;
  private int rowBase = PipelineState.NEVER;

  /** What may still be taken in this cycle; what is on its way to rename counts as taken. */
  private int credits;

  private int queue;
  private int memory;
  private int vectors;

  DispatchStage(PipelineState state, TraceCursor cursor) {
    this.state = state;
    this.parameters = state.parameters;
    this.flight = state.flight;
    this.cursor = cursor;
  }

  /** True if the trace is at its end. */
  boolean isExhausted() {
    return exhausted;
  }

  /** Fills the decode window. */
  void fill() {
    while (!exhausted && state.fetched - state.dispatched < parameters.window()) {
      if (!cursor.next()) {
        exhausted = true;
        return;
      }
      int slot = state.fetch(cursor.word());
      flight.address[slot] = cursor.address();
      flight.length[slot] = cursor.length();
      flight.row[slot] = cursor.row();
      flight.iteration[slot] = cursor.iteration();
      flight.rowStart[slot] =
          cursor.isRowStart() ? cursor.rowEntered() | (cursor.isRowOfNewTop() ? 1 << 16 : 0) : -1;
      state.counters.count(RegionCounters.MICRO_OPERATIONS);
    }
  }

  /** Dispatches in order until something is in the way. */
  void dispatch() {
    if (state.cycle < parameters.dispatchGate()) {
      return;
    }
    beginRoom();
    for (int taken = 0;
        taken < parameters.dispatchWidth() && state.dispatched < state.fetched;
        taken++) {
      int slot = flight.slot(state.dispatched);
      MicroOperation operation = state.operation(slot);
      Optional<DispatchStall> obstacle = obstacle(slot, operation);
      if (obstacle.isPresent()) {
        if (taken == 0) {
          state.counters.countStall(obstacle.get());
        }
        return;
      }
      take(operation);
      flight.gate[slot] = state.cycle + 1;
      lastDispatch = state.cycle;
      state.standstill = 0;
      state.moved = true;
      state.dispatched++;
    }
  }

  private void beginRoom() {
    credits = parameters.computeQueue() - state.usedCredits;
    queue = parameters.computeQueue() - state.waitingComputes;
    memory = parameters.loadStoreQueue() - state.waitingLoads - state.waitingStores;
    vectors = state.registers.freeVectors();
    for (int s = state.renamed; s < state.dispatched; s++) {
      take(state.operation(flight.slot(s)));
    }
  }

  private void take(MicroOperation operation) {
    credits -= operation.needsCredit() ? 1 : 0;
    queue -= operation.slot().isCompute() ? 1 : 0;
    memory -= operation.isMemory() ? 1 : 0;
    vectors -= operation.vectorDestinations();
  }

  private Optional<DispatchStall> obstacle(int slot, MicroOperation operation) {
    if (!isRowOpen(slot)) {
      return DispatchStall.LOOP_ENTRY.present();
    }
    if (!isIterationOpen(slot)) {
      state.counters.count(RegionCounters.ITERATION_HOLDS);
      return DispatchStall.NEXT_ITERATION.present();
    }
    if (operation.needsCredit() && credits < 1) {
      return DispatchStall.CREDITS.present();
    }
    if (operation.slot().isCompute() && queue < 1) {
      return DispatchStall.COMPUTE_QUEUE.present();
    }
    if (operation.vectorDestinations() > vectors) {
      return DispatchStall.REGISTERS.present();
    }
    return operation.isMemory() && memory < 1
        ? DispatchStall.LOAD_STORE_QUEUE.present()
        : Optional.empty();
  }

  private boolean isRowOpen(int slot) {
    if (flight.row[slot] != row) {
      int levels = Math.max(0, (flight.rowStart[slot] & 0xFFFF) - 1);
      boolean newTop = flight.rowStart[slot] >> 16 != 0;
      if (row < 0) {
        rowOpen = parameters.firstLoopOpens() + levels;
      } else if (newTop) {
        rowOpen = lastDispatch + levels;
      } else {
        rowOpen =
            Math.max(lastDispatch + parameters.reentryGap(), rowOpen + parameters.reentryDistance())
                + levels;
      }
      row = flight.row[slot];
      rowBase = PipelineState.NEVER;
    }
    return state.cycle >= rowOpen + parameters.bodyDelay();
  }

  /**
   * The first later cycle at which the word that waits for dispatch may go on because its loop or
   * iteration is open.
   */
  int nextOpening() {
    if (state.dispatched == state.fetched) {
      return PipelineState.NEVER;
    }
    int opening = rowOpen + parameters.bodyDelay();
    if (rowBase != PipelineState.NEVER && state.cycle >= opening) {
      opening = rowBase + flight.iteration[flight.slot(state.dispatched)];
    }
    return opening > state.cycle ? opening : PipelineState.NEVER;
  }

  private boolean isIterationOpen(int slot) {
    if (rowBase == PipelineState.NEVER) {
      rowBase = state.cycle - flight.iteration[slot];
    }
    return state.cycle >= rowBase + flight.iteration[slot];
  }

  // What the memo of iterations needs.

  /** Cycles by which the next iteration of the innermost loop is open already. */
  int iterationSlack() {
    return isAhead() ? 0 : state.cycle - rowBase - cursor.iteration();
  }

  /** Moves the opening of iterations, as if iterations that were left out had been dispatched. */
  void addIterationSlack(int cycles) {
    if (!isAhead()) {
      rowBase -= cycles;
    }
  }

  private boolean isAhead() {
    return rowBase == PipelineState.NEVER || row != cursor.row();
  }

  int cyclesSinceDispatch() {
    return Math.max(lastDispatch - state.cycle, -HORIZON);
  }

  /** Puts the state relative to the current cycle and to the iteration of {@code frame}. */
  void describe(StateImage image, int frame) {
    cursor.describe(frame, image);
    image.put(cursor.row() - row);
    image.putCycle(rowOpen, state.cycle, HORIZON);
    image.putCycle(lastDispatch, state.cycle, HORIZON);
    image.put(rowBase == PipelineState.NEVER ? 1 : 0);
    if (!cursor.isInnermost(frame) && rowBase != PipelineState.NEVER) {
      image.put(state.cycle - rowBase);
    }
  }

  /** Puts what is in the decode window, relative to the iteration of an innermost loop. */
  void describeWindow(StateImage image, int slot, boolean innermost) {
    boolean current = innermost && flight.row[slot] == cursor.row();
    image.put(cursor.row() - flight.row[slot]);
    image.put(current ? cursor.iteration() - flight.iteration[slot] : flight.iteration[slot]);
    image.put(flight.rowStart[slot]);
  }
}
