package org.ptoc.ir.verify;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Where calls of helper functions may stand: calls are replaced by the bodies, so that what holds
 * for the operations of a body holds for the call (spec/50, 4.3).
 */
public final class HelperScopes {
  private final java.util.function.Function<String, Optional<Function>> callees;
  private final Map<Function, Scope> known = new IdentityHashMap<>();

  /**
   * @param callees the function that a call names, where it is known
   */
  public HelperScopes(java.util.function.Function<String, Optional<Function>> callees) {
    this.callees = callees;
  }

  /** Where the operations of a function may stand; that of the first which is not free. */
  public Scope of(Function function) {
    Scope scope = known.get(function);
    if (scope == null) {
      scope = takesVectorState(function) ? Scope.VECSCOPE : body(function, new HashSet<>());
      known.put(function, scope);
    }
    return scope;
  }

  /** True for a function whose body belongs into a vecscope: it is called inside one. */
  public boolean isVectorHelper(Function function) {
    return takesVectorState(function) || function.isPrivate() && of(function) == Scope.VECSCOPE;
  }

  /** True for the types of values that live inside one vecscope: vectors, masks, align values. */
  public static boolean isVectorState(Type type) {
    return type instanceof VectorRegisterType
        || type instanceof MaskType
        || type instanceof LogicalVectorType
        || type instanceof LogicalMaskType
        || type instanceof AlignType;
  }

  private static boolean takesVectorState(Function function) {
    return function.parameters().stream().map(Value::type).anyMatch(HelperScopes::isVectorState)
        || function.resultTypes().stream().anyMatch(HelperScopes::isVectorState);
  }

  private Scope body(Function function, Set<String> active) {
    return active.add(function.name())
        ? function.body().map(body -> region(body, active)).orElse(Scope.ANYWHERE)
        : Scope.ANYWHERE;
  }

  private Scope region(Region region, Set<String> active) {
    for (Operation op : region.operations()) {
      Scope scope = operation(op, active);
      if (scope != Scope.ANYWHERE) {
        return scope;
      }
    }
    return Scope.ANYWHERE;
  }

  private Scope operation(Operation op, Set<String> active) {
    OperationForm form = op.definition().form();
    if (form.isVecscope()) {
      return Scope.OUTSIDE; // Vecscopes do not nest.
    }
    Optional<Function> callee =
        form == OperationForm.CALL
            ? op.attributes().text(AttributeName.CALLEE).flatMap(callees)
            : Optional.empty();
    if (callee.isPresent()) {
      return takesVectorState(callee.get()) ? Scope.VECSCOPE : body(callee.get(), active);
    }
    Scope own = op.definition().scope();
    for (Region region : op.regions()) {
      own = own == Scope.ANYWHERE ? region(region, active) : own;
    }
    return own;
  }
}
