package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.ScalarUnit;
import org.ptoc.passes.tile.TileConcat;
import org.ptoc.passes.tile.TileCopy;

/**
 * {@code tmov}, {@code textract} and {@code tinsert} (spec/50, 2.5): vector copies of exactly the
 * elements of the rectangle where both sides start at blocks, else the scalar unit.
 */
final class Copies {
  private Copies() {}

  static void emit(Operands operands) {
    for (TileCopy copy : TileCopy.all(operands)) {
      emit(operands.builder(), copy, operands.neededScratch(), operands.order());
    }
  }

  /** {@code tconcat} (spec/50, 2.3). */
  static void concat(Operands operands) {
    Scratch scratch = operands.neededScratch();
    new TileConcat(operands).whole((body, copy) -> emit(body, copy, scratch, WorkOrder.ANY));
  }

  /** {@code tconcatidx} (spec/50, 2.3). */
  static void concatCounted(Operands operands) {
    Scratch scratch = operands.neededScratch();
    new TileConcat(operands).counted((body, copy) -> emit(body, copy, scratch, WorkOrder.ANY));
  }

  static void emit(IrBuilder builder, TileCopy copy, Scratch scratch, WorkOrder order) {
    copy.emit(
        builder,
        new TileCopy.Ways() {
          @Override
          public void blocks(IrBuilder body) {
            copy(body, copy.from(), copy.to(), scratch, order);
          }

          @Override
          public void elements(IrBuilder body) {
            ScalarUnit.alone(body, inner -> scalars(inner, copy));
          }
        });
  }

  /** Rows of one width that start at blocks; the written tile has the extents. */
  static void copy(
      IrBuilder builder, TileHandle from, TileHandle to, Scratch scratch, WorkOrder order) {
    Domain.of(to)
        .whenNotEmpty(
            builder,
            body -> {
              Code code = to.elementBytes() == 1 ? Code.following(body) : Code.ofTiles(body);
              Area spare = Area.dense(scratch.address(), 2, 0);
              ByteCopy.copy(code, Domain.of(to).in(order), Area.of(to), Area.of(from), spare);
            });
  }

  private static void scalars(IrBuilder builder, TileCopy copy) {
    builder.loop(
        builder.index(0),
        copy.to().rows(),
        builder.index(1),
        (rows, row) -> {
          Value source = ScalarUnit.row(rows, copy.from(), row);
          Value destination = ScalarUnit.row(rows, copy.to(), row);
          rows.loop(
              rows.index(0),
              copy.to().columns(),
              rows.index(1),
              (body, column) ->
                  ScalarUnit.store(
                      body,
                      ScalarUnit.load(body, copy.from().element(), source, column),
                      destination,
                      column));
        });
  }
}
