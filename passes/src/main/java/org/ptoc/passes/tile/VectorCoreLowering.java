package org.ptoc.passes.tile;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Lowering of the tile operations of the vector cores: transfers, and what the scalar unit does
 * with memory, are the same for all profiles; a profile lowers the other forms in its own way.
 */
public abstract class VectorCoreLowering extends TileLowering {
  private final OptionalLong reserved;

  /**
   * @param reserved address in UB of the scratch memory of the function, when it has some
   */
  protected VectorCoreLowering(Function function, PassContext context, OptionalLong reserved) {
    super(function, context);
    this.reserved = reserved;
  }

  /** Lowers an operation in the way of the profile; false when it has none for the form. */
  protected abstract boolean lowerOwn(PlacedOperands operands);

  /** Moves what a plan of transfers says from a view to a tile. */
  protected abstract void load(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile);

  /** Moves what a plan of transfers says from a tile to a view. */
  protected abstract void store(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile);

  /** True for operations whose code the profile holds back; it emits their marks itself. */
  protected boolean waits(Operation op) {
    return false;
  }

  /** True if vecscopes are instructions already, among which marks can stand. */
  protected boolean isScopeLowered() {
    return false;
  }

  /** True if operations are announced by marks. */
  private boolean marks() {
    return context().options().has(CodeSwitch.OPERATION_MARKS);
  }

  /** Other writes do not concern the operations before them. */
  @Override
  protected void beforeEffect(Operation op, IrBuilder builder) {
    OperationForm form = op.definition().form();
    boolean isPiped = form.pipeRule().isPiped() && op.definition().scope() == Scope.OUTSIDE;
    boolean isOfScope =
        isScopeLowered() && (form == OperationForm.STORE_SCALAR || form == OperationForm.MACHINE);
    if (marks()
        && form.effect() == Effect.WRITE
        && (isPiped || isOfScope)
        && (form == OperationForm.TILE_SET_ELEMENT || !op.definition().isTileOperation())) {
      OperationMark.opaque(op).emit(builder, false, true);
    }
  }

  @Override
  protected void lower(Operation op, IrBuilder builder) {
    boolean writes = op.definition().form().relation() != TileRelation.PREFETCHED;
    if (marks() && writes && !waits(op)) {
      OperationMark.of(op, this::tile, this::view, context().options()).emit(builder, false, true);
    }
    switch (op.definition().form().relation()) {
      case LOADED ->
          report(
              op,
              loadView(builder, view(op.operand(RoleName.SRC)), tile(op.operand(RoleName.DST))));
      case STORED ->
          report(
              op,
              storeView(builder, view(op.operand(RoleName.DST)), tile(op.operand(RoleName.SRC))));
      case GATHERED_FROM_VIEW ->
          report(op, memory(op, RoleName.SRC, RoleName.DST, true).emit(builder));
      case SCATTERED_TO_VIEW ->
          report(op, memory(op, RoleName.DST, RoleName.SRC, false).emit(builder));
      case PREFETCHED -> {
        // A hint: loading what nothing reads would only take time.
      }
      default -> {
        if (!lowerOwn(
            new PlacedOperands(op, builder, this::tile, context(), reserved, order(op)))) {
          unsupported(
              op, "is not supported by this version for profile " + context().profile().spelling());
        }
      }
    }
  }

  private MemoryGather memory(Operation op, RoleName viewRole, RoleName tileRole, boolean loads) {
    return new MemoryGather(
        op,
        view(op.operand(viewRole)),
        tile(op.operand(tileRole)),
        tile(op.operand(RoleName.INDEX)),
        loads,
        loads ? this::loadView : this::storeView);
  }

  private Optional<String> loadView(IrBuilder builder, ViewHandle view, TileHandle tile) {
    return new TransferPlanner(builder, view, tile)
        .plan((inner, bursts) -> load(inner, bursts, tile));
  }

  private Optional<String> storeView(IrBuilder builder, ViewHandle view, TileHandle tile) {
    return new TransferPlanner(builder, view, tile)
        .plan((inner, bursts) -> store(inner, bursts, tile));
  }

  private void report(Operation op, Optional<String> problem) {
    problem.ifPresent(why -> report(DiagnosticCode.VIEW_MISMATCH, op, why));
  }

  /** Reports what an operation cannot do. */
  private void report(DiagnosticCode code, Operation op, String why) {
    context().diagnostics().report(code, op.location(), op.name() + ": " + why);
  }
}
