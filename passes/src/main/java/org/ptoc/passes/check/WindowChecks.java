package org.ptoc.passes.check;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.ViewHandle;
import org.ptoc.passes.tile.TileLowering;

/**
 * Windows that leave their view, apart from the work of a kernel: a program of scalars that loops
 * as the kernel does. For each transfer through a window that leaves its view it prints the rank,
 * then the offset, the size and the extent of the view in each dimension, as {@code i64}.
 */
public final class WindowChecks {
  private WindowChecks() {}

  /**
   * The program of a verified kernel.
   *
   * @return empty when all windows stay inside, or when windows depend on what the kernel computes
   */
  public static Optional<Function> of(Function function, PassContext context) {
    PassContext own = ExtentChecks.unheard(context);
    return ExtentChecks.flat(function, own)
        .flatMap(
            flat ->
                CheckProgram.of(flat, own, carried -> new Walk(carried, own))
                    .filter(program -> program.body().filter(WindowChecks::prints).isPresent())
                    .filter(program -> CheckProgram.isIndependent(program, flat)));
  }

  private static boolean prints(Region region) {
    return region.walk().anyMatch(op -> op.definition().form() == OperationForm.PRINT);
  }

  /** Keeps scalars, control flow and the extents of windows. */
  private static final class Walk extends TileLowering {
    Walk(Function function, PassContext context) {
      super(function, context);
    }

    @Override
    protected boolean looksOnly() {
      return true;
    }

    @Override
    protected void lower(Operation operation, IrBuilder builder) {
      throw new IllegalStateException("work is left out: " + operation);
    }

    @Override
    protected boolean lowerOther(Operation op, IrBuilder builder) {
      return ExtentChecks.isWork(op);
    }

    @Override
    protected void check(Operation op, IrBuilder builder) {
      if (op.definition().isTileOperation()) {
        for (Value operand : op.operands()) {
          if (operand.type() instanceof TensorViewType) {
            window(view(operand), builder);
          }
        }
      }
    }

    private void window(ViewHandle part, IrBuilder builder) {
      ViewHandle.Origin whole = part.origin();
      Guard guard = new Guard(builder, context().profile());
      Value leaves = builder.integer(0, ElementType.I1);
      for (int i = 0; i < part.rank(); i++) {
        leaves =
            guard.leaves(
                leaves, whole.offsets().get(i), part.extents().get(i), whole.extents().get(i));
      }
      builder.when(
          leaves,
          inner -> {
            print(inner.index(part.rank()), inner);
            for (int i = 0; i < part.rank(); i++) {
              print(whole.offsets().get(i), inner);
              print(part.extents().get(i), inner);
              print(whole.extents().get(i), inner);
            }
          });
    }

    private static void print(Value value, IrBuilder builder) {
      Value local =
          builder.constantOf(value).isPresent()
              ? builder.like(value, builder.constantOf(value).getAsLong())
              : value;
      builder.createGrouped(
          Op.PRINT,
          List.of(List.of(builder.cast(local, ElementType.I64))),
          List.of(),
          Attributes.of(AttributeName.FORMAT, new Attribute.Text("")));
    }
  }
}
