package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.TriangleRows;

/** Elementwise operations, shifts, conversions and constant tiles (spec/20, 5.3, 6 and 8.4). */
final class ElementwiseLowering {
  private ElementwiseLowering() {}

  static void elementwise(Operands operands) {
    if (operands.op().definition().form() == OperationForm.TILE_SPLAT) {
      splat(operands);
      return;
    }
    InstructionPlan plan = operands.setting().plan(operands.op());
    TileHandle destination = operands.tile(RoleName.DST);
    Optional<Scratch> scratch = operands.scratch();
    List<Value> inputs = new ArrayList<>(operands.inputs());
    inputs.add(operands.op().operand(RoleName.DST));
    List<Area> areas = new ArrayList<>(List.of(Area.of(destination)));
    for (Value input : inputs) {
      if (input.type() instanceof TileType) {
        areas.add(Area.of(operands.tileOf(input)));
      }
    }
    Operands.Piece piece =
        (code, domain, at, pitch) -> {
          // A piece of one row has no pitch of its own, whatever the rows of the tile are.
          boolean isRow = code.builder().constantOf(domain.rows()).equals(OptionalLong.of(1));
          UnaryOperator<Area> dense =
              area ->
                  isRow && pitch > 0
                      ? Area.dense(area.address(), area.elementBytes(), pitch * area.elementBytes())
                      : area;
          Iterator<Area> tiles = at.stream().skip(1).map(dense).iterator();
          List<Elementwise.Operand> placed = new ArrayList<>();
          for (Value input : inputs) {
            placed.add(
                input.type() instanceof TileType
                    ? new Elementwise.Tile(tiles.next())
                    : new Elementwise.Scalar(input));
          }
          new Elementwise(
                  plan,
                  domain,
                  destination.element(),
                  dense.apply(at.getFirst()),
                  placed,
                  scratch,
                  pitch)
              .emit(code);
        };
    Domain domain = operands.domain(destination);
    long slotBytes = scratch.map(Scratch::slotBytes).orElse(0L);
    long capacity = plan.hasOnlyBlocks() ? Operands.LARGEST_TILE : slotBytes / plan.elementBytes();
    operands.inPieces(domain, areas, scratch, capacity, piece);
  }

  /** All rows get the value behind the diagonal, then each the other in front of it. */
  static void triangle(Operands operands) {
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    TriangleRows triangle = TriangleRows.of(operands.op(), builder);
    ElementType element = destination.element();
    DataType type = DataTypes.of(element);
    Area area = Area.of(destination);
    Domain.of(destination)
        .whenNotEmpty(
            builder,
            body -> {
              Code.ofTiles(body)
                  .scalar(
                      Domain.of(destination),
                      Mnemonic.VDUP,
                      type,
                      triangle.lastBits(element),
                      area);
              VectorUnit.barrier(body);
              body.loop(
                  body.index(0),
                  destination.rows(),
                  body.index(1),
                  (inner, row) -> {
                    Value count = triangle.firstColumns(inner, row, destination.columns());
                    Code.ofTiles(inner)
                        .scalar(
                            Domain.row(inner, count),
                            Mnemonic.VDUP,
                            type,
                            triangle.firstBits(element),
                            area.from(inner, row, inner.index(0)));
                  });
            });
  }

  private static void splat(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    Scratch scratch = operands.neededScratch();
    Value value = Scalars.halfWord(builder, op.operand(RoleName.SCALAR), destination.element());
    Code code = scratch.slotBytes() == 0 ? Code.ofTiles(builder) : Code.following(builder);
    ByteCopy.fill(
        code,
        operands.domain(destination),
        Area.of(destination),
        value,
        scratch.row(builder, 0, 2));
  }

  static void convert(Operands operands) {
    Operation op = operands.op();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Conversion conversion = new Conversion(op, source.element(), destination.element());
    Optional<Scratch> scratch = operands.scratch();
    operands.inPieces(
        operands.domain(destination),
        List.of(Area.of(destination), Area.of(source)),
        scratch,
        (code, domain, at, pitch) ->
            conversion.emit(code, domain, at.get(0), at.get(1), scratch, pitch));
  }

  static void sequence(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    boolean descending = op.attributes().flag(AttributeName.DESCENDING);
    operands
        .domain(destination)
        .whenNotEmpty(
            builder,
            body ->
                Sequence.emit(
                    Code.ofTiles(body), destination, op.operand(RoleName.START), descending));
  }
}
