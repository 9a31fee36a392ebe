package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.TriangleRows;

/** {@code ttri}: ones on one side of a diagonal, zeros on the other (spec/50, 2.9). */
final class Triangle {
  private Triangle() {}

  static void emit(IrBuilder builder, TileHandle destination, TriangleRows rows) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    ElementType element = destination.element();
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(destination),
                (inner, row, pointers) -> {
                  Lanes all = new Lanes(inner, element, Columns.pattern(inner, element, "PAT_ALL"));
                  Value first = all.splat(rows.firstBits(element));
                  Value last = all.splat(rows.lastBits(element));
                  Value count = rows.firstColumns(inner, row, destination.columns());
                  Columns.forEach(
                      inner,
                      element,
                      destination.columns(),
                      List.of(Columns.maskCount(inner, element, count)),
                      (iteration, offset, mask, partial, left) -> {
                        var inside = Columns.lessThan(iteration, element, left.getFirst());
                        Value vector =
                            new Lanes(iteration, element, mask)
                                .select(inside.result(0), first, last);
                        Columns.store(iteration, vector, pointers.getFirst(), offset, mask);
                        return List.of(inside.result(1));
                      });
                }));
  }
}
