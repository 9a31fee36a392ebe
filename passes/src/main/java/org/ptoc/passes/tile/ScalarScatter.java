package org.ptoc.passes.tile;

import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/** {@code tscatter} element by element, in row-major order (spec/50, 2.9). */
public final class ScalarScatter {
  private ScalarScatter() {}

  /** Where the elements of a row go. */
  private interface Target {
    /** The pointer that places count from, and how the place of a column is found. */
    Line row(IrBuilder builder, Value row);
  }

  /** The place of an element of a column. */
  private interface Place {
    Value of(IrBuilder builder, Value column);
  }

  private record Line(Value pointer, Place place) {}

  /** {@code dst[index[i, j]] = src[i, j]}, where dst is one run of elements. */
  public static void byIndex(
      IrBuilder builder, TileHandle source, TileHandle indices, TileHandle destination) {
    TileHandle data = source.asRows(builder);
    TileHandle numbers = indices.asRows(builder);
    ScalarUnit.alone(
        builder,
        body -> {
          Value to = ScalarUnit.pointer(body, data.element(), destination.address());
          each(
              body,
              data,
              numbers,
              (rows, row) -> {
                Value places = ScalarUnit.row(rows, numbers, row);
                return new Line(to, (inner, column) -> index(inner, numbers, places, column));
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
            each(
                body,
                from,
                from,
                (rows, row) ->
                    new Line(
                        ScalarUnit.row(rows, to, row),
                        (inner, column) ->
                            inner.add(
                                inner.mul(column, inner.index(pattern.period())),
                                inner.index(pattern.phase())))));
  }

  /** Stores each element of the source, as many as {@code counted} has. */
  private static void each(IrBuilder builder, TileHandle data, TileHandle counted, Target target) {
    builder.loop(
        builder.index(0),
        counted.rows(),
        builder.index(1),
        (rows, row) -> {
          Value from = ScalarUnit.row(rows, data, row);
          Line line = target.row(rows, row);
          rows.loop(
              rows.index(0),
              counted.columns(),
              rows.index(1),
              (inner, column) -> {
                Value place = line.place().of(inner, column);
                Value element = ScalarUnit.load(inner, data.element(), from, column);
                ScalarUnit.store(inner, element, line.pointer(), place);
              });
        });
  }
}
