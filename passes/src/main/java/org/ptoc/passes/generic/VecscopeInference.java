package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.Scope;

/**
 * Puts vector operations that stand outside of a vecscope into one (spec/50, F20): the longest runs
 * of vector operations and scalar code, which transfers, synchronisation and tile operations end.
 * Scalar code of a run that needs nothing of it stays in front of it, for others may use it too.
 * Private functions are left to their callers.
 */
public final class VecscopeInference {
  private VecscopeInference() {}

  /** The module with the vecscopes that it lacks. */
  public static Module apply(Module module) {
    List<Function> functions = module.functions().stream().map(VecscopeInference::apply).toList();
    List<Module> modules = module.modules().stream().map(VecscopeInference::apply).toList();
    return new Module(module.name(), module.attributes(), functions, modules, module.location());
  }

  private static Function apply(Function function) {
    if (function.isPrivate() || function.body().isEmpty()) {
      return function;
    }
    return function.withBody(region(function.body().get()));
  }

  private static Region region(Region region) {
    List<Operation> operations = new ArrayList<>();
    List<Operation> run = new ArrayList<>();
    for (Operation op : region.operations()) {
      if (mayStandInside(op)) {
        run.add(op);
      } else {
        close(run, operations);
        operations.add(opensScope(op) ? op : withInnerScopes(op));
      }
    }
    close(run, operations);
    return new Region(region.arguments(), operations);
  }

  private static boolean opensScope(Operation op) {
    OperationForm form = op.definition().form();
    return form == OperationForm.VECSCOPE || form == OperationForm.STRICT_VECSCOPE;
  }

  private static Operation withInnerScopes(Operation op) {
    return op.regions().isEmpty()
        ? op
        : op.withRegions(op.regions().stream().map(VecscopeInference::region).toList());
  }

  private static boolean mayStandInside(Operation op) {
    OperationForm form = op.definition().form();
    return form.regionRule() != RegionRule.ONCE
        && form != OperationForm.CALL
        && form != OperationForm.RETURN
        && op.definition().scope() != Scope.OUTSIDE
        && op.regions().stream()
            .flatMap(region -> region.operations().stream())
            .allMatch(VecscopeInference::mayStandInside);
  }

  private static boolean isVector(Operation op) {
    return op.definition().scope() == Scope.VECSCOPE
        || op.regions().stream()
            .flatMap(region -> region.operations().stream())
            .anyMatch(VecscopeInference::isVector);
  }

  /** Ends a run: what is not of vectors stays outside where nothing of the run comes before it. */
  private static void close(List<Operation> run, List<Operation> into) {
    if (run.stream().noneMatch(VecscopeInference::isVector)) {
      into.addAll(run);
      run.clear();
      return;
    }
    Set<Value> made = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Operation> inside = new ArrayList<>();
    for (Operation op : run) {
      boolean free =
          op.regions().isEmpty()
              && (inside.isEmpty() || op.definition().form().effect() == Effect.NONE)
              && !isVector(op)
              && op.definition().form().effect() != Effect.END
              && op.operands().stream().noneMatch(made::contains);
      if (free) {
        into.add(op);
      } else {
        inside.add(op);
        made.addAll(op.results());
      }
    }
    int end = inside.size();
    while (!isVector(inside.get(end - 1))) {
      end--;
    }
    into.add(
        Operation.create(
            Op.VECSCOPE.definition(),
            List.of(),
            List.of(),
            Attributes.EMPTY,
            List.of(Region.of(inside.subList(0, end))),
            inside.getFirst().location()));
    into.addAll(inside.subList(end, inside.size()));
    run.clear();
  }
}
