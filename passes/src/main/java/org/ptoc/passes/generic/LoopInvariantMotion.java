package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Algebra;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Moves operations without effects out of loops when no operand is computed in the loop. Scalar
 * ones leave vecscopes and conditionals in the loop too, vector ones stay in their vecscope.
 * Operations that may trap stay, because the loop may run zero times.
 */
public final class LoopInvariantMotion implements Pass {
  @Override
  public String name() {
    return "loop-invariant-motion";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Hoist(function).apply(function);
  }

  private static final class Hoist extends Rewriter {
    /** The greatest value of the results of masks that are constants, as unsigned numbers. */
    private final Map<Value, Long> most = new IdentityHashMap<>();

    Hoist(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (op.definition().form() == OperationForm.INTEGER_BINARY
          && Arithmetic.of(op.definition()) == Arithmetic.ANDI) {
        builder.constantOf(op.operandAt(1)).ifPresent(mask -> most.put(op.result(), mask));
      }
      if (!op.definition().form().regionRule().isLoop()) {
        return false;
      }
      List<Region> bodies = op.regions().stream().map(this::rewriteRegion).toList();
      Loop loop = new Loop(builder, most);
      builder.append(
          op.withRegions(bodies.stream().map(body -> loop.without(body, true)).toList()));
      return true;
    }
  }

  /** A loop that loses what does not depend on its passes. */
  private static final class Loop {
    private final IrBuilder before;
    private final Map<Value, Long> most;
    private final Set<Value> inside = Collections.newSetFromMap(new IdentityHashMap<>());

    Loop(IrBuilder before, Map<Value, Long> most) {
      this.before = before;
      this.most = most;
    }

    /**
     * A region of the loop without the moved operations.
     *
     * @param always whether its operations are in the loop itself, where vector operations mean
     *     that the loop is in a vecscope
     */
    Region without(Region region, boolean always) {
      inside.addAll(region.arguments());
      List<Operation> kept = new ArrayList<>();
      for (Operation operation : region.operations()) {
        if (isMovable(operation, always)) {
          before.append(operation);
        } else {
          inside.addAll(operation.results());
          kept.add(isOpen(operation) ? withoutInner(operation) : operation);
        }
      }
      return new Region(region.arguments(), kept);
    }

    /** Inner loops have given up what they could already. */
    private static boolean isOpen(Operation operation) {
      OperationForm form = operation.definition().form();
      return form == OperationForm.VECSCOPE || form == OperationForm.IF;
    }

    private Operation withoutInner(Operation operation) {
      return operation.withRegions(
          operation.regions().stream().map(inner -> without(inner, false)).toList());
    }

    private boolean isMovable(Operation operation, boolean always) {
      if (operation.definition().form().effect() != Effect.NONE || mayTrap(operation)) {
        return false;
      }
      boolean isVector = operation.definition().scope() == Scope.VECSCOPE;
      if (isVector && !always || !isVector && !isScalar(operation)) {
        return false;
      }
      return operation.operands().stream().noneMatch(inside::contains);
    }

    private static boolean isScalar(Operation operation) {
      return operation.results().stream()
          .allMatch(
              result ->
                  result.type() instanceof ElementType || result.type() instanceof PointerType);
    }

    private boolean mayTrap(Operation operation) {
      if (operation.definition().form() != OperationForm.INTEGER_BINARY) {
        return false;
      }
      Algebra.Fault fault = Arithmetic.of(operation.definition()).algebra().fault();
      Value right = operation.operandAt(1);
      long unknown = fault == Algebra.Fault.DISTANCE ? most.getOrDefault(right, -1L) : -1;
      return !(operation.result().type() instanceof ElementType type
          && fault.isExcludedBy(before.constantOf(right).orElse(unknown), type));
    }
  }
}
