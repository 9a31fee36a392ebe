package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.TileConcat;
import org.ptoc.passes.tile.TileCopy;

/**
 * {@code tmov}, {@code textract} and {@code tinsert} (spec/50, 2.5): a load and a store for each
 * vector. Where one side does not start at a block it is read or written as an unaligned stream.
 */
final class Copies {
  private Copies() {}

  static void emit(PlacedOperands operands) {
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    if (source.type().boxLayout() != destination.type().boxLayout()) {
      BoxCopy.emit(operands.builder(), source, destination);
      return;
    }
    for (TileCopy copy : TileCopy.all(operands)) {
      emit(operands.builder(), copy, operands.order());
    }
  }

  /** {@code tconcat} (spec/50, 2.3). */
  static void concat(PlacedOperands operands) {
    new TileConcat(operands).whole(Copies::apart);
  }

  /** {@code tconcatidx} (spec/50, 2.3). */
  static void concatCounted(PlacedOperands operands) {
    new TileConcat(operands).counted(Copies::apart);
  }

  /** A copy between tiles that share no byte. */
  static void apart(IrBuilder builder, TileCopy copy) {
    emit(builder, copy, WorkOrder.ANY);
  }

  static void emit(IrBuilder builder, TileCopy copy, WorkOrder order) {
    copy.emit(
        builder,
        new TileCopy.Ways() {
          @Override
          public void blocks(IrBuilder body) {
            new Elementwise(
                    List.of(copy.from()), copy.to(), (inner, inputs, mask) -> inputs.getFirst())
                .in(order)
                .emit(body);
          }

          @Override
          public void elements(IrBuilder body) {
            body.vecscope(scope -> unaligned(scope, copy));
          }
        });
  }

  private static void unaligned(IrBuilder builder, TileCopy copy) {
    Columns.rows(
        builder,
        copy.to().rows(),
        List.of(copy.from(), copy.to()),
        (body, row, pointers) -> {
          if (copy.writesPhase()) {
            append(body, copy, pointers.get(0), pointers.get(1));
          } else {
            Unaligned.read(
                body,
                copy.from(),
                pointers.get(0),
                copy.to().columns(),
                (iteration, vector, offset, mask, distribution) ->
                    Columns.store(iteration, vector, pointers.get(1), offset, mask, distribution));
          }
        });
  }

  private static void append(IrBuilder builder, TileCopy copy, Value source, Value destination) {
    TileHandle from = copy.from();
    Unaligned.write(
        builder,
        copy.to(),
        destination,
        from.columns(),
        (iteration, offset, partial) -> Columns.load(iteration, from, source, offset, partial));
  }
}
