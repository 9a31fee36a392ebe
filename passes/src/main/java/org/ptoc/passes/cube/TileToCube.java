package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Region;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/** Lowers the tile operations of kernels of the cube core; others are left alone. */
public final class TileToCube implements Pass {
  private final CubeTarget target;

  public TileToCube(CubeTarget target) {
    this.target = target;
  }

  @Override
  public String name() {
    return "tile-to-cube";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return function.body().filter(TileToCube::isCube).isPresent()
        ? new CubeLowering(function, context, target).apply(function)
        : function;
  }

  private static boolean isCube(Region region) {
    return region
        .walk()
        .anyMatch(
            op ->
                !Cores.owner(op).equals(Optional.of(CoreKind.VECTOR))
                    && op.operands().stream()
                        .anyMatch(
                            value ->
                                value.type() instanceof TileType type
                                    && TileMemory.of(type) != TileMemory.UB));
  }
}
