package org.ptoc.emulator.timing.outoforder;

import org.ptoc.emulator.timing.trace.StateImage;

/**
 * The two execution units: a queue for the ALU and one for the SFU each, one start per unit and
 * cycle.
 */
final class ExecutionUnits {
  static final int UNITS = 2;
  private static final int PARTS = 2;
  private static final int HORIZON = 64;
  private static final int NONE = -1;

  private final IntQueue[][] queues = new IntQueue[UNITS][PARTS];
  private final int[][] lastWordOfPart = {{NONE, NONE}, {NONE, NONE}};
  private final int[][] lastStartOfPart = new int[UNITS][PARTS];
  private final int[] lastWord = {NONE, NONE};
  private final int[] lastStart = new int[UNITS];
  private final int[] inFlight = new int[UNITS];

  ExecutionUnits() {
    for (IntQueue[] parts : queues) {
      parts[0] = new IntQueue();
      parts[1] = new IntQueue();
    }
  }

  int occupancy(int unit) {
    return queues[unit][0].size() + queues[unit][1].size();
  }

  /**
   * The cycle at which {@code word} would start on {@code unit} when it entered the queue at {@code
   * cycle}.
   */
  int predict(
      OutOfOrderPipeline pipeline, InFlight flight, int unit, int part, int word, int cycle) {
    IntQueue queue = queues[unit][part];
    int predicted = cycle + 1;
    if (!queue.isEmpty()) {
      int before = flight.slot(queue.last());
      return Math.max(
          predicted, flight.predicted[before] + pipeline.interval(flight.word[before], word));
    }
    int last = lastWordOfPart[unit][part];
    return last == NONE
        ? predicted
        : Math.max(predicted, lastStartOfPart[unit][part] + pipeline.interval(last, word));
  }

  void enter(int unit, int part, int sequence) {
    queues[unit][part].add(sequence);
  }

  /** The oldest entry of a part, or -1. */
  int head(int unit, int part) {
    return queues[unit][part].isEmpty() ? NONE : queues[unit][part].get(0);
  }

  int inFlight(int unit) {
    return inFlight[unit];
  }

  /** True if the unit may start {@code word} in {@code cycle} after what it started last. */
  boolean accepts(OutOfOrderPipeline pipeline, int unit, int word, int cycle) {
    return cycle >= acceptsFrom(pipeline, unit, word);
  }

  /** The first cycle at which the unit may start {@code word}. */
  int acceptsFrom(OutOfOrderPipeline pipeline, int unit, int word) {
    return lastWord[unit] == NONE ? 0 : lastStart[unit] + pipeline.interval(lastWord[unit], word);
  }

  void start(int unit, int part, int word, int cycle) {
    queues[unit][part].removeAt(0);
    lastWord[unit] = word;
    lastStart[unit] = cycle;
    lastWordOfPart[unit][part] = word;
    lastStartOfPart[unit][part] = cycle;
    inFlight[unit]++;
  }

  void completed(int unit) {
    inFlight[unit]--;
  }

  void describe(StateImage image, int now, int oldest) {
    for (int unit = 0; unit < UNITS; unit++) {
      image.put(lastWord[unit]);
      image.putCycle(lastStart[unit], now, HORIZON);
      image.put(inFlight[unit]);
      for (int part = 0; part < PARTS; part++) {
        image.put(lastWordOfPart[unit][part]);
        image.putCycle(lastStartOfPart[unit][part], now, HORIZON);
        IntQueue queue = queues[unit][part];
        image.put(queue.size());
        for (int i = 0; i < queue.size(); i++) {
          image.put(queue.get(i) - oldest);
        }
      }
    }
  }
}
