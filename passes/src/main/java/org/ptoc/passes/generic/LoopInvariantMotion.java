package org.ptoc.passes.generic;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Moves operations without effects out of loops when no operand is computed in the loop. Divisions
 * stay, because they may trap and the loop may run zero times.
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
    Hoist(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (op.definition().shape() != Shape.FOR) {
        return false;
      }
      Region body = rewriteRegion(op.region());
      Set<Value> inside = Collections.newSetFromMap(new IdentityHashMap<>());
      inside.addAll(body.arguments());
      IrBuilder kept = builder.nested();
      for (Operation operation : body.operations()) {
        if (isMovable(operation, inside)) {
          builder.append(operation);
        } else {
          inside.addAll(operation.results());
          kept.append(operation);
        }
      }
      builder.append(
          op.withRegions(java.util.List.of(new Region(body.arguments(), kept.operations()))));
      return true;
    }

    private static boolean isMovable(Operation operation, Set<Value> inside) {
      if (operation.definition().shape().effect() != Shape.Effect.NONE || mayTrap(operation)) {
        return false;
      }
      for (Value result : operation.results()) {
        if (!(result.type() instanceof ElementType)
            && !(result.type() instanceof PointerType)
            && !isVector(operation)) {
          return false;
        }
      }
      for (Value operand : operation.operands()) {
        if (inside.contains(operand)) {
          return false;
        }
      }
      return true;
    }

    /** Vector values move only within their vecscope, which a loop inside it guarantees. */
    private static boolean isVector(Operation operation) {
      return operation.definition().scope() == org.ptoc.ir.catalog.Scope.VECSCOPE;
    }

    private static boolean mayTrap(Operation operation) {
      return operation.definition().shape() == Shape.INTEGER_BINARY
          && (operation.name().contains("div")
              || operation.name().contains("rem")
              || operation.name().contains("sh"));
    }
  }
}
