package org.ptoc.backend.a5.tile;

import java.util.OptionalLong;
import org.ptoc.backend.a5.cube.A5Cube;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.cube.BlockStores;
import org.ptoc.passes.cube.CubeWords;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.VectorCoreLowering;

/** Dispatch by the form of the operation: each family has its class. */
final class VectorLowering extends VectorCoreLowering {
  private final ElementwiseLowering elementwise;

  VectorLowering(Function function, PassContext context, OptionalLong reserved) {
    super(function, context, reserved);
    this.elementwise = new ElementwiseLowering(function, this::tile);
  }

  @Override
  protected void lower(Operation op, IrBuilder builder) {
    super.lower(op, builder);
    if (!ElementwiseLowering.isElementwise(op)) {
      elementwise.used(op);
    }
  }

  @Override
  protected boolean lowerOwn(PlacedOperands operands) {
    switch (operands.op().definition().form()) {
      case TILE_UNARY, TILE_UNARY_SCRATCH, TILE_BINARY, TILE_BINARY_SCRATCH, TILE_SHIFT ->
          elementwise.elementwise(operands);
      case TILE_SCALAR, TILE_SCALAR_SCRATCH, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR ->
          elementwise.elementwise(operands);
      case TILE_TERNARY, TILE_SCALAR_TERNARY, TILE_AXPY, TILE_SPLAT ->
          elementwise.elementwise(operands);
      case TILE_TRIANGLE -> ElementwiseLowering.triangle(operands);
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
      case TILE_MOVE, TILE_EXTRACT, TILE_INSERT -> {
        TileHandle source = operands.tile(RoleName.SRC);
        TileHandle destination = operands.tile(RoleName.DST);
        if (destination.type().location() == MemorySpace.UB) {
          Copies.emit(operands);
        } else {
          CubeWords words = new CubeWords(operands.builder(), new A5Cube());
          BlockStores.emit(operands.op(), words, source, destination);
        }
      }
      case TILE_GATHER -> GatherLowering.gather(operands);
      case TILE_SCATTER -> ScatterLowering.scatter(operands);
      case TILE_GATHER_BLOCKS -> GatherLowering.blocks(operands);
      case TILE_TRANSPOSE -> GatherLowering.transpose(operands);
      case TILE_CONCAT -> Copies.concat(operands);
      case TILE_CONCAT_COUNTED -> Copies.concatCounted(operands);
      case TILE_SORT -> SortPlan.of(operands, SortLowering::new).emit();
      case TILE_MERGE -> MergeLowering.emit(operands);
      case TILE_INDEX -> ElementwiseLowering.sequence(operands);
      case TILE_HISTOGRAM -> Histogram.emit(operands);
      case TILE_RANDOM -> RandomLowering.emit(operands);
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

  @Override
  protected void beforeEffect(Operation op, IrBuilder builder) {
    if (!ElementwiseLowering.isElementwise(op)) {
      elementwise.flush(builder);
    }
    super.beforeEffect(op, builder);
  }

  @Override
  protected boolean waits(Operation op) {
    return ElementwiseLowering.isElementwise(op);
  }

  @Override
  protected void finish(IrBuilder builder) {
    elementwise.flush(builder);
  }

  @Override
  protected void used(Operation op) {
    elementwise.used(op);
  }
}
