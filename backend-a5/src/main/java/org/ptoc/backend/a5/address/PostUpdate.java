package org.ptoc.backend.a5.address;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Lets the loads and stores of the loops of a vecscope advance their addresses themselves (spec/21,
 * 1.2). What they access and the order of accesses stay as they are.
 */
public final class PostUpdate implements Pass {
  @Override
  public String name() {
    return "post-update";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return context.options().has(CodeSwitch.POST_UPDATE)
        ? new Advance(function).apply(function)
        : function;
  }

  private static final class Advance extends Rewriter {
    private static final int OUTSIDE = -1;

    private final Uses uses;
    private final Displacements displacements = new Displacements();
    private final Map<Value, Reached> reached = new HashMap<>();

    /** Regions between an operation and its vecscope. */
    private int depth = OUTSIDE;

    /** Where a loop has left a pointer that started at some base, in elements behind that base. */
    private record Reached(Value pointer, long distance) {}

    Advance(Function function) {
      super(function);
      this.uses = Uses.of(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      OperationForm form = op.definition().form();
      if (form.isVecscope()) {
        depth = 0;
        builder.append(op.withRegions(op.regions().stream().map(this::rewriteRegion).toList()));
        depth = OUTSIDE;
        reached.clear();
        return true;
      }
      if (depth == OUTSIDE) {
        return false;
      }
      if (op.regions().isEmpty()) {
        return depth == 0
            && VectorAccess.of(op).filter(access -> rebase(access, builder)).isPresent();
      }
      nested(op, builder);
      return true;
    }

    private void nested(Operation op, IrBuilder builder) {
      depth++;
      List<Region> regions = op.regions().stream().map(this::rewriteRegion).toList();
      depth--;
      if (op.definition().form() != OperationForm.FOR) {
        builder.append(op.withRegions(regions));
        return;
      }
      LoopDraft loop = new LoopDraft(op, regions.getFirst());
      new InvariantOffsets(loop, builder, uses).apply();
      new IndexPointers(loop, builder, uses).apply();
      new MovingPointer(loop, builder, uses, displacements).apply();
      builder.append(loop.build());
      if (depth == 0) {
        loop.carried().forEach(this::remember);
      }
    }

    private void remember(LoopDraft.Carried pointer) {
      OptionalLong moved = displacements.of(pointer.result());
      moved.ifPresent(
          distance -> reached.put(pointer.initial(), new Reached(pointer.result(), distance)));
    }

    /** What follows a loop over whole vectors is reached from where the loop ended. */
    private boolean rebase(VectorAccess access, IrBuilder builder) {
      OptionalLong offset = builder.constantOf(access.offset());
      Optional<Reached> end = Optional.ofNullable(reached.get(access.base()));
      if (offset.isEmpty()
          || end.isEmpty()
          || !VectorAccess.fits(offset.getAsLong() - end.get().distance())) {
        return false;
      }
      Value distance = builder.index(offset.getAsLong() - end.get().distance());
      builder.append(access.at(end.get().pointer(), distance));
      return true;
    }
  }
}
