package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Pipe;

/**
 * Simulates the iterations of a loop, one more than slots rotate: the order that each pipe knows of
 * the others, and the places where it is insufficient. Conflicts are symmetric and come back with
 * the slots, so that iterations further apart are ordered too.
 */
final class Iterations {
  private static final int PIPES = Pipe.values().length;

  private final BlockSchedule body;
  private final List<BlockSchedule.Step> steps;
  private final List<Value> arguments;
  private final int window;

  /** Steps of the same iteration that a step waits for. */
  private final Map<Integer, List<Integer>> producers = new HashMap<>();

  /** For each pipe, the steps that later ones may have to wait for. */
  private final Map<Pipe, List<Integer>> leaving = new EnumMap<>(Pipe.class);

  /** Steps that nothing orders: the producer of an iteration and the consumer of a later one. */
  record Missing(int producer, int consumer, int distance) {}

  /**
   * @param body the steps of an iteration, in order among themselves
   * @param arguments the induction variable and what the loop carries
   * @param window iterations after which slots come back
   */
  Iterations(BlockSchedule body, List<Value> arguments, int window) {
    this.body = body;
    this.steps = body.steps();
    this.arguments = arguments;
    this.window = window;
    for (Signal signal : body.signals().signals()) {
      producers.computeIfAbsent(signal.consumer(), key -> new ArrayList<>()).add(signal.producer());
    }
    for (int i = 0; i < steps.size(); i++) {
      if (!steps.get(i).leaves.isEmpty()) {
        leaving.computeIfAbsent(steps.get(i).pipe(), key -> new ArrayList<>()).add(i);
      }
    }
  }

  /** True when a step conflicts with another some iterations later. */
  boolean conflict(int first, int second, int distance) {
    return Accesses.conflict(
        steps.get(first).leaves,
        steps.get(second).needs,
        new Accesses.Distance(distance, arguments));
  }

  /** True when two steps conflict this many iterations apart and not earlier. */
  boolean conflictFirstAt(int first, int second, int distance) {
    if (!conflict(first, second, distance)) {
      return false;
    }
    for (int nearer = first < second ? 0 : 1; nearer < distance; nearer++) {
      if (conflict(first, second, nearer)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Steps of different iterations that nothing orders; empty when there are none.
   *
   * @param carried the flags between iterations
   */
  Optional<Missing> firstMissing(List<Signal> carried) {
    int count = steps.size();
    int[][] known = new int[PIPES][PIPES];
    for (int[] row : known) {
      Arrays.fill(row, -1);
    }
    int[][] snapshots = new int[(window + 1) * count][];
    for (int at = 0; at < (window + 1) * count; at++) {
      int index = at % count;
      BlockSchedule.Step step = steps.get(index);
      if (step.meets) {
        for (int[] row : known) {
          Arrays.fill(row, at - 1);
        }
      }
      if (!step.isPiped()) {
        continue;
      }
      int pipe = step.pipe().ordinal();
      if (step.drains) {
        known[pipe][pipe] = at - 1;
      }
      receive(index, at - index, known[pipe], snapshots, carried);
      if (at >= window * count) {
        Optional<Missing> missing = unknownProducer(index, at - index, known[pipe]);
        if (missing.isPresent()) {
          return missing;
        }
      }
      snapshots[at] = known[pipe].clone();
      snapshots[at][pipe] = at;
    }
    return Optional.empty();
  }

  /** What a step learns from the flags that it waits for. */
  private void receive(
      int index, int iteration, int[] known, int[][] snapshots, List<Signal> carried) {
    for (int producer : producers.getOrDefault(index, List.of())) {
      merge(known, snapshots[iteration + producer]);
    }
    for (Signal flag : carried) {
      int earlier = iteration - flag.distance() * steps.size();
      if (flag.consumer() == index && earlier >= 0) {
        merge(known, snapshots[earlier + flag.producer()]);
      }
    }
  }

  private static void merge(int[] known, int[] other) {
    for (int i = 0; i < known.length; i++) {
      known[i] = Math.max(known[i], other[i]);
    }
  }

  /** The last step of the nearest iteration before that conflicts with a step and may still run. */
  private Optional<Missing> unknownProducer(int index, int iteration, int[] known) {
    Pipe to = steps.get(index).pipe();
    for (int distance = 1; distance <= window; distance++) {
      int start = iteration - distance * steps.size();
      int producer = -1;
      for (Map.Entry<Pipe, List<Integer>> onPipe : leaving.entrySet()) {
        Pipe from = onPipe.getKey();
        if (from != to || body.needsOrder(to)) {
          int last = known[from.ordinal()] - start;
          int bound = Math.max(producer, last);
          producer = Math.max(producer, lastConflict(onPipe.getValue(), index, distance, bound));
        }
      }
      if (producer >= 0) {
        return Optional.of(new Missing(producer, index, distance));
      }
    }
    return Optional.empty();
  }

  /** The last of some steps behind a bound that conflicts; -1 when none does. */
  private int lastConflict(List<Integer> producers, int index, int distance, int bound) {
    for (int producer : producers.reversed()) {
      if (producer <= bound) {
        break;
      }
      if (conflictFirstAt(producer, index, distance)) {
        return producer;
      }
    }
    return -1;
  }
}
