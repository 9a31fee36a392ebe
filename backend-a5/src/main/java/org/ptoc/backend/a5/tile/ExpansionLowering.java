package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.PlacedOperands;

/** Row and column expansions, partial operations and fills (spec/20, 7.3, 7.4 and 8.3). */
final class ExpansionLowering {
  private ExpansionLowering() {}

  static void expand(PlacedOperands operands) {
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    if (operands.isEmpty(RoleName.SRC)) {
      return;
    }
    if (operands.carriesRows()) {
      Expansion.rows(operands.builder(), source, destination, operands.order());
    } else {
      Expansion.columns(operands.builder(), source, destination, operands.order());
    }
  }

  static void expandWith(PlacedOperands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle first = operands.tile(RoleName.SRC0);
    TileHandle second = operands.tile(RoleName.SRC1);
    TileHandle destination = operands.tile(RoleName.DST);
    if (operands.isEmpty(RoleName.SRC0) || operands.isEmpty(RoleName.SRC1)) {
      return;
    }
    LaneRules.Rule rule = LaneRules.of(op.definition().combines(), destination.element());
    if (operands.carriesRows()) {
      long blockColumns = 32 / destination.elementBytes();
      boolean block =
          operands.options().has(CodeSwitch.BLOCK_CARRIER)
              || op.attributes()
                  .integer(AttributeName.SRC1_COL)
                  .filter(columns -> columns == blockColumns)
                  .isPresent();
      Expansion.rowsWith(builder, rule, first, second, destination, block, operands.order());
    } else {
      Expansion.columnsWith(builder, rule, first, second, destination, operands.order());
    }
  }

  static void partial(PlacedOperands operands) {
    if (operands.op().definition().form().hasOperand(RoleName.INDEX)) {
      partialIndex(operands);
      return;
    }
    LaneRules.Rule rule =
        LaneRules.of(operands.op().definition().combines(), operands.tile(RoleName.DST).element());
    overlay(
        operands,
        List.of(values(operands)),
        (lanes, first, second) ->
            List.of(rule.emit(lanes, List.of(first.getFirst(), second.getFirst()))));
  }

  private static void partialIndex(PlacedOperands operands) {
    Overlay.Plane values = values(operands);
    Overlay.Plane indices =
        new Overlay.Plane(
            List.of(operands.tile(RoleName.INDEX0), operands.tile(RoleName.INDEX1)),
            operands.tile(RoleName.INDEX),
            0);
    overlay(
        operands,
        List.of(values, indices),
        PartialIndex.of(values.destination().element(), operands.isMaximum()));
  }

  private static Overlay.Plane values(PlacedOperands operands) {
    TileHandle destination = operands.tile(RoleName.DST);
    Padding uncovered = operands.isMaximum() ? Padding.MIN : Padding.MAX;
    return new Overlay.Plane(
        List.of(operands.tile(RoleName.SRC0), operands.tile(RoleName.SRC1)),
        destination,
        PaddingValues.finite(uncovered, destination.element()));
  }

  static void fill(PlacedOperands operands) {
    TileHandle destination = operands.tile(RoleName.DST);
    Padding padding = destination.type().padding();
    long value = PaddingValues.of(padding, destination.element(), operands.options());
    overlay(
        operands,
        List.of(new Overlay.Plane(List.of(operands.tile(RoleName.SRC)), destination, value)),
        (lanes, first, second) -> first);
  }

  private static void overlay(
      PlacedOperands operands, List<Overlay.Plane> planes, Overlay.Combination both) {
    new Overlay(planes, both, operands.order()).emit(operands.builder());
  }
}
