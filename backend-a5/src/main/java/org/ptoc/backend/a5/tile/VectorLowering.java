package org.ptoc.backend.a5.tile;

import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.backend.a5.cost.LoopChoice;
import org.ptoc.backend.a5.cube.A5Cube;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.cube.BlockStores;
import org.ptoc.passes.cube.CubeWords;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.VectorCoreLowering;

/** Dispatch by what the tiles of the operation have to do with each other. */
final class VectorLowering extends VectorCoreLowering {
  private final ElementwiseLowering elementwise;

  VectorLowering(Function function, PassContext context, OptionalLong reserved) {
    super(function, context, reserved);
    this.elementwise = new ElementwiseLowering(function, this::tile);
  }

  @Override
  protected IrBuilder newBuilder() {
    CompileOptions options = context().options();
    Consumer<Diagnostic> remarks =
        options.has(CodeSwitch.EXPLAIN_LOWERING) ? context().diagnostics()::add : note -> {};
    return options.has(CodeSwitch.COST_MODEL)
        ? new IrBuilder(constants(), new LoopChoice(constants(), remarks))
        : super.newBuilder();
  }

  @Override
  protected void lower(Operation op, IrBuilder builder) {
    super.lower(op, builder);
    if (!ElementwiseLowering.waits(op)) {
      elementwise.used(op);
    }
  }

  @Override
  protected boolean lowerOwn(PlacedOperands operands) {
    switch (operands.op().definition().form().relation()) {
      case ELEMENTWISE, ELEMENTWISE_ONTO -> elementwise.elementwise(operands);
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
      case COMMON_REGION, WINDOW_OF_SOURCE, WINDOW_OF_DESTINATION -> {
        TileHandle source = operands.tile(RoleName.SRC);
        TileHandle destination = operands.tile(RoleName.DST);
        if (destination.type().location() == MemorySpace.UB) {
          Copies.emit(operands);
        } else {
          CubeWords words = new CubeWords(operands.builder(), new A5Cube());
          BlockStores.emit(operands.op(), words, source, destination);
        }
      }
      case GATHERED -> GatherLowering.gather(operands);
      case GATHERED_BLOCKS -> GatherLowering.blocks(operands);
      case SCATTERED -> ScatterLowering.scatter(operands);
      case TRANSPOSED -> GatherLowering.transpose(operands);
      case CONCATENATED -> Copies.concat(operands);
      case CONCATENATED_COUNTED -> Copies.concatCounted(operands);
      case SORTED -> SortPlan.of(operands, SortLowering::new).emit();
      case MERGED -> MergeLowering.emit(operands);
      case HISTOGRAM -> Histogram.emit(operands);
      case RANDOM -> RandomLowering.emit(operands);
      case LOADED,
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

  @Override
  protected void beforeEffect(Operation op, IrBuilder builder) {
    if (!ElementwiseLowering.waits(op)) {
      elementwise.flush(builder);
    }
    super.beforeEffect(op, builder);
  }

  @Override
  protected boolean waits(Operation op) {
    return ElementwiseLowering.waits(op);
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
