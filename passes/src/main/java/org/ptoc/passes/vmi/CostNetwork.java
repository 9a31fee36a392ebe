package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A cost function network: variables with few values and tables of costs over some of them. Bucket
 * elimination finds an assignment of the least sum. It is exact as long as no table of more than
 * {@value #MOST_ENTRIES} entries comes up; then the variable with the most neighbours takes value
 * 0.
 */
final class CostNetwork {
  static final int MOST_ENTRIES = 1 << 16;

  /** A cost that no assignment should have, far from overflow. */
  static final long FORBIDDEN = Long.MAX_VALUE >> 16;

  /** Costs of all assignments of the variables in the scope; the last one changes fastest. */
  private record Table(int[] scope, long[] costs) {}

  /** A variable that is gone: its best value by the assignment of the scope. */
  private record Eliminated(int variable, int[] scope, int[] values) {}

  private final List<Integer> sizes = new ArrayList<>();
  private final List<List<Table>> tables = new ArrayList<>();

  /**
   * Adds a variable.
   *
   * @param size number of its values, at least 1
   * @return its number, counting from 0
   */
  int variable(int size) {
    sizes.add(size);
    tables.add(new ArrayList<>());
    return sizes.size() - 1;
  }

  /** Adds a cost that depends on different variables; the function sees their values in order. */
  void add(int[] scope, ToLongFunction<int[]> cost) {
    long[] costs = new long[entries(scope)];
    int[] values = new int[scope.length];
    for (int i = 0; i < costs.length; i++) {
      costs[i] = cost.applyAsLong(values);
      advance(scope, values);
    }
    Table table = new Table(scope, costs);
    for (int variable : scope) {
      table = withoutIfUnused(table, variable);
    }
    attach(table);
  }

  private void attach(Table table) {
    for (int variable : table.scope) {
      tables.get(variable).add(table);
    }
  }

  private int entries(int[] scope) {
    long product = 1;
    for (int variable : scope) {
      product = Math.min(product * sizes.get(variable), Integer.MAX_VALUE);
    }
    return (int) product;
  }

  /** The next assignment of a scope. */
  private void advance(int[] scope, int[] values) {
    for (int i = scope.length - 1; i >= 0; i--) {
      if (++values[i] < sizes.get(scope[i])) {
        return;
      }
      values[i] = 0;
    }
  }

  private Table withoutIfUnused(Table table, int variable) {
    Table first = restricted(table, variable, 0);
    for (int value = 1; value < sizes.get(variable); value++) {
      if (!Arrays.equals(first.costs, restricted(table, variable, value).costs)) {
        return table;
      }
    }
    return first;
  }

  /** A table for one value of a variable of its scope. */
  private Table restricted(Table table, int variable, int value) {
    int[] scope = Arrays.stream(table.scope).filter(other -> other != variable).toArray();
    int[] assignment = new int[sizes.size()];
    assignment[variable] = value;
    long[] costs = new long[entries(scope)];
    int[] values = new int[scope.length];
    for (int i = 0; i < costs.length; i++) {
      assign(scope, values, assignment);
      costs[i] = table.costs[index(table.scope, assignment)];
      advance(scope, values);
    }
    return new Table(scope, costs);
  }

  private static void assign(int[] scope, int[] values, int[] assignment) {
    for (int i = 0; i < scope.length; i++) {
      assignment[scope[i]] = values[i];
    }
  }

  private int index(int[] scope, int[] assignment) {
    int index = 0;
    for (int variable : scope) {
      index = index * sizes.get(variable) + assignment[variable];
    }
    return index;
  }

  /** The values of all variables for which the sum of the tables is least; empties the network. */
  int[] least() {
    List<Eliminated> order = new ArrayList<>();
    int[] weights = new int[sizes.size()];
    Arrays.setAll(weights, variable -> entries(neighbours(variable)));
    for (int left = sizes.size(); left > 0; left--) {
      int next = lightest(weights);
      int[] scope = neighbours(next);
      boolean tooWide = (long) weights[next] * sizes.get(next) > MOST_ENTRIES;
      if (tooWide) {
        next = widest(weights);
        scope = neighbours(next);
      }
      order.add(tooWide ? fix(next) : eliminate(next, scope));
      weights[next] = -1;
      for (int neighbour : scope) {
        weights[neighbour] = entries(neighbours(neighbour));
      }
    }
    int[] assignment = new int[sizes.size()];
    for (Eliminated each : order.reversed()) {
      assignment[each.variable] = each.values[index(each.scope, assignment)];
    }
    return assignment;
  }

  private static int lightest(int[] weights) {
    int best = -1;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] >= 0 && (best < 0 || weights[i] < weights[best])) {
        best = i;
      }
    }
    return best;
  }

  private static int widest(int[] weights) {
    int best = 0;
    for (int i = 1; i < weights.length; i++) {
      if (weights[i] > weights[best]) {
        best = i;
      }
    }
    return best;
  }

  private int[] neighbours(int variable) {
    BitSet all = new BitSet();
    for (Table table : tables.get(variable)) {
      for (int other : table.scope) {
        all.set(other);
      }
    }
    all.clear(variable);
    return all.stream().toArray();
  }

  private List<Table> detach(int variable) {
    List<Table> touched = List.copyOf(tables.get(variable));
    for (Table table : touched) {
      for (int other : table.scope) {
        tables.get(other).remove(table);
      }
    }
    return touched;
  }

  private Eliminated fix(int variable) {
    for (Table table : detach(variable)) {
      attach(restricted(table, variable, 0));
    }
    return new Eliminated(variable, new int[0], new int[1]);
  }

  private Eliminated eliminate(int variable, int[] scope) {
    List<Table> touched = detach(variable);
    int[] best = new int[entries(scope)];
    long[] costs = new long[best.length];
    int[] values = new int[scope.length];
    int[] assignment = new int[sizes.size()];
    for (int i = 0; i < best.length; i++) {
      assign(scope, values, assignment);
      costs[i] = Long.MAX_VALUE;
      for (int value = 0; value < sizes.get(variable); value++) {
        assignment[variable] = value;
        long sum = 0;
        for (Table table : touched) {
          sum = Math.min(FORBIDDEN, sum + table.costs[index(table.scope, assignment)]);
        }
        if (sum < costs[i]) {
          costs[i] = sum;
          best[i] = value;
        }
      }
      advance(scope, values);
    }
    attach(new Table(scope, costs));
    return new Eliminated(variable, scope, best);
  }
}
