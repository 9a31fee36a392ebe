package org.ptoc.emulator.timing.outoforder;

import java.util.List;
import org.ptoc.emulator.timing.trace.MicroOperation;

/**
 * The micro-operations between fetch and retirement, in rings that grow; a sequence number names
 * one.
 */
final class InFlight {
  static final int SOURCES = 6;
  static final int DESTINATIONS = 3;
  static final int NEVER = Integer.MAX_VALUE / 2;
  private static final int SLOTS = 256;

  /**
   * More than the rings ever have slots, and small enough that numbers of sources are not negative.
   */
  private static final int OPERAND_RANGE = (1 << 28) - 1;

  private int mask = SLOTS - 1;
  int[] word = new int[SLOTS];
  MicroOperation[] operation = new MicroOperation[SLOTS];
  int[] address = new int[SLOTS];
  int[] length = new int[SLOTS];
  int[] row = new int[SLOTS];
  int[] iteration = new int[SLOTS];

  /**
   * Loops entered before the row when this is its first micro-operation, else -1; bit 16 for a new
   * top-level loop.
   */
  int[] rowStart = new int[SLOTS];

  /** Cycle of arrival at rename, then the gate of the queues. */
  int[] gate = new int[SLOTS];

  int[] entry = new int[SLOTS];
  int[] predicted = new int[SLOTS];
  int[] start = new int[SLOTS];
  int[] done = new int[SLOTS];
  int[] unit = new int[SLOTS];

  /** First cycle at which the sources that are started are near enough. */
  int[] ready = new int[SLOTS];

  /** Sources that are not started. */
  int[] awaited = new int[SLOTS];

  /** The store that holds a load up, where one does. */
  int[] blocker = new int[SLOTS];

  /** Physical registers read, as many as the word has sources. */
  int[] source = new int[SLOTS * SOURCES];

  /**
   * The next source that waits for the same register, numbered by {@link #operand}; -1 at the end.
   */
  int[] nextWaiting = new int[SLOTS * SOURCES];

  /** Physical registers written, as many as the word has destinations. */
  int[] destination = new int[SLOTS * DESTINATIONS];

  /** What the destinations were mapped to before. */
  int[] old = new int[SLOTS * DESTINATIONS];

  int slot(int sequence) {
    return sequence & mask;
  }

  /** A number for a source of a micro-operation, which stays when the rings grow. */
  static int operand(int sequence, int index) {
    return (sequence & OPERAND_RANGE) * SOURCES + index;
  }

  /** Position of {@link #operand} in the rings of sources. */
  int place(int operand) {
    return slot(operand / SOURCES) * SOURCES + operand % SOURCES;
  }

  /**
   * Makes room for sequence numbers from {@code first} to {@code next}, in the rings and in sets of
   * their slots.
   */
  void reserve(int first, int next, List<SlotSet> sets) {
    if (next - first >= mask) {
      grow(first, next);
      sets.forEach(set -> set.grow(mask + 1, first, next));
    }
  }

  private void grow(int first, int next) {
    int oldMask = mask;
    mask = 2 * mask + 1;
    word = moved(word, oldMask, 1, first, next);
    operation = movedOperations(oldMask, first, next);
    address = moved(address, oldMask, 1, first, next);
    length = moved(length, oldMask, 1, first, next);
    row = moved(row, oldMask, 1, first, next);
    iteration = moved(iteration, oldMask, 1, first, next);
    rowStart = moved(rowStart, oldMask, 1, first, next);
    gate = moved(gate, oldMask, 1, first, next);
    entry = moved(entry, oldMask, 1, first, next);
    predicted = moved(predicted, oldMask, 1, first, next);
    start = moved(start, oldMask, 1, first, next);
    done = moved(done, oldMask, 1, first, next);
    unit = moved(unit, oldMask, 1, first, next);
    ready = moved(ready, oldMask, 1, first, next);
    awaited = moved(awaited, oldMask, 1, first, next);
    blocker = moved(blocker, oldMask, 1, first, next);
    source = moved(source, oldMask, SOURCES, first, next);
    nextWaiting = moved(nextWaiting, oldMask, SOURCES, first, next);
    destination = moved(destination, oldMask, DESTINATIONS, first, next);
    old = moved(old, oldMask, DESTINATIONS, first, next);
  }

  private int[] moved(int[] values, int oldMask, int width, int first, int next) {
    int[] result = new int[(mask + 1) * width];
    for (int sequence = first; sequence < next; sequence++) {
      System.arraycopy(
          values, (sequence & oldMask) * width, result, (sequence & mask) * width, width);
    }
    return result;
  }

  private MicroOperation[] movedOperations(int oldMask, int first, int next) {
    MicroOperation[] result = new MicroOperation[mask + 1];
    for (int sequence = first; sequence < next; sequence++) {
      result[sequence & mask] = operation[sequence & oldMask];
    }
    return result;
  }

  /** A set for slots of these rings. */
  SlotSet newSet() {
    return new SlotSet(mask + 1);
  }

  /** Forgets what the slot held before. */
  void reset(int slot) {
    start[slot] = NEVER;
    done[slot] = NEVER;
    entry[slot] = NEVER;
    unit[slot] = -1;
    ready[slot] = 0;
    awaited[slot] = 0;
  }
}
