package org.ptoc.passes.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Traps when an index leaves the tile or view that it chooses from (spec/50, 2.1 and 2.9, R2): the
 * scalar unit checks all indices after their writer has finished.
 */
final class IndexChecks {
  private final IrBuilder builder;
  private final Guard guard;

  IndexChecks(IrBuilder builder, Guard guard) {
    this.builder = builder;
    this.guard = guard;
  }

  /** The indices of the valid region of {@code used} are numbers of elements of {@code reached}. */
  void below(TileHandle indices, TileHandle used, TileHandle reached) {
    below(indices, used, reached.spanBytes() / reached.elementBytes());
  }

  /** The same with a number of elements. */
  void below(TileHandle indices, TileHandle used, long limit) {
    below(indices, used, builder.i64(limit));
  }

  /**
   * Indices of {@code mgather} or {@code mscatter} choose an element or a row of a view.
   *
   * @param used the tile whose elements are moved
   */
  void inView(TileHandle indices, TileHandle used, ViewHandle view, boolean byRows) {
    int counted = byRows ? view.rank() - 1 : view.rank();
    Value limit = builder.index(1);
    for (Value extent : view.extents().subList(0, counted)) {
      limit = builder.mul(limit, guard.local(extent));
    }
    TileHandle numbers = indices.asRows(builder);
    TileHandle moved = used.asRows(builder);
    Value one = builder.index(1);
    if (byRows) {
      boolean across = numbers.type().rows() == 1;
      moved = across ? moved.withExtents(one, used.rows()) : moved.withExtents(used.rows(), one);
    }
    below(numbers, moved, builder.cast(limit, ElementType.I64));
  }

  private void below(TileHandle indices, TileHandle used, Value limit) {
    ElementType element = ElementType.UI8.withBits(indices.element().bits());
    PointerType type = new PointerType(element, MemorySpace.UB);
    Value pointer = builder.value(Op.CASTPTR, type, indices.address());
    ScalarUnit.barrier(builder);
    builder.loop(
        builder.index(0),
        used.rows(),
        builder.index(1),
        (rows, row) -> {
          Value start = rows.mul(row, rows.index(indices.pitch()));
          rows.loop(
              rows.index(0),
              used.columns(),
              rows.index(1),
              (body, column) -> {
                Value index = body.value(Op.LOAD_SCALAR, element, pointer, body.add(start, column));
                Value wide =
                    body.and(
                        body.cast(index, ElementType.I64), body.i64((1L << element.bits()) - 1));
                guard.in(body).within(RuntimeRule.RANGE, wide, guard.in(body).local(limit));
              });
        });
    ScalarUnit.barrier(builder);
  }
}
