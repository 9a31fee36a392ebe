package org.ptoc.passes.generic;

import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Operations that are another one, or none, become that: casts between addresses and pointers,
 * waiting for what writes tiles, and the place of the flags between cores (spec/50, 2.8 and 2.9).
 */
public final class PlainForms implements Pass {
  @Override
  public String name() {
    return "plain-forms";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Replacement(function).apply(function);
  }

  private static final class Replacement extends Rewriter {
    Replacement(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case POINTER_TO_INTEGER, INTEGER_TO_POINTER ->
            replace(
                op.result(),
                builder.value(Op.CASTPTR, op.result().type(), op.operands().getFirst()));
        case TILE_SYNC ->
            builder.effect(
                Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_ALL")));
        case FLAG_MEMORY -> {
          // No flag lies in memory here.
        }
        default -> {
          return false;
        }
      }
      return true;
    }
  }
}
