package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.Pipe;

/**
 * Orders each iteration of a straight loop with the next. Two iterations are run in the mind: wherever a step conflicts with a
 * later step of the iteration before and does not know it complete, a flag between the two pipes, or a barrier inside one, is
 * added, until nothing is missing. Conflicts are symmetric, so that iterations further apart are ordered too.
 */
final class LoopFlags {
  private static final int PIPES = Pipe.values().length;

  private final Schedule body;
  private final List<Schedule.Step> steps;
  private final List<Schedule.Signal> carried = new ArrayList<>();

  LoopFlags(Schedule body) {
    this.body = body;
    this.steps = body.steps();
  }

  /** Adds what is missing. @return false when events run out; the body is then of no use */
  boolean order() {
    for (int round = 0; round <= PIPES * PIPES + steps.size(); round++) {
      int[] missing = firstMissing();
      if (missing.length == 0) {
        return true;
      }
      Schedule.Step consumer = steps.get(missing[1]);
      Pipe from = pipe(steps.get(missing[0]));
      Pipe to = pipe(consumer);
      if (from == to) {
        consumer.before.add(Schedule.barrier("PIPE_" + to, consumer.operation.location()));
        consumer.drains = true;
      } else if (!carry(from, to, missing[1])) {
        return false;
      }
    }
    return false;
  }

  /** A flag from the last step of one pipe that meets an earlier one of the other pipe, to the first that needs it. */
  private boolean carry(Pipe from, Pipe to, int consumer) {
    int event = body.unusedEvent(from, to);
    if (event < 0 || carried.stream().anyMatch(flag -> flag.from() == from && flag.to() == to)) {
      return false;
    }
    int producer = -1;
    for (int later = 0; later < steps.size(); later++) {
      for (int earlier = consumer; earlier < later; earlier++) {
        if (isOn(later, from) && isOn(earlier, to) && conflict(later, earlier)) {
          producer = later;
        }
      }
    }
    carried.add(new Schedule.Signal(from, to, producer, consumer, event));
    steps.get(producer).after.add(Schedule.flag("pto.set_flag", from, to, event, steps.get(producer).operation.location()));
    steps.get(consumer).before.add(Schedule.flag("pto.wait_flag", from, to, event, steps.get(consumer).operation.location()));
    return true;
  }

  /** The flags as they are set before the first iteration. */
  List<Operation> before(Location location) {
    return carried.stream().map(flag -> flag("pto.set_flag", flag, location)).toList();
  }

  /** The flags of the last iteration, waited for. */
  List<Operation> after(Location location) {
    return carried.stream().map(flag -> flag("pto.wait_flag", flag, location)).toList();
  }

  private static Operation flag(String name, Schedule.Signal flag, Location location) {
    return Schedule.flag(name, flag.from(), flag.to(), flag.event(), location);
  }

  // Two iterations.

  private boolean isOn(int step, Pipe pipe) {
    return !steps.get(step).accesses.isEmpty() && pipe(steps.get(step)) == pipe;
  }

  private static Pipe pipe(Schedule.Step step) {
    return step.accesses.getFirst().pipe();
  }

  private boolean conflict(int first, int second) {
    return Accesses.conflict(steps.get(first).accesses, steps.get(second).accesses);
  }

  /** Producer in one iteration and consumer in the next that nothing orders; empty when there are none. */
  private int[] firstMissing() {
    int count = steps.size();
    int[][] known = new int[PIPES][PIPES];
    for (int[] row : known) {
      Arrays.fill(row, -1);
    }
    int[][] snapshots = new int[2 * count][];
    for (int at = 0; at < 2 * count; at++) {
      int index = at % count;
      Schedule.Step step = steps.get(index);
      if (step.meets) {
        for (int[] row : known) {
          Arrays.fill(row, at - 1);
        }
      }
      if (step.accesses.isEmpty()) {
        continue;
      }
      int pipe = pipe(step).ordinal();
      if (step.drains) {
        known[pipe][pipe] = at - 1;
      }
      receive(index, at - index, known[pipe], snapshots);
      int missing = at < count ? -1 : unknownProducer(index, known[pipe]);
      if (missing >= 0) {
        return new int[] {missing, index};
      }
      snapshots[at] = known[pipe].clone();
      snapshots[at][pipe] = at;
    }
    return new int[0];
  }

  /** What a step learns from the flags that it waits for. */
  private void receive(int index, int iteration, int[] known, int[][] snapshots) {
    for (Schedule.Signal signal : body.signals()) {
      if (signal.consumer() == index) {
        merge(known, snapshots[iteration + signal.producer()]);
      }
    }
    for (Schedule.Signal flag : carried) {
      if (flag.consumer() == index && iteration > 0) {
        merge(known, snapshots[iteration - steps.size() + flag.producer()]);
      }
    }
  }

  private static void merge(int[] known, int[] other) {
    for (int i = 0; i < known.length; i++) {
      known[i] = Math.max(known[i], other[i]);
    }
  }

  /** The last step of the iteration before, at or after this one, that conflicts and may still run; -1 when there is none. */
  private int unknownProducer(int index, int[] known) {
    Pipe to = pipe(steps.get(index));
    for (int producer = steps.size() - 1; producer >= index; producer--) {
      if (steps.get(producer).accesses.isEmpty()) {
        continue;
      }
      Pipe from = pipe(steps.get(producer));
      boolean ordered = from == to ? !body.needsOrder(to) : producer <= known[from.ordinal()];
      ordered |= producer <= known[from.ordinal()];
      if (!ordered && conflict(producer, index)) {
        return producer;
      }
    }
    return -1;
  }
}
