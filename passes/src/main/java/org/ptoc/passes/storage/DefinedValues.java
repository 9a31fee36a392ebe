package org.ptoc.passes.storage;

import java.util.HashSet;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;

/** What is defined within a region or an operation, at any depth: nothing outside can name it. */
public final class DefinedValues {
  private DefinedValues() {}

  /** Arguments and results. */
  public static Set<Value> in(Region region) {
    Set<Value> values = new HashSet<>();
    collect(region, values);
    return values;
  }

  /** The values defined in all its regions, without its own results. */
  public static Set<Value> in(Operation op) {
    Set<Value> values = new HashSet<>();
    op.regions().forEach(region -> collect(region, values));
    return values;
  }

  private static void collect(Region region, Set<Value> values) {
    values.addAll(region.arguments());
    for (Operation op : region.operations()) {
      values.addAll(op.results());
      op.regions().forEach(inner -> collect(inner, values));
    }
  }
}
