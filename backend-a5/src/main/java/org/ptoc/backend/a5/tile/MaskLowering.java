package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/** Operands and layout of the masks of comparisons and selections (spec/20, 6.5). */
final class MaskLowering {
  private MaskLowering() {}

  static void compare(PlacedOperands operands) {
    if (operands.op().definition().form().hasOperand(RoleName.SCALAR)) {
      compareScalar(operands);
      return;
    }
    TileHandle first = operands.tile(RoleName.SRC0);
    TileHandle second = operands.tile(RoleName.SRC1);
    String mode = mode(operands);
    new TileSelection(first.element())
        .compare(
            operands.builder(),
            List.of(first, second),
            operands.tile(RoleName.DST),
            false,
            (lanes, in) -> lanes.compare(mode, in.get(0), in.get(1)));
  }

  private static String mode(PlacedOperands operands) {
    return operands.op().attributes().text(AttributeName.CMP_MODE).orElse("eq");
  }

  private static void compareScalar(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    String mode = mode(operands);
    TileHandle destination = operands.tile(RoleName.DST);
    boolean isRowwise = operands.options().has(CodeSwitch.ROWWISE_SCALAR_MASK);
    TileHandle source = operands.tile(RoleName.SRC);
    Value scalar =
        ScalarOperand.of(builder, operands.op().operand(RoleName.SCALAR), source.element());
    TileSelection.Test test = (lanes, in) -> lanes.compareScalar(mode, in.getFirst(), scalar);
    OptionalLong columns = source.staticColumns(builder.constants());
    boolean mayBeRun = columns.isEmpty() || columns.getAsLong() == source.type().columns();
    if (mayBeRun && source.type().rows() > 1 && destination.hasGaps() && !isRowwise) {
      operands.report(
          DiagnosticCode.TILE_CONSTRAINT,
          "dst is a window of a wider tile, but the bits of src's rows follow each"
              + " other when all its columns are valid and would be written beside it; use a"
              + " tile of its own or --tcmps-mask=rows");
    }
    if (isRowwise) {
      new TileSelection(source.element())
          .compare(builder, List.of(source), destination, false, test);
    } else {
      compareRuns(builder, source, destination, test);
    }
  }

  /**
   * Rows that fill the tile are one run of bits (spec/20, 6.5); whether they do, the run may have
   * to tell.
   */
  private static void compareRuns(
      IrBuilder builder, TileHandle source, TileHandle destination, TileSelection.Test test) {
    TileSelection selection = new TileSelection(source.element());
    List<TileHandle> sources = List.of(source);
    OptionalLong columns = source.staticColumns(builder.constants());
    if (columns.isPresent()) {
      boolean linear = columns.getAsLong() == source.type().columns();
      selection.compare(builder, sources, destination, linear, test);
    } else {
      Value whole = builder.index(source.type().columns());
      Value isLinear = builder.compare("eq", source.columns(), whole);
      Value isApart = builder.compare("ne", source.columns(), whole);
      builder.when(isLinear, inner -> selection.compare(inner, sources, destination, true, test));
      builder.when(isApart, inner -> selection.compare(inner, sources, destination, false, test));
    }
  }

  static void select(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    if (!operands.op().definition().form().hasOperand(RoleName.SCALAR)) {
      new TileSelection(destination.element())
          .select(
              builder,
              operands.tile(RoleName.MASK),
              List.of(operands.tile(RoleName.SRC0), operands.tile(RoleName.SRC1)),
              destination,
              operands.order(),
              (lanes, in, selector) -> lanes.select(selector, in.get(0), in.get(1)));
      return;
    }
    Value scalar =
        ScalarOperand.of(builder, operands.op().operand(RoleName.SCALAR), destination.element());
    new TileSelection(destination.element())
        .select(
            builder,
            operands.tile(RoleName.MASK),
            List.of(operands.tile(RoleName.SRC)),
            destination,
            operands.order(),
            (lanes, in, selector) -> lanes.select(selector, in.getFirst(), lanes.splat(scalar)));
  }
}
