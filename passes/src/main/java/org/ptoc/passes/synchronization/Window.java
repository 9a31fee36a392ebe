package org.ptoc.passes.synchronization;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Value;

/**
 * The part of a view of global memory that a partition takes. Two parts of one view have no element
 * in common if they are apart in one dimension: no two indices of such a view name one element, and
 * a part that leaves its view is an error of the program (spec/20, 2.1).
 *
 * @param view base, shape and strides of the view, which are the same all through the function
 * @param dimensions the part, by the dimensions of the view
 */
record Window(List<Sum> view, List<Dimension> dimensions) implements Accesses.Part {
  /**
   * A number as a sum of multiples of values.
   *
   * @param factors of induction variables and values that never change; none is zero
   */
  record Sum(Map<Value, Long> factors, long constant) {
    static Sum of(long constant) {
      return new Sum(Map.of(), constant);
    }

    static Sum of(Value value) {
      return new Sum(Map.of(value, 1L), 0);
    }

    Sum plus(Sum other, long times) {
      Map<Value, Long> all = new HashMap<>(factors);
      other.factors.forEach((value, factor) -> all.merge(value, factor * times, Long::sum));
      all.values().removeIf(factor -> factor == 0);
      return new Sum(all, constant + other.constant * times);
    }

    Sum times(long factor) {
      return of(0).plus(this, factor);
    }

    boolean isConstant() {
      return factors.isEmpty();
    }
  }

  /**
   * The indices of a part in one dimension.
   *
   * @param start the first; empty when unknown
   * @param steps by how much the induction variables in it grow with each iteration, 1 where only
   *     the run knows the step
   * @param most the greatest number of indices
   */
  record Dimension(Optional<Sum> start, Map<Value, Long> steps, long most) {
    boolean isApartFrom(Dimension later, Accesses.Distance distance) {
      if (start.isEmpty() || later.start.isEmpty()) {
        return false;
      }
      Sum difference = later.start.get().plus(start.get(), -1);
      if (!difference.isConstant()) {
        return false;
      }
      long between = difference.constant;
      long moved = distance.iterations() == 0 ? 0 : moved(distance.arguments());
      if (moved == 0) {
        return between >= most || -between >= later.most;
      }
      // One iteration apart they are nearest; iterations further apart only move on.
      return moved > 0 ? moved + between >= most : -(moved + between) >= later.most;
    }

    /** How far an iteration takes the part. */
    private long moved(List<Value> arguments) {
      long sum = 0;
      for (Map.Entry<Value, Long> factor : start.orElseThrow().factors.entrySet()) {
        if (arguments.contains(factor.getKey())) {
          sum += factor.getValue() * steps.getOrDefault(factor.getKey(), 0L);
        }
      }
      return sum;
    }

    Dimension outside(List<Value> arguments) {
      boolean differs =
          start.isPresent() && start.get().factors.keySet().stream().anyMatch(arguments::contains);
      return differs ? new Dimension(Optional.empty(), Map.of(), most) : this;
    }
  }

  @Override
  public boolean isApartFrom(Accesses.Part later, Accesses.Distance distance) {
    if (!(later instanceof Window other) || !view.equals(other.view)) {
      return false;
    }
    for (int i = 0; i < dimensions.size(); i++) {
      if (dimensions.get(i).isApartFrom(other.dimensions.get(i), distance)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<Accesses.Part> outside(List<Value> arguments) {
    return Optional.of(
        new Window(view, dimensions.stream().map(each -> each.outside(arguments)).toList()));
  }
}
