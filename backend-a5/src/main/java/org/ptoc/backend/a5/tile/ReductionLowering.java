package org.ptoc.backend.a5.tile;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.Reduction;

/** Row and column reductions (spec/20, 7.1 and 7.2). */
final class ReductionLowering {
  private ReductionLowering() {}

  static void reduceRows(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    RowReduction reduction =
        new RowReduction(
            operands.tile(RoleName.SRC), operands.tile(RoleName.DST), operands.order());
    if (operands.hasIndexResult()) {
      reduction.emitIndex(builder, operands.isMaximum());
    } else {
      reduction.emit(builder, Reduction.of(operands.op()));
    }
  }

  static void reduceColumns(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    ColumnReduction reduction =
        new ColumnReduction(
            operands.tile(RoleName.SRC), operands.tile(RoleName.DST), operands.order());
    if (operands.hasIndexResult()) {
      reduction.emitIndex(builder, operands.isMaximum());
    } else {
      reduction.emit(builder, Reduction.of(operands.op()));
    }
  }
}
