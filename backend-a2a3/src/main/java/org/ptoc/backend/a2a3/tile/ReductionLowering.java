package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Reduction;

/** Row and column reductions (spec/20, 7.1 and 7.2). */
final class ReductionLowering {
  private ReductionLowering() {}

  static void reduceRows(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    RowReduction reduction =
        new RowReduction(source, operands.tile(RoleName.DST), operands.neededScratch());
    Domain.of(source)
        .whenNotEmpty(
            builder,
            body -> {
              if (operands.hasIndexResult()) {
                reduction.emitIndex(body, operands.isMaximum());
              } else {
                reduction.emit(body, Reduction.of(op));
              }
            });
  }

  static void reduceColumns(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    ColumnReduction reduction = new ColumnReduction(source, operands.tile(RoleName.DST));
    boolean pairs = op.attributes().flag(AttributeName.IS_BINARY);
    Domain.of(source)
        .whenNotEmpty(
            builder,
            body -> {
              if (operands.hasIndexResult()) {
                reduction.emitIndex(body, operands.neededScratch(), operands.isMaximum());
              } else if (pairs) {
                sumPairs(operands, reduction, body);
              } else {
                reduction.emit(body, Reduction.of(op));
              }
            });
  }

  /** Sums of pairs lie in the tmp tile, or row behind row in scratch of the compiler. */
  private static void sumPairs(Operands operands, ColumnReduction reduction, IrBuilder builder) {
    if (operands.op().optional(RoleName.TMP).isPresent()) {
      reduction.emitTree(
          builder, operands.area(RoleName.TMP), operands.tile(RoleName.TMP).type().rows());
      return;
    }
    TileHandle source = operands.tile(RoleName.SRC);
    Scratch sums = operands.scratch().orElseThrow();
    long row = ScratchPlan.rowOfSums(source.type());
    reduction.emitTree(
        builder,
        Area.dense(sums.address(), source.elementBytes(), row),
        (int) (sums.slotBytes() / row));
  }
}
