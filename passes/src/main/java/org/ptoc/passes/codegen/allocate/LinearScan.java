package org.ptoc.passes.codegen.allocate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Linear scan over live ranges with holes for one bank. A range gets the lowest register that is
 * free wherever the range lives; when there is none, what costs least per position goes to memory.
 */
final class LinearScan {
  private final int capacity;
  private final int[] numbers;
  private final List<Candidate> spilled = new ArrayList<>();
  private final List<Candidate> assigned = new ArrayList<>();
  private boolean failed;

  /**
   * A range to place.
   *
   * @param id representative of the group
   * @param range where it lives, not empty
   * @param cost cost of keeping it in memory per position, infinite when it cannot be
   * @param fixed the only register it may get, or -1
   */
  record Candidate(int id, LiveRange range, double cost, int fixed) {}

  /**
   * @param capacity number of registers
   * @param numbers receives the register of every id that got one
   */
  LinearScan(int capacity, int[] numbers) {
    this.capacity = capacity;
    this.numbers = numbers;
  }

  /** The ranges that found no register. */
  List<Candidate> spilled() {
    return spilled;
  }

  /** True when a range that cannot be in memory found no register. */
  boolean failed() {
    return failed;
  }

  /** Of candidates that start together those with a fixed register are first. */
  private static int inOrderOfStart(Candidate one, Candidate other) {
    if (one.range.start() != other.range.start()) {
      return Integer.compare(one.range.start(), other.range.start());
    }
    return one.fixed < 0 == other.fixed < 0
        ? Integer.compare(one.id(), other.id())
        : Boolean.compare(one.fixed < 0, other.fixed < 0);
  }

  void run(List<Candidate> candidates) {
    List<Candidate> sorted = new ArrayList<>(candidates);
    sorted.sort(LinearScan::inOrderOfStart);
    double[] costs = new double[capacity];
    for (Candidate current : sorted) {
      int start = current.range.start();
      assigned.removeIf(each -> each.range.end() <= start);
      Arrays.fill(costs, 0);
      for (Candidate each : assigned) {
        int number = numbers[each.id];
        if (costs[number] < Double.POSITIVE_INFINITY && each.range.intersects(current.range)) {
          costs[number] += each.cost;
        }
      }
      place(current, costs);
    }
  }

  private void place(Candidate current, double[] costs) {
    int best = current.fixed >= 0 ? current.fixed : 0;
    if (current.fixed < 0) {
      for (int number = 1; number < capacity; number++) {
        if (costs[number] < costs[best]) {
          best = number;
        }
      }
    }
    if (costs[best] > 0 && current.fixed < 0 && costs[best] >= current.cost) {
      spill(current);
      return;
    }
    if (costs[best] > 0) {
      evict(best, current.range);
    }
    numbers[current.id] = best;
    assigned.add(current);
  }

  private void evict(int number, LiveRange range) {
    for (int i = assigned.size() - 1; i >= 0; i--) {
      Candidate each = assigned.get(i);
      if (numbers[each.id] == number && each.range.intersects(range)) {
        assigned.remove(i);
        spill(each);
      }
    }
  }

  private void spill(Candidate candidate) {
    failed |= candidate.cost == Double.POSITIVE_INFINITY;
    spilled.add(candidate);
  }
}
