package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.tile.Placement;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TileLowering;
import org.ptoc.passes.tile.TransferPlanner;
import org.ptoc.passes.tile.UbScratch;

/** Lowers all tile operations of a function; one method for each shape of operation. */
public final class TileToUnified implements Pass {
  /** Scratch memory that lowerings of this profile need. */
  public static final Placement.ScratchNeed SCRATCH = TileToUnified::scratchBytes;

  /** Repeat strides of two-source words have 8 bits. */
  private static final int BINARY_STRIDE_LIMIT = 255;

  @Override
  public String name() {
    return "tile-to-unified";
  }

  private static long scratchBytes(Operation op) {
    return switch (op.definition().shape()) {
      case TILE_SORT -> SortPlan.scratchBytes(op);
      default -> 0;
    };
  }

  @Override
  public Function run(Function function, PassContext context) {
    long bytes = UbScratch.reserve(function, SCRATCH);
    OptionalLong scratch =
        bytes == 0 ? OptionalLong.empty() : UbScratch.locate(function, bytes, Profile.A2A3);
    if (bytes > 0 && scratch.isEmpty()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.OUT_OF_UB,
              function.location(),
              "@" + function.name() + " needs " + bytes + " bytes of UB for intermediate results, but its tiles leave no room");
      return function;
    }
    return new Lowering(function, context, scratch).apply(function);
  }

  private static final class Lowering extends TileLowering {
    private final OptionalLong scratch;

    Lowering(Function function, PassContext context, OptionalLong scratch) {
      super(function, context);
      this.scratch = scratch;
    }

    @Override
    protected void lower(Operation op, IrBuilder builder) {
      switch (op.definition().shape()) {
        case TILE_LOAD -> load(op, builder);
        case TILE_STORE -> store(op, builder);
        case TILE_SHIFT -> binary(op, builder);
        case TILE_SORT -> sort(op, builder);
        default -> unsupported(op, "is not supported by this version for profile a2a3");
      }
    }

    private void load(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("dst"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("src")), tile)
              .plan((inner, bursts) -> Transfers.load(inner, bursts, tile)));
    }

    private void store(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("src"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("dst")), tile)
              .plan((inner, bursts) -> Transfers.store(inner, bursts, tile)));
    }

    private void report(Operation op, Optional<String> problem) {
      problem.ifPresent(
          why -> context().diagnostics().report(DiagnosticCode.VIEW_MISMATCH, op.location(), op.name() + ": " + why));
    }

    /** The vector instruction of the same meaning has the mnemonic with v for t. */
    private void binary(Operation op, IrBuilder builder) {
      String mnemonic = "v" + op.definition().shortName().substring(1);
      TileHandle destination = tile(op.operand("dst"));
      DataType type = DataTypes.of(destination.element());
      List<TileHandle> operands =
          List.of(destination, tile(op.operand("src0")), tile(op.operand("src1")));
      new RepeatPaths(
              builder,
              operands,
              BINARY_STRIDE_LIMIT,
              (body, addresses, repeat, strides) ->
                  VectorUnit.emit(
                      body,
                      mnemonic,
                      type,
                      addresses.get(0),
                      addresses.get(1),
                      addresses.get(2),
                      VectorUnit.binaryWord(body, repeat, strides[0], strides[1], strides[2])))
          .emit();
    }

    private void sort(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      Optional<TileHandle> tmp = op.optional("tmp").map(this::tileOf);
      new SortPlan(
              builder,
              source,
              tile(op.operand("idx")),
              tile(op.operand("dst")),
              tmp,
              scratch,
              new SortLowering(source))
          .emit();
    }

    private TileHandle tileOf(Value value) {
      return tile(value);
    }
  }
}
