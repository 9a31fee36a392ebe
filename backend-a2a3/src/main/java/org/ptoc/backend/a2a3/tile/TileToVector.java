package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.placement.UbScratch;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.storage.GappedTiles;

/**
 * Lowers all tile operations of a function to instructions on UB: finds the memory for intermediate
 * results.
 */
public final class TileToVector implements Pass {
  /** What the profile has not in one instruction, and what it does instead. */
  public static final List<Rewrite> REWRITES = Rewrites.ROWS;

  /** Scratch memory that lowerings of this profile need. */
  public static final Placement.ScratchNeed SCRATCH =
      new Need(new Setting(false, false, new Constants(), GappedTiles.NONE));

  private record Need(Setting setting) implements Placement.ScratchNeed {
    @Override
    public long bytes(Operation op) {
      return ScratchPlan.reserved(op, setting);
    }

    @Override
    public Placement.ScratchNeed in(Function function, CompileOptions options) {
      return new Need(Setting.of(function, options));
    }
  }

  @Override
  public String name() {
    return "tile-to-vector";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Setting setting = Setting.of(function, context.options());
    long bytes = UbScratch.reserve(function, new Need(setting));
    OptionalLong scratch =
        bytes == 0 ? OptionalLong.empty() : UbScratch.locate(function, bytes, Profile.A2A3);
    if (bytes > 0 && scratch.isEmpty()) {
      UbScratch.reportFull(function, new Need(setting), context);
      return function;
    }
    return new VectorLowering(function, context, setting, scratch).apply(function);
  }
}
