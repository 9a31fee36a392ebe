package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.verify.HelperScopes;

/**
 * Puts vector operations outside of a vecscope into one (spec/50, F20): the longest runs of vector
 * operations and scalar code, which transfers, synchronisation and tile operations end. Scalar code
 * of a run that needs nothing of it stays in front of it, for others may use it too. Helpers whose
 * whole body belongs into a vecscope are left to their callers. A function stays as it is where a
 * value would leave an inferred vecscope, or a vector value enter it.
 */
public final class VecscopeInference {
  private final Map<String, Function> visible;
  private final HelperScopes helpers;

  /** The inferred vecscopes of the function at hand. */
  private final Set<Operation> inferred = Collections.newSetFromMap(new IdentityHashMap<>());

  private VecscopeInference(Map<String, Function> visible) {
    this.visible = visible;
    this.helpers = new HelperScopes(name -> Optional.ofNullable(visible.get(name)));
  }

  /**
   * The same, on request for functions with logical vectors alone, which always get them (spec/80,
   * 1.1).
   */
  public static Module apply(Module module, boolean logicalAlone, Diagnostics diagnostics) {
    return apply(module, Map.of(), logicalAlone, diagnostics);
  }

  private static Module apply(
      Module module,
      Map<String, Function> enclosing,
      boolean logicalAlone,
      Diagnostics diagnostics) {
    Map<String, Function> visible = new HashMap<>(enclosing);
    module.functions().forEach(function -> visible.put(function.name(), function));
    VecscopeInference inference = new VecscopeInference(visible);
    List<Function> functions =
        module.functions().stream()
            .map(
                function ->
                    logicalAlone && !isLogical(function)
                        ? function
                        : inference.function(function, diagnostics))
            .toList();
    List<Module> modules =
        module.modules().stream()
            .map(inner -> apply(inner, visible, logicalAlone, diagnostics))
            .toList();
    return new Module(module.name(), module.attributes(), functions, modules, module.location());
  }

  private Function function(Function function, Diagnostics diagnostics) {
    if (function.body().isEmpty() || helpers.isVectorHelper(function)) {
      return function;
    }
    inferred.clear();
    Region body = region(function.body().get());
    if (inferred.isEmpty() || !isClosed(body, Optional.empty(), new IdentityHashMap<>())) {
      return function;
    }
    if (isLogical(function)) {
      return function.withBody(body);
    }
    inferred.stream()
        .map(Operation::location)
        .min(Comparator.comparingInt(Location::line).thenComparingInt(Location::column))
        .ifPresent(
            first ->
                diagnostics.report(
                    DiagnosticCode.INFERRED_VECSCOPE,
                    first,
                    "@"
                        + function.name()
                        + " has vector operations outside of a vecscope; they get "
                        + (inferred.size() == 1
                            ? "one, which begins here"
                            : inferred.size() + ", of which the first begins here")));
    return function.withBody(body);
  }

  private static boolean isLogical(Function function) {
    return function.body().filter(VecscopeInference::isLogical).isPresent();
  }

  private static boolean isLogical(Region region) {
    return region.walk().anyMatch(op -> op.definition().form().isLogical());
  }

  /**
   * True where no value leaves an inferred vecscope and no vector value enters one.
   *
   * @param scope the inferred vecscope around the region
   * @param homes the inferred vecscopes that define values
   */
  private boolean isClosed(Region region, Optional<Operation> scope, Map<Value, Operation> homes) {
    scope.ifPresent(home -> region.arguments().forEach(value -> homes.put(value, home)));
    for (Operation op : region.operations()) {
      for (int i = 0; i < op.operandCount(); i++) {
        Value value = op.operandAt(i);
        Optional<Operation> home = Optional.ofNullable(homes.get(value));
        boolean enters = home.isEmpty() && HelperScopes.isVectorState(value.type());
        if (home.isPresent() && !home.equals(scope) || scope.isPresent() && enters) {
          return false;
        }
      }
      Optional<Operation> inner = inferred.contains(op) ? Optional.of(op) : scope;
      if (!op.regions().stream().allMatch(each -> isClosed(each, inner, homes))) {
        return false;
      }
      scope.ifPresent(home -> op.results().forEach(value -> homes.put(value, home)));
    }
    return true;
  }

  private Region region(Region region) {
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
    return op.definition().form().isVecscope();
  }

  private Operation withInnerScopes(Operation op) {
    return op.regions().isEmpty()
        ? op
        : op.withRegions(op.regions().stream().map(this::region).toList());
  }

  private boolean mayStandInside(Operation op) {
    OperationForm form = op.definition().form();
    return form.regionRule() != RegionRule.ONCE
        && (form != OperationForm.CALL || isVectorCall(op))
        && form != OperationForm.RETURN
        && op.definition().scope() != Scope.OUTSIDE
        && op.regions().stream()
            .flatMap(region -> region.operations().stream())
            .allMatch(this::mayStandInside);
  }

  private boolean isVector(Operation op) {
    return op.definition().scope() == Scope.VECSCOPE
        || isVectorCall(op)
        || op.regions().stream()
            .flatMap(region -> region.operations().stream())
            .anyMatch(this::isVector);
  }

  private boolean isVectorCall(Operation op) {
    return op.definition().form() == OperationForm.CALL
        && op.attributes()
            .text(AttributeName.CALLEE)
            .map(visible::get)
            .filter(helpers::isVectorHelper)
            .isPresent();
  }

  /** Ends a run: what is not of vectors stays outside where nothing of the run comes before it. */
  private void close(List<Operation> run, List<Operation> into) {
    if (run.stream().noneMatch(this::isVector)) {
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
    Operation scope =
        Operation.create(
            Op.VECSCOPE.definition(),
            List.of(),
            List.of(),
            Attributes.EMPTY,
            List.of(Region.of(inside.subList(0, end))),
            inside.getFirst().location());
    inferred.add(scope);
    into.add(scope);
    into.addAll(inside.subList(end, inside.size()));
    run.clear();
  }
}
