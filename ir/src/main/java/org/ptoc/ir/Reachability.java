package org.ptoc.ir;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.catalog.Shape;

/** Which functions a kernel needs. */
public final class Reachability {
  private final Map<String, Function> functions = new HashMap<>();
  private final Set<String> reached = new HashSet<>();

  private Reachability() {}

  /**
   * The names of the kernel and of all functions that it calls, directly or not; empty when there is no such kernel.
   *
   * @param kernel name of a function of the module or of one in it
   * @param module program, also one with errors
   */
  public static Set<String> from(String kernel, Module module) {
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
