package org.ptoc.passes.storage;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;

/** Where the values of a function come from. */
public final class Definitions {
  private final Map<Value, Operation> operations = new IdentityHashMap<>();

  /** The counted loop of each of its arguments. */
  private final Map<Value, Operation> loops = new IdentityHashMap<>();

  /** What loops of any kind define. */
  private final Set<Value> varying = Collections.newSetFromMap(new IdentityHashMap<>());

  public Definitions(Function function) {
    function.body().ifPresent(body -> scan(body, false));
  }

  private void scan(Region region, boolean inLoop) {
    if (inLoop) {
      varying.addAll(region.arguments());
    }
    for (Operation op : region.operations()) {
      op.results().forEach(result -> operations.put(result, op));
      if (inLoop) {
        varying.addAll(op.results());
      }
      if (op.definition().form() == OperationForm.FOR) {
        op.region().arguments().forEach(argument -> loops.put(argument, op));
      }
      boolean isLoop = op.definition().form().regionRule().isLoop();
      op.regions().forEach(inner -> scan(inner, inLoop || isLoop));
    }
  }

  /** The operation with a result; empty for arguments and parameters. */
  public Optional<Operation> operation(Value value) {
    return Optional.ofNullable(operations.get(value));
  }

  /** The counted loop of an induction variable or a carried value. */
  public Optional<Operation> loop(Value argument) {
    return Optional.ofNullable(loops.get(argument));
  }

  /** True if a value is the same all through a run of the function. */
  public boolean isFixed(Value value) {
    return !varying.contains(value);
  }
}
