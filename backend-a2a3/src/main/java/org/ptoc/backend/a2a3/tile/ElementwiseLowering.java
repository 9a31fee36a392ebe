package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TriangleRows;

/** Elementwise operations, shifts, conversions and constant tiles (spec/20, 5.3, 6 and 8.4). */
final class ElementwiseLowering {
  private ElementwiseLowering() {}

  private static boolean isTile(Value operand) {
    return operand.type() instanceof TileType;
  }

  static void elementwise(Operands operands) {
    Operation op = operands.op();
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    List<Area> areas = new ArrayList<>();
    areas.add(Area.of(destination));
    operands.inputs().stream()
        .filter(ElementwiseLowering::isTile)
        .forEach(tile -> areas.add(Area.of(operands.tileOf(tile))));
    Optional<Value> scalar = operands.inputs().stream().filter(input -> !isTile(input)).findFirst();
    Optional<Scratch> scratch = operands.scratch();
    operands.inPieces(
        operands.domain(destination),
        areas,
        scratch,
        (code, domain, at, pitch) ->
            new Elementwise(
                    code,
                    domain,
                    element,
                    at.getFirst(),
                    at.subList(1, at.size()),
                    scalar,
                    scratch,
                    pitch)
                .emit(op.definition().repeats()));
  }

  /** In two steps with ones in the scratch, a single block that stands for every vector. */
  static void reciprocalRoot(Operands operands) {
    Optional<Scratch> scratch = operands.scratch();
    if (scratch.isEmpty()) {
      elementwise(operands);
      return;
    }
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    DataType type = DataTypes.of(element);
    Domain domain = operands.domain(destination);
    Area result = Area.of(destination);
    Area ones = scratch.get().row(builder, 0, element.bytes());
    long lanes = VectorUnit.BLOCK_BYTES / element.bytes();
    Code.following(builder)
        .scalar(Domain.of(builder, 1, lanes), Mnemonic.VDUP, type, element.one(), ones)
        .run(domain, Mnemonic.VSQRT, type, result, operands.area(RoleName.SRC))
        .run(domain, Mnemonic.VDIV, type, result, Area.repeated(ones), result);
  }

  /** Half precision is widened first where the destination has single precision. */
  static void axpy(Operands operands) {
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    IrBuilder builder = operands.builder();
    Value own = Scalars.element(builder, operands.op().operand(RoleName.SCALAR), source.element());
    boolean widens = source.element() != element;
    Value factor = widens ? builder.value(Arithmetic.EXTF, element, own) : own;
    Optional<Scratch> scratch = operands.scratch();
    operands.inPieces(
        Domain.of(destination),
        List.of(Area.of(destination), Area.of(source)),
        scratch,
        (code, domain, at, pitch) -> {
          Area addend = at.get(1);
          if (widens) {
            addend = scratch.orElseThrow().slot(builder, 0, Float.BYTES, pitch * Float.BYTES);
            code.convert(
                domain,
                DataType.FP16,
                DataType.FP32,
                RoundingMode.DEFAULT.code(),
                false,
                addend,
                at.get(1));
          }
          code.scalar(domain, Mnemonic.VAXPY, DataTypes.of(element), factor, at.get(0), addend);
        });
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

  static void shift(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    boolean left = op.definition().has(Trait.SHIFTS_LEFT);
    boolean inHalves = element.bytes() == 1 && operands.setting().bitSerial();
    int bytes = inHalves ? 2 : element.bytes();
    List<Area> areas =
        List.of(
            Area.of(destination).as(bytes),
            operands.area(RoleName.SRC0).as(bytes),
            operands.area(RoleName.SRC1).as(bytes));
    Domain domain =
        inHalves
            ? operands.domain(destination).asHalfWords(builder, 1)
            : operands.domain(destination);
    Optional<Scratch> scratch = operands.scratch();
    operands.inPieces(
        domain,
        areas,
        scratch,
        (code, part, at, pitch) ->
            new Shifts(code, part, scratch, pitch, left, operands.setting().bitSerial())
                .emit(element, at.get(0), at.get(1), at.get(2)));
  }

  static void shiftScalar(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    boolean left = op.definition().has(Trait.SHIFTS_LEFT);
    DataType type = DataTypes.of(destination.element());
    DataType unsigned = destination.elementBytes() == 4 ? DataType.U32 : DataType.U16;
    Code.ofTiles(builder)
        .scalar(
            operands.domain(destination),
            left ? Mnemonic.VSHLS : Mnemonic.VSHRS,
            left ? unsigned : type,
            op.operand(RoleName.SCALAR),
            Area.of(destination),
            operands.area(RoleName.SRC));
  }

  /** One operand is a scalar: it becomes a tile of equal elements. */
  static void divideScalar(Operands operands) {
    Operation op = operands.op();
    TileHandle destination = operands.tile(RoleName.DST);
    ElementType element = destination.element();
    boolean tileFirst = op.operand(RoleName.LHS).type() instanceof TileType;
    TileHandle source = operands.tile(tileFirst ? RoleName.LHS : RoleName.RHS);
    Value scalar = op.operand(tileFirst ? RoleName.RHS : RoleName.LHS);
    Optional<Scratch> scratch = operands.scratch();
    operands.inPieces(
        operands.domain(destination),
        List.of(Area.of(destination), Area.of(source)),
        scratch,
        (code, domain, at, pitch) -> {
          Elementwise piece =
              new Elementwise(
                  code,
                  domain,
                  element,
                  at.get(0),
                  at.subList(1, 2),
                  Optional.of(scalar),
                  scratch,
                  pitch);
          if (element.isInteger()) {
            Optional<Area> tile = Optional.of(at.get(1));
            Remainders.quotient(
                piece, tileFirst ? tile : Optional.empty(), tileFirst ? Optional.empty() : tile);
            return;
          }
          Area splat = piece.slot(0, element.bytes());
          code.scalar(
              domain,
              Mnemonic.VDUP,
              piece.type(),
              Scalars.element(code.builder(), scalar, element),
              splat);
          code.run(
              domain,
              Mnemonic.VDIV,
              piece.type(),
              at.get(0),
              tileFirst ? at.get(1) : splat,
              tileFirst ? splat : at.get(1));
        });
  }

  static void splat(Operands operands) {
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
