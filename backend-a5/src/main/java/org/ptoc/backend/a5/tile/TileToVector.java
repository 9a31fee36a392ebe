package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.placement.UbScratch;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.tile.SortPlan;

/** Lowers all tile operations of a function to vecscopes, SFU calls and transfers. */
public final class TileToVector implements Pass {
  /** What the profile has not in one instruction, and what it does instead. */
  public static final List<Rewrite> REWRITES = Rewrites.ROWS;

  /** Scratch memory that lowerings of this profile need. */
  public static final Placement.ScratchNeed SCRATCH = new Scratch(false);

  private record Scratch(boolean wholeRows) implements Placement.ScratchNeed {
    @Override
    public long bytes(Operation operation) {
      return switch (operation.definition().form().relation()) {
        case SORTED -> SortPlan.scratchBytes(operation, wholeRows);
        case MERGED -> MergeLowering.scratchBytes(operation);
        default -> 0; // Intermediate results stay in registers.
      };
    }

    @Override
    public Placement.ScratchNeed in(Function function, CompileOptions options) {
      return new Scratch(options.has(CodeSwitch.WHOLE_ROW_TAIL));
    }

    /**
     * Only sorting works in its scratch tile; the others keep intermediate results in registers.
     */
    @Override
    public boolean usesTmp(Operation operation) {
      return operation.definition().form() == OperationForm.TILE_SORT;
    }
  }

  @Override
  public String name() {
    return "tile-to-vector";
  }

  @Override
  public Function run(Function function, PassContext context) {
    long bytes = UbScratch.reserve(function, SCRATCH.in(function, context.options()));
    OptionalLong scratch =
        bytes == 0 ? OptionalLong.empty() : UbScratch.locate(function, bytes, Profile.A5);
    if (bytes > 0 && scratch.isEmpty()) {
      UbScratch.reportFull(function, SCRATCH.in(function, context.options()), context);
      return function;
    }
    return new VectorLowering(function, context, scratch).apply(function);
  }
}
