package org.ptoc.emulator.timing;

import java.util.Arrays;

/** The micro-operations between fetch and retirement, in rings that grow; a sequence number names one. */
final class InFlight {
  static final int SOURCES = 6;
  static final int DESTINATIONS = 3;
  static final int NEVER = Integer.MAX_VALUE / 2;

  private int mask = 255;
  int[] word = new int[mask + 1];
  int[] address = new int[mask + 1];
  int[] length = new int[mask + 1];
  int[] row = new int[mask + 1];
  int[] iteration = new int[mask + 1];
  /** Loops entered before the row when this is its first micro-operation, else -1; bit 16 for a new top-level loop. */
  int[] rowStart = new int[mask + 1];
  /** Cycle of arrival at rename, then the gate of the queues. */
  int[] gate = new int[mask + 1];
  int[] entry = new int[mask + 1];
  int[] predicted = new int[mask + 1];
  int[] start = new int[mask + 1];
  int[] done = new int[mask + 1];
  int[] unit = new int[mask + 1];
  /** First cycle at which all sources are near enough, NEVER as long as it is not known. */
  int[] ready = new int[mask + 1];
  /** The source that was not started when {@link #ready} was last asked for. */
  int[] awaited = new int[mask + 1];
  int[] source = new int[(mask + 1) * SOURCES];
  int[] destination = new int[(mask + 1) * DESTINATIONS];
  int[] old = new int[(mask + 1) * DESTINATIONS];

  int slot(int sequence) {
    return sequence & mask;
  }

  /** Makes room for sequence numbers from {@code first} to {@code next}. */
  void reserve(int first, int next) {
    if (next - first < mask) {
      return;
    }
    int oldMask = mask;
    mask = 2 * mask + 1;
    word = moved(word, oldMask, 1, first, next);
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
    source = moved(source, oldMask, SOURCES, first, next);
    destination = moved(destination, oldMask, DESTINATIONS, first, next);
    old = moved(old, oldMask, DESTINATIONS, first, next);
  }

  private int[] moved(int[] values, int oldMask, int width, int first, int next) {
    int[] result = new int[(mask + 1) * width];
    for (int sequence = first; sequence < next; sequence++) {
      System.arraycopy(values, (sequence & oldMask) * width, result, (sequence & mask) * width, width);
    }
    return result;
  }

  /** Forgets what the slot held before. */
  void reset(int slot) {
    start[slot] = NEVER;
    done[slot] = NEVER;
    entry[slot] = NEVER;
    unit[slot] = -1;
    ready[slot] = NEVER;
    awaited[slot] = PhysicalRegisters.PREPARED;
    Arrays.fill(source, slot * SOURCES, (slot + 1) * SOURCES, PhysicalRegisters.PREPARED);
    Arrays.fill(destination, slot * DESTINATIONS, (slot + 1) * DESTINATIONS, PhysicalRegisters.PREPARED);
    Arrays.fill(old, slot * DESTINATIONS, (slot + 1) * DESTINATIONS, PhysicalRegisters.PREPARED);
  }
}
