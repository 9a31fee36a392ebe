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
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.tile.Placement;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.UbScratch;

/** Lowers all tile operations of a function to vecscopes, SFU calls and transfers. */
public final class TileToVector implements Pass {
  /** What the profile has not in one instruction, and what it does instead. */
  public static final List<Rewrite> REWRITES = Rewrites.ROWS;

  /** Scratch memory that lowerings of this profile need. */
  public static final Placement.ScratchNeed SCRATCH = new Scratch(false);

  private record Scratch(boolean wholeRows) implements Placement.ScratchNeed {
    @Override
    public long bytes(Operation operation) {
      return switch (operation.definition().form()) {
        case TILE_SORT -> SortPlan.scratchBytes(operation, wholeRows);
        case TILE_MERGE -> MergeLowering.scratchBytes(operation);
        case TILE_AXPY,
            TILE_TERNARY,
            TILE_SCALAR_TERNARY,
            TILE_BINARY,
            TILE_BINARY_SCRATCH,
            TILE_SCALAR,
            TILE_SCALAR_SCRATCH,
            TILE_DIVIDE_SCALAR,
            TILE_UNARY_SCRATCH,
            TILE_SHIFT,
            TILE_SPLAT,
            TILE_EXPAND,
            TILE_EXPAND_BINARY,
            TILE_COMPARE_SCALAR,
            TILE_SELECT_SCALAR,
            TILE_CONVERT,
            TILE_QUANTIZE,
            TILE_DEQUANTIZE,
            TILE_ROW_REDUCE,
            TILE_COLUMN_REDUCE,
            TILE_COLUMN_INDEX,
            TILE_PARTIAL,
            TILE_FILL,
            TILE_PARTIAL_INDEX,
            TILE_MOVE,
            TILE_EXTRACT,
            TILE_INSERT,
            TILE_CONCAT,
            TILE_CONCAT_COUNTED,
            TILE_GATHER_BLOCKS,
            TILE_GATHER,
            TILE_TRANSPOSE,
            TILE_UNARY,
            TILE_TRIANGLE,
            TILE_SHIFT_SCALAR,
            TILE_COMPARE,
            TILE_SELECT,
            TILE_HISTOGRAM,
            TILE_SCATTER,
            TILE_RANDOM,
            TILE_INDEX,
            TILE_SYNC,
            TILE_PRINT ->
            0;
        default -> {
          UbScratch.requireOtherPipe(operation.definition().form());
          yield 0;
        }
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
