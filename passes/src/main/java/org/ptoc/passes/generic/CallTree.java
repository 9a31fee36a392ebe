package org.ptoc.passes.generic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Limit;

/**
 * How much the calls of a function become, known before anything is copied: calls that double from
 * one function to the next would be more than any memory. Linear in the text of the functions that
 * are reached.
 */
final class CallTree {
  private final Map<String, Function> functions = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
  private final Set<String> active = new HashSet<>();
  private Optional<Location> tooDeep = Optional.empty();

  private CallTree(Module module) {
    module.functions().forEach(each -> functions.putIfAbsent(each.name(), each));
  }

  /**
   * True if the calls of a function may be inlined; else an error is reported.
   *
   * @param body of the function
   */
  static boolean fits(Function function, Region body, Module module, Diagnostics diagnostics) {
    CallTree tree = new CallTree(module);
    tree.active.add(function.name());
    long size = tree.size(body, 1);
    if (tree.tooDeep.isPresent()) {
      diagnostics.report(
          DiagnosticCode.INLINE_LIMIT,
          tree.tooDeep.get(),
          "more than "
              + Limit.CALL_DEPTH.value()
              + " calls and regions stand in each other, seen from @"
              + function.name()
              + "; calls are inlined");
      return false;
    }
    if (size > Limit.INLINED_OPERATIONS.value()) {
      diagnostics.report(
          DiagnosticCode.INLINE_LIMIT,
          function.location(),
          "the calls of @"
              + function.name()
              + " become more than "
              + Limit.INLINED_OPERATIONS.value()
              + " operations; calls are inlined, so that a loop in the place of repeated calls is"
              + " shorter");
      return false;
    }
    return true;
  }

  /** Operations of a region including its calls, up to one more than the limit. */
  private long size(Region region, int depth) {
    long size = 0;
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.CALL) {
        size += 1 + callee(op, depth + 1);
      }
      for (Region inner : op.regions()) {
        size += size(inner, depth + 1);
      }
      size = Math.min(size + 1, Limit.INLINED_OPERATIONS.value() + 1);
    }
    return size;
  }

  private long callee(Operation call, int depth) {
    String name = call.attributes().text(AttributeName.CALLEE).orElse("");
    Optional<Region> body = Optional.ofNullable(functions.get(name)).flatMap(Function::body);
    if (depth > Limit.CALL_DEPTH.value()) {
      tooDeep = Optional.of(tooDeep.orElse(call.location()));
    }
    if (body.isEmpty() || tooDeep.isPresent() || !active.add(name)) {
      return 0; // A missing or recursive one is reported where it is inlined.
    }
    Long known = sizes.get(name);
    if (known == null) {
      known = size(body.get(), depth);
      sizes.put(name, known);
    }
    active.remove(name);
    return known;
  }
}
