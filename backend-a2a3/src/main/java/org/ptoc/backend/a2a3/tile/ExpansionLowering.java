package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PaddingValues;

/** Row and column expansions, partial operations and fills (spec/20, 7.3, 7.4 and 8.3). */
final class ExpansionLowering {
  private ExpansionLowering() {}

  static void expand(Operands operands) {
    IrBuilder builder = operands.builder();
    if (operands.isEmpty(RoleName.SRC)) {
      return;
    }
    Expansion expansion =
        new Expansion(operands.tile(RoleName.DST), operands.neededScratch(), operands.order());
    if (operands.carriesRows()) {
      expansion.rows(builder, operands.tile(RoleName.SRC));
    } else {
      expansion.columns(builder, operands.tile(RoleName.SRC));
    }
  }

  static void expandWith(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    TileHandle first = operands.tile(RoleName.SRC0);
    TileHandle second = operands.tile(RoleName.SRC1);
    if (operands.isEmpty(RoleName.SRC0) || operands.isEmpty(RoleName.SRC1)) {
      return;
    }
    Expansion expansion = new Expansion(destination, operands.neededScratch(), operands.order());
    Expansion.Combination combination =
        op.definition()
            .combines()
            .tile()
            .map(tile -> Expansion.instruction(tile, destination.element()))
            .orElseGet(expansion::exponentOfDifference);
    if (operands.carriesRows()) {
      boolean block =
          op.attributes().integer(AttributeName.SRC1_COL).orElse(1L) > 1
              || operands.options().has(CodeSwitch.BLOCK_CARRIER);
      expansion.rowsWith(builder, first, second, block, combination);
    } else {
      expansion.columnsWith(builder, first, second, combination);
    }
  }

  static void partial(Operands operands) {
    if (operands.op().definition().form().hasOperand(RoleName.INDEX)) {
      partialIndex(operands);
      return;
    }
    Op tile = operands.op().definition().combines().tile().orElseThrow();
    ElementType element = operands.tile(RoleName.DST).element();
    InstructionDefinition row = InstructionPlan.instruction(tile, element);
    overlay(
        operands,
        List.of(values(operands)),
        (code, domain, planes) -> {
          Overlay.Parts parts = planes.getFirst();
          code.run(
              domain,
              row,
              DataTypes.of(element),
              parts.destination(),
              parts.first(),
              parts.second());
        });
  }

  private static void partialIndex(Operands operands) {
    Overlay.Plane indices =
        new Overlay.Plane(
            List.of(operands.tile(RoleName.INDEX0), operands.tile(RoleName.INDEX1)),
            operands.tile(RoleName.INDEX),
            operands.builder().i64(0));
    boolean maximum = operands.isMaximum();
    ElementType element = operands.tile(RoleName.DST).element();
    overlay(
        operands,
        List.of(values(operands), indices),
        new PartialIndex(operands.neededScratch(), element, maximum));
  }

  private static Overlay.Plane values(Operands operands) {
    Padding uncovered =
        switch (operands.op().definition().combines()) {
          case MAXIMUM -> Padding.MIN;
          case MINIMUM -> Padding.MAX;
          case SUM, DIFFERENCE, PRODUCT, QUOTIENT, EXPONENT_OF_DIFFERENCE -> Padding.ZERO;
        };
    TileHandle destination = operands.tile(RoleName.DST);
    return new Overlay.Plane(
        List.of(operands.tile(RoleName.SRC0), operands.tile(RoleName.SRC1)),
        destination,
        operands.builder().i64(PaddingValues.finite(uncovered, destination.element())));
  }

  static void fill(Operands operands) {
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    Padding padding = destination.type().padding();
    long bits = PaddingValues.of(padding, element, operands.options());
    IrBuilder builder = operands.builder();
    Value value = Scalars.halfWord(builder, builder.i64(bits), element);
    overlay(
        operands,
        List.of(new Overlay.Plane(List.of(operands.tile(RoleName.SRC)), destination, value)),
        (code, domain, planes) -> {});
  }

  private static void overlay(
      Operands operands, List<Overlay.Plane> planes, Overlay.Combination both) {
    new Overlay(planes, operands.neededScratch(), both, operands.order()).emit(operands.builder());
  }
}
