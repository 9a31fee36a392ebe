package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * {@code tmov} of rows into a tile in the NZ form (spec/50, 2.5; addresses: spec/20, 1.3). A box
 * column is a run of 32-byte pieces, one for each row. Eight pieces of a row, a vector, go to as
 * many box columns with one store; elements behind the last whole piece are stored by themselves,
 * because a store of blocks has no mask for elements.
 */
final class BoxCopy {
  private static final int BOX_BYTES = 32;

  /** The rows that are read, the first box column, and elements of a piece. */
  private final TileHandle from;

  private final TileHandle to;
  private final int piece;

  private BoxCopy(TileHandle from, TileHandle to) {
    this.from = from;
    this.to = to;
    this.piece = BOX_BYTES / from.elementBytes();
  }

  /** Copies the elements that are valid in both tiles; the tiles share no byte. */
  static void emit(IrBuilder builder, TileHandle source, TileHandle destination) {
    Value rows = builder.minUnsigned(source.rows(), destination.rows());
    Value columns = builder.minUnsigned(source.columns(), destination.columns());
    TileHandle from = source.withExtents(rows, columns).asRows(builder);
    new BoxCopy(from, destination).emit(builder);
  }

  private void emit(IrBuilder builder) {
    Value whole = builder.divide(from.columns(), piece);
    OptionalLong known = builder.constantOf(whole);
    if (known.isEmpty() || known.getAsLong() > 0) {
      builder.vecscope(scope -> wholePieces(scope, whole));
    }
    Value rest = builder.remainder(from.columns(), piece);
    Value first = builder.mul(whole, builder.index(piece));
    new Elementwise(
            List.of(rowsFrom(builder, first).withExtents(from.rows(), rest)),
            boxColumn(builder, whole).withExtents(from.rows(), rest),
            (body, inputs, mask) -> inputs.getFirst())
        .emit(builder);
  }

  private void wholePieces(IrBuilder builder, Value count) {
    Value boxStride = builder.integer(to.pitch(), ElementType.I16);
    Value none = builder.integer(0, ElementType.I16);
    Columns.forEach(
        builder,
        from.element(),
        builder.mul(count, builder.index(piece)),
        (body, offset, mask, partial) -> {
          Value box = body.divide(offset, piece);
          Value blocks =
              partial
                  ? Columns.prefix(body, ElementType.I32, body.sub(count, box))
                  : Columns.pattern(body, ElementType.I32, "PAT_ALL");
          Columns.rows(
              body,
              from.rows(),
              List.of(rowsFrom(body, offset), boxColumn(body, box)),
              (inner, row, pointers) -> {
                Value vector = Columns.load(inner, from, pointers.get(0), inner.index(0), partial);
                inner.createGrouped(
                    Op.VSSTB,
                    List.of(
                        List.of(vector),
                        List.of(pointers.get(1)),
                        List.of(boxStride),
                        List.of(none),
                        List.of(blocks)),
                    List.of(),
                    Attributes.EMPTY);
              });
        });
  }

  /** The source from a column on. */
  private TileHandle rowsFrom(IrBuilder builder, Value column) {
    Value bytes = builder.mul(column, builder.index(from.elementBytes()));
    return from.withAddress(builder.add(from.address(), builder.cast(bytes, ElementType.I64)));
  }

  /** A box column as a tile of short rows. */
  private TileHandle boxColumn(IrBuilder builder, Value number) {
    Value bytes = builder.mul(number, builder.index((long) to.pitch() * BOX_BYTES));
    return new TileHandle(
        TileType.plain(MemorySpace.UB, to.type().rows(), piece, from.element()),
        builder.add(to.address(), builder.cast(bytes, ElementType.I64)),
        from.rows(),
        builder.index(piece),
        piece);
  }
}
