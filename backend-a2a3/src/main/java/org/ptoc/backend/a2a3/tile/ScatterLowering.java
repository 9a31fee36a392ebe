package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.ScalarScatter;
import org.ptoc.passes.tile.TileCopy;

/** {@code tscatter} by indices and by patterns (spec/50, 2.9). */
final class ScatterLowering {
  private ScatterLowering() {}

  static void scatter(Operands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Optional<MaskPattern> pattern = MaskPattern.of(operands.op());
    if (pattern.isEmpty()) {
      ScalarScatter.byIndex(builder, source, operands.tile(RoleName.INDEX), destination);
      return;
    }
    boolean rows = MaskPattern.takesRows(operands.op()) || pattern.get() == MaskPattern.P1111;
    Domain.of(destination)
        .whenNotEmpty(
            builder,
            body -> {
              if (pattern.get() != MaskPattern.P1111) {
                zeros(body, destination);
              }
              if (rows) {
                VectorUnit.barrier(body);
                TileCopy copy = TileCopy.ofRows(body, source, destination, pattern.get(), true);
                Copies.emit(body, copy, operands.neededScratch(), WorkOrder.ANY);
              } else {
                ScalarScatter.columns(body, source, destination, pattern.get());
              }
            });
  }

  private static void zeros(IrBuilder builder, TileHandle destination) {
    Value zero = builder.i64(0);
    ByteCopy.fill(
        Code.ofTiles(builder),
        Domain.of(destination),
        Area.of(destination),
        zero,
        Area.of(destination));
  }
}
