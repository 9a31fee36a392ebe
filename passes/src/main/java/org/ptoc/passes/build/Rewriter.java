package org.ptoc.passes.build;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;

/**
 * Base of passes that replace operations: copies a function operation by operation, lets {@link
 * #rewrite} emit something else, and redirects uses of replaced values. One walk, linear in the
 * size of the function.
 */
public abstract class Rewriter {
  private final Map<Value, Value> replacements = new IdentityHashMap<>();
  private final Constants constants;
  private Optional<Operation> original = Optional.empty();

  protected Rewriter(Function function) {
    this.constants = Constants.of(function);
  }

  /**
   * Emits what replaces an operation, whose operands are already redirected.
   *
   * @return true when something was emitted (or nothing is needed); false to copy the operation
   *     with its regions rewritten
   */
  protected abstract boolean rewrite(Operation operation, IrBuilder builder);

  /** Called when a block is complete, for passes that hold something back. */
  protected void finish(IrBuilder builder) {}

  /** The rewritten function. */
  public Function apply(Function function) {
    return function.body().map(body -> function.withBody(rewriteRegion(body))).orElse(function);
  }

  protected final Constants constants() {
    return constants;
  }

  /** Makes later uses of one value use another. */
  protected final void replace(Value old, Value replacement) {
    replacements.put(old, replacement);
  }

  /** The operation of the function as it was that {@link #rewrite} is called for. */
  protected final Operation original() {
    return original.orElseThrow();
  }

  /** The current replacement of a value. */
  protected final Value current(Value value) {
    Value replacement = replacements.get(value);
    return replacement == null ? value : current(replacement);
  }

  /** A builder for the operations of a region. */
  protected IrBuilder newBuilder() {
    return new IrBuilder(constants);
  }

  /** Rewrites a nested region. */
  protected final Region rewriteRegion(Region region) {
    IrBuilder builder = newBuilder();
    rewriteInto(region, builder);
    return new Region(region.arguments(), builder.operations());
  }

  /** Appends the rewritten operations of a region to a block. */
  protected final void rewriteInto(Region region, IrBuilder builder) {
    for (Operation operation : region.operations()) {
      Operation mapped = operation.mapOperands(this::current);
      builder.at(mapped.location());
      original = Optional.of(operation);
      if (!rewrite(mapped, builder)) {
        builder.append(copyWithRegions(mapped));
      }
    }
    finish(builder);
  }

  private Operation copyWithRegions(Operation operation) {
    if (operation.regions().isEmpty()) {
      return operation;
    }
    List<Region> regions = new ArrayList<>();
    for (Region region : operation.regions()) {
      regions.add(rewriteRegion(region));
    }
    return operation.withRegions(regions);
  }
}
