package org.ptoc.emulator.timing.outoforder;

import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.emulator.timing.trace.TraceCursor;

/**
 * The state of the out-of-order pipeline as numbers, relative to the current cycle and iteration:
 * all of it as an image, and a part as a fingerprint, which is the same whenever the image is, much
 * cheaper, and seldom the same otherwise. Which word waits in which queue follows from what is
 * known of the word.
 */
final class PipelineImage {
  private static final int HORIZON = 64;
  private static final int NEVER = PipelineState.NEVER;

  private final PipelineState state;
  private final DispatchStage dispatch;
  private final ExecuteStage execute;
  private final TraceCursor cursor;
  private final boolean ordered;
  private final InFlight flight;
  private final PhysicalRegisters registers;

  PipelineImage(
      PipelineState state,
      DispatchStage dispatch,
      ExecuteStage execute,
      TraceCursor cursor,
      boolean ordered) {
    this.state = state;
    this.dispatch = dispatch;
    this.execute = execute;
    this.cursor = cursor;
    this.ordered = ordered;
    this.flight = state.flight;
    this.registers = state.registers;
  }

  /** How far the stages are, and what is ready in the queues. */
  int fingerprint() {
    int hash = state.dispatched - state.retired;
    hash = 31 * hash + state.renamed - state.retired;
    hash = 31 * hash + state.fetched - state.retired;
    hash = 31 * hash + state.usedCredits;
    hash = 31 * hash + dispatch.cyclesSinceDispatch();
    hash = 31 * hash + state.waitingLoads;
    hash = 31 * hash + state.waitingStores;
    hash = 31 * hash + state.waitingComputes;
    hash = 31 * hash + state.readyComputes.hash(state.retired);
    return 31 * hash + state.readyStores.hash(state.retired);
  }

  /** The same for what is renamed; dearer, and much cheaper than the whole state. */
  int renamedFingerprint() {
    int hash = 0;
    for (int s = state.retired; s < state.renamed; s++) {
      int slot = flight.slot(s);
      hash = 31 * hash + cyclesLeft(slot);
      hash = 31 * hash + flight.unit[slot];
      hash = 31 * hash + cyclesSinceEntry(slot);
      hash = 31 * hash + prediction(slot);
    }
    return hash;
  }

  private int cyclesSinceEntry(int slot) {
    return flight.entry[slot] == NEVER
        ? NEVER
        : Math.max(flight.entry[slot] - state.cycle, -HORIZON);
  }

  private int prediction(int slot) {
    return flight.unit[slot] < 0 ? 0 : Math.max(flight.predicted[slot] - state.cycle, -HORIZON);
  }

  private int cyclesLeft(int slot) {
    return flight.done[slot] == NEVER ? NEVER : Math.max(flight.done[slot] - state.cycle, 0);
  }

  /**
   * Puts the whole state.
   *
   * @param frame the loop whose iteration begins
   * @param addressBase bytes by which this iteration is moved
   */
  void describe(StateImage image, int frame, int addressBase) {
    registers.beginImage();
    dispatch.describe(image, frame);
    execute.describe(image);
    image.put(state.usedCredits);
    image.put(state.returningCredits);
    image.put(state.dispatched - state.retired);
    image.put(state.renamed - state.retired);
    image.put(state.fetched - state.retired);
    boolean innermost = cursor.isInnermost(frame);
    for (int s = state.retired; s < state.fetched && !image.differs(); s++) {
      describe(image, s, innermost, addressBase);
    }
    state.units.describe(image, state.cycle, state.retired);
    describeReleases(image);
    registers.describeMapping(image, state.cycle);
  }

  private void describe(StateImage image, int sequence, boolean innermost, int addressBase) {
    int slot = flight.slot(sequence);
    image.put(flight.word[slot]);
    if (sequence >= state.dispatched) {
      dispatch.describeWindow(image, slot, innermost);
    } else {
      image.putCycle(flight.gate[slot], state.cycle, 1);
    }
    if (ordered && flight.length[slot] > 0 && flight.done[slot] > state.cycle) {
      image.put(flight.address[slot] - addressBase);
      image.put(flight.length[slot]);
    }
    if (sequence < state.renamed) {
      describeRenamed(image, slot);
    }
  }

  private void describeRenamed(StateImage image, int slot) {
    image.put(flight.unit[slot]);
    image.put(cyclesSinceEntry(slot));
    image.put(prediction(slot));
    image.put(flight.start[slot] == NEVER ? NEVER : 0);
    image.put(cyclesLeft(slot));
    MicroOperation operation = state.operation(slot);
    for (int i = 0; i < operation.sources().length && flight.start[slot] == NEVER; i++) {
      registers.describe(flight.source[slot * InFlight.SOURCES + i], image, state.cycle);
    }
    for (int i = 0; i < operation.destinations().length; i++) {
      int place = slot * InFlight.DESTINATIONS + i;
      registers.describe(flight.destination[place], image, state.cycle);
      registers.describe(flight.old[place], image, state.cycle);
    }
  }

  private void describeReleases(StateImage image) {
    int last = Math.min(Math.max(1, state.parameters.release()), state.releases.span());
    for (int ahead = 1; ahead <= last; ahead++) {
      int due = state.releases.size(state.cycle + ahead);
      image.put(due);
      for (int i = 0; i < due; i++) {
        registers.describe(state.releases.get(state.cycle + ahead, i), image, state.cycle);
      }
    }
  }
}
