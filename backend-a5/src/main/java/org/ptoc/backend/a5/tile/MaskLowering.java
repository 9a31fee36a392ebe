package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/** Operands and layout of the masks of comparisons and selections (spec/20, 6.5). */
final class MaskLowering {
  private final Function<Value, TileHandle> tiles;
  private final PassContext context;

  MaskLowering(Function<Value, TileHandle> tiles, PassContext context) {
    this.tiles = tiles;
    this.context = context;
  }

  void compare(Operation op, IrBuilder builder) {
    String mode = op.attributes().text(AttributeName.CMP_MODE).orElse("eq");
    TileHandle destination = tiles.apply(op.operand(RoleName.DST));
    boolean withScalar = op.definition().form() == OperationForm.TILE_COMPARE_SCALAR;
    if (!withScalar) {
      TileHandle first = tiles.apply(op.operand(RoleName.SRC0));
      TileHandle second = tiles.apply(op.operand(RoleName.SRC1));
      new TileSelection(first.element())
          .compare(
              builder,
              List.of(first, second),
              destination,
              false,
              (lanes, in) -> lanes.compare(mode, in.get(0), in.get(1)));
      return;
    }
    TileHandle source = tiles.apply(op.operand(RoleName.SRC));
    Value scalar = ScalarOperand.of(builder, op.operand(RoleName.SCALAR), source.element());
    TileSelection.Test test = (lanes, in) -> lanes.compareScalar(mode, in.getFirst(), scalar);
    OptionalLong columns = source.staticColumns(builder.constants());
    boolean mayBeRun = columns.isEmpty() || columns.getAsLong() == source.type().columns();
    if (mayBeRun && source.type().rows() > 1 && destination.hasGaps() && !isRowwise()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.TILE_CONSTRAINT,
              op.location(),
              op.name()
                  + ": dst is a window of a wider tile, but the bits of src's rows follow each"
                  + " other when all its columns are valid and would be written beside it; use a"
                  + " tile of its own or --tcmps-mask=rows");
    }
    compareScalar(builder, source, destination, test);
  }

  private boolean isRowwise() {
    return context.options().has(CodeSwitch.ROWWISE_SCALAR_MASK);
  }

  /**
   * Rows that fill the tile are one run of bits (spec/20, 6.5); whether they do, the run may have
   * to tell.
   */
  private void compareScalar(
      IrBuilder builder, TileHandle source, TileHandle destination, TileSelection.Test test) {
    TileSelection selection = new TileSelection(source.element());
    List<TileHandle> sources = List.of(source);
    OptionalLong columns = source.staticColumns(builder.constants());
    if (isRowwise()) {
      selection.compare(builder, sources, destination, false, test);
    } else if (columns.isPresent()) {
      boolean linear = columns.getAsLong() == source.type().columns();
      selection.compare(builder, sources, destination, linear, test);
    } else {
      Value whole = builder.index(source.type().columns());
      Value isLinear = builder.compare("eq", source.columns(), whole);
      Value isRowwise = builder.compare("ne", source.columns(), whole);
      builder.when(isLinear, inner -> selection.compare(inner, sources, destination, true, test));
      builder.when(isRowwise, inner -> selection.compare(inner, sources, destination, false, test));
    }
  }

  void select(Operation op, IrBuilder builder, WorkOrder order) {
    TileHandle destination = tiles.apply(op.operand(RoleName.DST));
    new TileSelection(destination.element())
        .select(
            builder,
            tiles.apply(op.operand(RoleName.MASK)),
            List.of(tiles.apply(op.operand(RoleName.SRC0)), tiles.apply(op.operand(RoleName.SRC1))),
            destination,
            order,
            (lanes, in, selector) -> lanes.select(selector, in.get(0), in.get(1)));
  }

  void selectScalar(Operation op, IrBuilder builder, WorkOrder order) {
    TileHandle destination = tiles.apply(op.operand(RoleName.DST));
    Value scalar = ScalarOperand.of(builder, op.operand(RoleName.SCALAR), destination.element());
    new TileSelection(destination.element())
        .select(
            builder,
            tiles.apply(op.operand(RoleName.MASK)),
            List.of(tiles.apply(op.operand(RoleName.SRC))),
            destination,
            order,
            (lanes, in, selector) -> lanes.select(selector, in.getFirst(), lanes.splat(scalar)));
  }
}
