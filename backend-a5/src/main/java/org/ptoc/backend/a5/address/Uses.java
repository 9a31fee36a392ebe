package org.ptoc.backend.a5.address;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;

/** How often the operations of a function use its values. */
final class Uses {
  private final Map<Value, Integer> counts = new IdentityHashMap<>();

  static Uses of(Function function) {
    Uses uses = new Uses();
    function.body().ifPresent(uses::count);
    return uses;
  }

  private void count(Region region) {
    for (Operation operation : region.all()) {
      operation.operands().forEach(value -> counts.merge(value, 1, Integer::sum));
    }
  }

  /** How often the function used a value when this was counted; 0 for values made later. */
  int of(Value value) {
    return counts.getOrDefault(value, 0);
  }

  /** True if the regions of an operation use one of some values. */
  static boolean isUsedInside(Operation operation, Set<Value> values) {
    return operation.regions().stream()
        .flatMap(Region::walk)
        .anyMatch(inner -> inner.operands().stream().anyMatch(values::contains));
  }
}
