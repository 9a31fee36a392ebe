package org.ptoc.passes.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * {@code tconcat} and {@code tconcatidx} as copies: the columns of the first source, then the
 * columns of the second (spec/50, 2.3).
 */
public final class TileConcat {
  private final PlacedOperands operands;
  private final TileHandle first;
  private final TileHandle second;
  private final TileHandle destination;

  /** Emits one copy. */
  public interface Copier {
    void emit(IrBuilder builder, TileCopy copy);
  }

  public TileConcat(PlacedOperands operands) {
    this.operands = operands;
    this.first = operands.tile(RoleName.SRC0);
    this.second = operands.tile(RoleName.SRC1);
    this.destination = operands.tile(RoleName.DST);
  }

  /** All columns of both sources. */
  public void whole(Copier copier) {
    IrBuilder builder = operands.builder();
    rows(builder, first, second, builder.index(0), copier);
  }

  private void rows(
      IrBuilder builder, TileHandle left, TileHandle right, Value row, Copier copier) {
    copier.emit(builder, TileCopy.into(builder, left, destination, row, builder.index(0)));
    copier.emit(builder, TileCopy.into(builder, right, destination, row, left.columns()));
  }

  /**
   * As many columns of each row as its counts say: bytes, which are divided by the size of an
   * element, no more than the destination has room for. The scalar unit reads them when all pipes
   * stand still.
   */
  public void counted(Copier copier) {
    IrBuilder builder = operands.builder();
    ScalarUnit.barrier(builder);
    builder.loop(
        builder.index(0),
        destination.rows(),
        builder.index(1),
        (body, row) -> {
          Value room = destination.columns();
          Value left =
              columns(
                  body,
                  RoleName.COUNT0,
                  row,
                  body.minUnsigned(room, body.index(first.type().columns())));
          Value rest = body.minUnsigned(body.sub(room, left), body.index(second.type().columns()));
          Value right = columns(body, RoleName.COUNT1, row, rest);
          rows(body, line(body, first, row, left), line(body, second, row, right), row, copier);
        });
  }

  /** One row of a tile with a number of columns. */
  private static TileHandle line(IrBuilder builder, TileHandle tile, Value row, Value columns) {
    Value bytes = builder.mul(builder.cast(row, ElementType.I64), builder.i64(tile.pitchBytes()));
    return tile.withAddress(builder.add(tile.address(), bytes))
        .withExtents(builder.index(1), columns);
  }

  private Value columns(IrBuilder builder, RoleName role, Value row, Value room) {
    TileHandle counts = operands.tile(role);
    ElementType element = ElementType.UI8.withBits(counts.element().bits());
    PointerType type = new PointerType(element, MemorySpace.UB);
    Value pointer = builder.value(Op.CASTPTR, type, counts.address());
    boolean rowMajor = counts.type().baseLayout() == org.ptoc.ir.type.TileType.BaseLayout.ROW_MAJOR;
    Value offset = rowMajor ? builder.mul(row, builder.index(counts.pitch())) : row;
    Value bytes = builder.value(Op.LOAD_SCALAR, element, pointer, offset);
    Value elements = builder.divide(unsigned(builder, bytes, element), destination.elementBytes());
    return builder.minUnsigned(elements, room);
  }

  private static Value unsigned(IrBuilder builder, Value bytes, ElementType element) {
    Value wide = builder.cast(bytes, ElementType.INDEX);
    return element.bits() == Long.SIZE
        ? wide
        : builder.and(wide, builder.index((1L << element.bits()) - 1));
  }
}
