package org.ptoc.passes.generic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/** Replaces every call by the body of its callee (spec/40, 5.4: version 1 inlines every call). */
public final class Inline implements Pass {
  @Override
  public String name() {
    return "inline";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().isEmpty() || !hasCall(function.body().get())) {
      return function;
    }
    if (!CallTree.fits(function, function.body().get(), context.module(), context.diagnostics())) {
      return function;
    }
    Expansion expansion = new Expansion(context);
    expansion.active.push(function.name());
    return function.withBody(expansion.region(function.body().get()));
  }

  private static boolean hasCall(Region region) {
    return region.walk().anyMatch(op -> op.definition().form() == OperationForm.CALL);
  }

  /**
   * Copies operations; inside an inlined body with new values, because a function may be called
   * twice.
   */
  private static final class Expansion {
    private final PassContext context;
    private final Deque<String> active = new ArrayDeque<>();
    private final Map<Value, Value> mapping = new IdentityHashMap<>();

    private final Map<String, Function> functions = new HashMap<>();

    Expansion(PassContext context) {
      this.context = context;
      context.module().functions().forEach(each -> functions.putIfAbsent(each.name(), each));
    }

    private Value current(Value value) {
      Value mapped = mapping.get(value);
      return mapped == null ? value : mapped;
    }

    Region region(Region region) {
      List<Value> arguments = new ArrayList<>();
      for (Value argument : region.arguments()) {
        arguments.add(active.size() > 1 ? renew(argument) : argument);
      }
      List<Operation> operations = new ArrayList<>();
      for (Operation op : region.operations()) {
        operation(op, operations);
      }
      return new Region(arguments, operations);
    }

    private Value renew(Value value) {
      Value fresh = new Value(value.type(), value.name());
      mapping.put(value, fresh);
      return fresh;
    }

    private void operation(Operation op, List<Operation> into) {
      Operation mapped = op.mapOperands(this::current);
      if (op.definition().form() == OperationForm.CALL) {
        call(mapped, into);
        return;
      }
      List<Region> regions = mapped.regions().stream().map(this::region).toList();
      if (active.size() == 1) {
        into.add(regions.isEmpty() ? mapped : mapped.withRegions(regions));
        return;
      }
      List<Value> results = mapped.results().stream().map(this::renew).toList();
      into.add(
          Operation.create(
              mapped.definition(),
              mapped.groups(),
              results,
              mapped.attributes(),
              regions,
              mapped.location()));
    }

    private void call(Operation call, List<Operation> into) {
      String name = call.attributes().text(AttributeName.CALLEE).orElse("");
      Optional<Function> callee =
          Optional.ofNullable(functions.get(name)).filter(found -> found.body().isPresent());
      if (callee.isEmpty() || active.contains(name)) {
        report(call.location(), name, callee.isPresent());
        return;
      }
      Region body = callee.get().body().get();
      for (int i = 0; i < body.arguments().size(); i++) {
        mapping.put(body.arguments().get(i), call.operandAt(i));
      }
      active.push(name);
      for (Operation op : body.operations()) {
        if (op.definition().form() == OperationForm.RETURN) {
          for (int i = 0; i < call.results().size(); i++) {
            mapping.put(call.result(i), current(op.operandAt(i)));
          }
        } else {
          operation(op, into);
        }
      }
      active.pop();
    }

    private void report(Location location, String name, boolean recursive) {
      if (recursive) {
        context
            .diagnostics()
            .report(
                DiagnosticCode.RECURSIVE_CALL,
                location,
                "@" + name + " calls itself; calls are inlined, so they cannot recurse");
      } else {
        context
            .diagnostics()
            .report(
                DiagnosticCode.UNKNOWN_KERNEL,
                location,
                "the module has no function @" + name + " with a body");
      }
    }
  }
}
