package org.ptoc.backend.a2a3.tile;

import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * The elements that an instruction covers.
 *
 * @param rows number of rows, {@code index}
 * @param columns elements of a row, {@code index}
 * @param physicalRows rows of the tile behind it, which choose the path (spec/21, section 7)
 * @param physicalColumns columns of the tile behind it; there are no more
 * @param hasElements true if neither extent is zero, whatever the run
 * @param order in which rows and vectors of a row are worked off, when that matters
 */
record Domain(
    Value rows,
    Value columns,
    int physicalRows,
    int physicalColumns,
    boolean hasElements,
    WorkOrder order) {

  Domain(Value rows, Value columns, int physicalRows, int physicalColumns) {
    this(rows, columns, physicalRows, physicalColumns, false, WorkOrder.ANY);
  }

  /** The same elements in an order. */
  Domain in(WorkOrder newOrder) {
    return new Domain(rows, columns, physicalRows, physicalColumns, hasElements, newOrder);
  }

  static Domain of(TileHandle tile) {
    return new Domain(tile.rows(), tile.columns(), tile.type().rows(), tile.type().columns());
  }

  static Domain of(IrBuilder builder, long rows, long columns) {
    return new Domain(builder.index(rows), builder.index(columns), (int) rows, (int) columns);
  }

  static Domain row(IrBuilder builder, Value columns) {
    return new Domain(builder.index(1), columns, 1, Integer.MAX_VALUE);
  }

  /** The same rows with other columns, which are no more than the tile has, perhaps none. */
  Domain withColumns(Value newColumns) {
    return new Domain(rows, newColumns, physicalRows, physicalColumns, false, order);
  }

  private Domain withColumns(Value newColumns, long most) {
    int bound = (int) Math.min(most, Integer.MAX_VALUE);
    return new Domain(rows, newColumns, physicalRows, bound, hasElements, order);
  }

  /** The same elements, of which there are some. */
  Domain notEmpty() {
    return new Domain(rows, columns, physicalRows, physicalColumns, true, order);
  }

  boolean isEmpty(IrBuilder builder) {
    return isZero(builder, rows) || isZero(builder, columns);
  }

  private static boolean isZero(IrBuilder builder, Value value) {
    OptionalLong known = builder.constantOf(value);
    return known.isPresent() && known.getAsLong() == 0;
  }

  /** Runs code for a domain that may turn out to be empty; nothing for one that is known to be. */
  void whenNotEmpty(IrBuilder builder, Consumer<IrBuilder> body) {
    if (isEmpty(builder)) {
      return;
    }
    guarded(builder, rows, inner -> guarded(inner, columns, body));
  }

  private static void guarded(IrBuilder builder, Value extent, Consumer<IrBuilder> body) {
    if (builder.constantOf(extent).isPresent()) {
      body.accept(builder);
    } else {
      builder.when(builder.compare("ne", extent, builder.index(0)), body);
    }
  }

  /**
   * The domain when elements of {@code from} bytes are read as 16-bit lanes; an odd byte shares its
   * lane.
   */
  Domain asHalfWords(IrBuilder builder, int from) {
    return switch (from) {
      case 1 -> withColumns(builder.ceilDivide(columns, 2), (physicalColumns + 1L) / 2);
      case 2 -> this;
      default ->
          withColumns(builder.mul(columns, builder.index(from / 2)), physicalColumns * (from / 2L));
    };
  }
}
