package org.ptoc.backend.a2a3.tile;

import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.VectorCoreLowering;

/** Dispatch by what the tiles of the operation have to do with each other. */
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
  protected boolean isScopeLowered() {
    return true;
  }

  @Override
  protected boolean lowerOwn(PlacedOperands common) {
    Operands operands = new Operands(common, setting);
    switch (common.op().definition().form().relation()) {
      case ELEMENTWISE, ELEMENTWISE_ONTO -> ElementwiseLowering.elementwise(operands);
      case CONVERTED -> ElementwiseLowering.convert(operands);
      case TRIANGLE -> ElementwiseLowering.triangle(operands);
      case SEQUENCE -> ElementwiseLowering.sequence(operands);
      case MASK_BITS -> MaskLowering.compare(operands);
      case CHOICE -> MaskLowering.select(operands);
      case ROW_TO_ELEMENT -> ReductionLowering.reduceRows(operands);
      case COLUMN_TO_ELEMENT, COLUMN_TO_INDEX -> ReductionLowering.reduceColumns(operands);
      case CARRIER -> ExpansionLowering.expand(operands);
      case DATA_AND_CARRIER -> ExpansionLowering.expandWith(operands);
      case DATA_AND_ROW_CARRIERS -> Quantization.emit(operands);
      case PARTIAL -> ExpansionLowering.partial(operands);
      case PADDED -> ExpansionLowering.fill(operands);
      case COMMON_REGION, WINDOW_OF_SOURCE, WINDOW_OF_DESTINATION -> Copies.emit(operands);
      case GATHERED -> GatherLowering.gather(operands);
      case GATHERED_BLOCKS -> GatherLowering.blocks(operands);
      case SCATTERED -> ScatterLowering.scatter(operands);
      case TRANSPOSED -> GatherLowering.transpose(operands);
      case CONCATENATED -> Copies.concat(operands);
      case CONCATENATED_COUNTED -> Copies.concatCounted(operands);
      case SORTED -> SortPlan.of(operands, SortLowering::new).emit();
      case MERGED -> MergeLowering.emit(operands);
      case HISTOGRAM,
          RANDOM,
          LOADED,
          STORED,
          PRODUCT,
          ACCUMULATED_PRODUCT,
          GATHERED_FROM_VIEW,
          SCATTERED_TO_VIEW,
          PREFETCHED,
          UNRELATED -> {
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
