package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.GappedTiles;
import org.ptoc.passes.tile.MemoryGather;
import org.ptoc.passes.tile.Placement;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TileLowering;
import org.ptoc.passes.tile.TransferPlanner;
import org.ptoc.passes.tile.UbScratch;
import org.ptoc.passes.tile.ViewHandle;

/**
 * Lowers all tile operations of a function: finds the memory for intermediate results and hands
 * each operation on.
 */
public final class TileToUnified implements Pass {
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
    return "tile-to-unified";
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
    return new Lowering(function, context, setting, scratch).apply(function);
  }

  private static final class Lowering extends TileLowering {
    private final Setting setting;
    private final OptionalLong reserved;

    Lowering(Function function, PassContext context, Setting setting, OptionalLong reserved) {
      super(function, context);
      this.setting = setting;
      this.reserved = reserved;
    }

    @Override
    protected boolean usesTmp(Operation op) {
      return ScratchPlan.usesTmp(op, setting);
    }

    @Override
    protected void lower(Operation op, IrBuilder builder) {
      Operands operands =
          new Operands(op, builder, this::tile, setting, context().options(), reserved, order(op));
      switch (op.definition().form()) {
        case TILE_LOAD -> load(op, builder);
        case TILE_STORE -> store(op, builder);
        case TILE_UNARY ->
            ElementwiseLowering.elementwise(operands, List.of("src"), Optional.empty());
        case TILE_UNARY_SCRATCH -> ElementwiseLowering.reciprocalRoot(operands);
        case TILE_BINARY, TILE_BINARY_SCRATCH ->
            ElementwiseLowering.elementwise(operands, List.of("src0", "src1"), Optional.empty());
        case TILE_SCALAR, TILE_SCALAR_SCRATCH ->
            ElementwiseLowering.elementwise(
                operands, List.of("src"), Optional.of(op.operand("scalar")));
        case TILE_TERNARY ->
            ElementwiseLowering.elementwise(
                operands, List.of("src0", "src1", "src2"), Optional.empty());
        case TILE_SCALAR_TERNARY ->
            ElementwiseLowering.elementwise(
                operands, List.of("src0", "src1"), Optional.of(op.operand("scalar")));
        case TILE_AXPY -> ElementwiseLowering.axpy(operands);
        case TILE_TRIANGLE -> ElementwiseLowering.triangle(operands);
        case TILE_SHIFT -> ElementwiseLowering.shift(operands);
        case TILE_SHIFT_SCALAR -> ElementwiseLowering.shiftScalar(operands);
        case TILE_DIVIDE_SCALAR -> ElementwiseLowering.divideScalar(operands);
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
        case TILE_GATHER -> PatternLowering.gather(operands);
        case TILE_SCATTER -> PatternLowering.scatter(operands);
        case TILE_GATHER_BLOCKS -> GatherLowering.blocks(operands);
        case TILE_MEMORY_GATHER ->
            report(
                op,
                new MemoryGather(
                        op,
                        view(op.operand("src")),
                        tile(op.operand("dst")),
                        tile(op.operand("index")),
                        true,
                        this::loadRow)
                    .emit(builder));
        case TILE_MEMORY_SCATTER ->
            report(
                op,
                new MemoryGather(
                        op,
                        view(op.operand("dst")),
                        tile(op.operand("src")),
                        tile(op.operand("index")),
                        false,
                        Lowering::storeRow)
                    .emit(builder));
        case TILE_PREFETCH -> {
          // A hint: loading what nothing reads would only take time.
        }
        case TILE_TRANSPOSE -> GatherLowering.transpose(operands);
        case TILE_CONCAT -> Copies.concat(operands);
        case TILE_CONCAT_COUNTED -> Copies.concatCounted(operands);
        case TILE_SORT -> RecordLowering.sort(operands);
        case TILE_MERGE -> RecordLowering.merge(operands);
        case TILE_INDEX -> ElementwiseLowering.sequence(operands);
        default -> unsupported(op, "does not exist on a2a3; profile a5 has it");
      }
    }

    private void load(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("dst"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("src")), tile)
              .plan((inner, bursts) -> Transfers.load(inner, bursts, tile, context().options())));
    }

    private void store(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("src"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("dst")), tile)
              .plan((inner, bursts) -> Transfers.store(inner, bursts, tile)));
    }

    private Optional<String> loadRow(IrBuilder builder, ViewHandle view, TileHandle row) {
      return new TransferPlanner(builder, view, row)
          .plan((inner, bursts) -> Transfers.load(inner, bursts, row, context().options()));
    }

    private static Optional<String> storeRow(IrBuilder builder, ViewHandle view, TileHandle row) {
      return new TransferPlanner(builder, view, row)
          .plan((inner, bursts) -> Transfers.store(inner, bursts, row));
    }

    private void report(Operation op, Optional<String> problem) {
      problem.ifPresent(
          why ->
              context()
                  .diagnostics()
                  .report(DiagnosticCode.VIEW_MISMATCH, op.location(), op.name() + ": " + why));
    }
  }
}
