package org.ptoc.passes.tile;

import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** {@code tscatter} element by element, in row-major order (spec/50, 2.9). */
public final class ScalarScatter {
  private ScalarScatter() {}

  /** {@code dst[index[i, j]] = src[i, j]}, where dst is one run of elements. */
  public static void byIndex(
      IrBuilder builder, TileHandle source, TileHandle indices, TileHandle destination) {
    TileHandle data = source.asRows(builder);
    TileHandle numbers = indices.asRows(builder);
    ScalarUnit.alone(
        builder,
        body -> {
          Value to = ScalarUnit.pointer(body, data.element(), destination.address());
          body.loop(
              body.index(0),
              numbers.rows(),
              body.index(1),
              (rows, row) -> {
                Value from = ScalarUnit.row(rows, data, row);
                Value places = ScalarUnit.row(rows, numbers, row);
                rows.loop(
                    rows.index(0),
                    numbers.columns(),
                    rows.index(1),
                    (inner, column) -> {
                      Value place = index(inner, numbers, places, column);
                      Value element = ScalarUnit.load(inner, data.element(), from, column);
                      ScalarUnit.store(inner, element, to, place);
                    });
              });
        });
  }

  /** An unsigned index, {@code index}. */
  static Value index(IrBuilder builder, TileHandle indices, Value row, Value column) {
    ElementType element = ElementType.UI8.withBits(indices.element().bits());
    Value index = ScalarUnit.load(builder, element, row, column);
    return builder.and(
        builder.cast(index, ElementType.INDEX), builder.index((1L << element.bits()) - 1));
  }

  /** Column j of src becomes the column of dst that a pattern takes j-th. */
  public static void columns(
      IrBuilder builder, TileHandle source, TileHandle destination, MaskPattern pattern) {
    TileHandle from = source.asRows(builder);
    TileHandle to = destination.asRows(builder);
    ScalarUnit.alone(
        builder,
        body ->
            body.loop(
                body.index(0),
                from.rows(),
                body.index(1),
                (rows, row) -> {
                  Value first = ScalarUnit.row(rows, from, row);
                  Value second = ScalarUnit.row(rows, to, row);
                  rows.loop(
                      rows.index(0),
                      from.columns(),
                      rows.index(1),
                      (inner, column) -> {
                        Value place =
                            inner.add(
                                inner.mul(column, inner.index(pattern.period())),
                                inner.index(pattern.phase()));
                        Value element = ScalarUnit.load(inner, from.element(), first, column);
                        ScalarUnit.store(inner, element, second, place);
                      });
                }));
  }
}
