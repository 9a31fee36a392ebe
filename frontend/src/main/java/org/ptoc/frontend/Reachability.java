package org.ptoc.frontend;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.Shape;

/** Which functions a kernel needs. */
final class Reachability {
  private final Map<String, Function> functions = new HashMap<>();
  private final Set<String> reached = new HashSet<>();

  private Reachability() {}

  /** The kernel and all functions that it calls, directly or not; empty when there is no such kernel. */
  static Set<String> from(String kernel, Module module) {
    Reachability search = new Reachability();
    search.collect(module);
    search.visit(kernel);
    return search.reached;
  }

  private void collect(Module module) {
    module.functions().forEach(function -> functions.putIfAbsent(function.name(), function));
    module.modules().forEach(this::collect);
  }

  private void visit(String name) {
    Function function = functions.get(name);
    if (function != null && reached.add(name)) {
      function.body().ifPresent(this::visit);
    }
  }

  private void visit(Region region) {
    for (Operation operation : region.operations()) {
      if (operation.definition().shape() == Shape.CALL) {
        operation.attributes().text("callee").ifPresent(this::visit);
      }
      operation.regions().forEach(this::visit);
    }
  }
}
