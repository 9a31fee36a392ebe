package org.ptoc.backend.a2a3.tile;

import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.VectorCoreLowering;

/** Dispatch by the form of the operation: each family has its class. */
final class VectorLowering extends VectorCoreLowering {
  private final Setting setting;

  VectorLowering(Function function, PassContext context, Setting setting, OptionalLong reserved) {
    super(function, context, reserved);
    this.setting = setting;
  }

  @Override
  protected boolean usesTmp(Operation op) {
    return ScratchPlan.usesTmp(op, setting);
  }

  @Override
  protected boolean lowerOwn(PlacedOperands common) {
    Operands operands = new Operands(common, setting);
    switch (common.op().definition().form()) {
      case TILE_UNARY, TILE_BINARY, TILE_BINARY_SCRATCH ->
          ElementwiseLowering.elementwise(operands);
      case TILE_SCALAR, TILE_SCALAR_SCRATCH -> ElementwiseLowering.elementwise(operands);
      case TILE_TERNARY, TILE_SCALAR_TERNARY -> ElementwiseLowering.elementwise(operands);
      case TILE_UNARY_SCRATCH, TILE_AXPY, TILE_SHIFT, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR ->
          ElementwiseLowering.elementwise(operands);
      case TILE_TRIANGLE -> ElementwiseLowering.triangle(operands);
      case TILE_SPLAT -> ElementwiseLowering.splat(operands);
      case TILE_COMPARE -> MaskLowering.compare(operands);
      case TILE_COMPARE_SCALAR -> MaskLowering.compareScalar(operands);
      case TILE_SELECT -> MaskLowering.select(operands);
      case TILE_SELECT_SCALAR -> MaskLowering.selectScalar(operands);
      case TILE_CONVERT -> ElementwiseLowering.convert(operands);
      case TILE_ROW_REDUCE -> ReductionLowering.reduceRows(operands);
      case TILE_COLUMN_REDUCE, TILE_COLUMN_INDEX -> ReductionLowering.reduceColumns(operands);
      case TILE_EXPAND -> ExpansionLowering.expand(operands);
      case TILE_EXPAND_BINARY -> ExpansionLowering.expandWith(operands);
      case TILE_QUANTIZE -> Quantization.quantize(operands);
      case TILE_DEQUANTIZE -> Quantization.dequantize(operands);
      case TILE_PARTIAL -> ExpansionLowering.partial(operands);
      case TILE_PARTIAL_INDEX -> ExpansionLowering.partialIndex(operands);
      case TILE_FILL -> ExpansionLowering.fill(operands);
      case TILE_MOVE, TILE_EXTRACT, TILE_INSERT -> Copies.emit(operands);
      case TILE_GATHER -> GatherLowering.gather(operands);
      case TILE_SCATTER -> ScatterLowering.scatter(operands);
      case TILE_GATHER_BLOCKS -> GatherLowering.blocks(operands);
      case TILE_TRANSPOSE -> GatherLowering.transpose(operands);
      case TILE_CONCAT -> Copies.concat(operands);
      case TILE_CONCAT_COUNTED -> Copies.concatCounted(operands);
      case TILE_SORT -> SortPlan.of(operands, SortLowering::new).emit();
      case TILE_MERGE -> MergeLowering.emit(operands);
      case TILE_INDEX -> ElementwiseLowering.sequence(operands);
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void load(IrBuilder builder, Bursts bursts, TileHandle tile) {
    Transfers.load(builder, bursts, tile, context().options());
  }

  @Override
  protected void store(IrBuilder builder, Bursts bursts, TileHandle tile) {
    Transfers.store(builder, bursts, tile);
  }
}
