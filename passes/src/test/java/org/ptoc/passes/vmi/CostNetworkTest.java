package org.ptoc.passes.vmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cost network finds what trying all assignments finds. */
class CostNetworkTest {
  private record Cost(int[] scope, long[] costs) {}

  @Test
  void findsTheLeastSumOfRandomNetworks() {
    Random random = new Random(7);
    for (int trial = 0; trial < 500; trial++) {
      int[] sizes = random.ints(1 + random.nextInt(8), 1, 5).toArray();
      List<Cost> all = new ArrayList<>();
      for (int i = 0; i < 2 * sizes.length; i++) {
        int arity = Math.min(sizes.length, 1 + random.nextInt(3));
        int[] scope = random.ints(0, sizes.length).distinct().limit(arity).toArray();
        int entries =
            Arrays.stream(scope).map(variable -> sizes[variable]).reduce(1, Math::multiplyExact);
        all.add(new Cost(scope, random.longs(entries, 0, 9).toArray()));
      }
      CostNetwork network = new CostNetwork();
      for (int size : sizes) {
        network.variable(size);
      }
      for (Cost cost : all) {
        network.add(cost.scope, values -> cost.costs[place(sizes, cost.scope, values)]);
      }
      int[] found = network.least();
      assertThat(sum(sizes, all, found))
          .as("trial " + trial)
          .isEqualTo(least(sizes, all, new int[sizes.length], 0));
    }
  }

  @Test
  void forbiddenAssignmentsAreAvoidedAndTheFirstOfEqualOnesIsTaken() {
    CostNetwork network = new CostNetwork();
    int one = network.variable(3);
    int other = network.variable(3);
    network.add(
        new int[] {one, other}, values -> values[0] == values[1] ? CostNetwork.FORBIDDEN : 1);
    network.add(new int[] {other}, values -> values[0] == 0 ? 0 : 5);
    assertThat(network.least()).containsExactly(1, 0);
  }

  @Test
  void tooWideNetworksAreStillAssigned() {
    CostNetwork network = new CostNetwork();
    int count = 14;
    for (int i = 0; i < count; i++) {
      network.variable(5);
    }
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        network.add(new int[] {i, j}, values -> values[0] == values[1] ? 0 : 1);
      }
    }
    assertThat(network.least()).containsOnly(0);
  }

  private static int place(int[] sizes, int[] scope, int[] values) {
    int place = 0;
    for (int i = 0; i < scope.length; i++) {
      place = place * sizes[scope[i]] + values[i];
    }
    return place;
  }

  private static long sum(int[] sizes, List<Cost> all, int[] assignment) {
    long sum = 0;
    for (Cost cost : all) {
      int[] values = Arrays.stream(cost.scope).map(variable -> assignment[variable]).toArray();
      sum += cost.costs[place(sizes, cost.scope, values)];
    }
    return sum;
  }

  private static long least(int[] sizes, List<Cost> all, int[] assignment, int next) {
    if (next == sizes.length) {
      return sum(sizes, all, assignment);
    }
    long least = Long.MAX_VALUE;
    for (int value = 0; value < sizes[next]; value++) {
      assignment[next] = value;
      least = Math.min(least, least(sizes, all, assignment, next + 1));
    }
    return least;
  }
}
