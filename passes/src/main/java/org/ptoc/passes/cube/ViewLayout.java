package org.ptoc.passes.cube;

import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.tile.ViewHandle;

/** How a view of global memory lies there (spec/60, 2.3 and 2.4). */
enum ViewLayout {
  /** {@code nd}: elements of a row are adjacent. */
  ROWS,
  /** {@code dn}: elements of a column are adjacent. */
  COLUMNS,
  /** {@code nz}: boxes of 16 rows, in columns of boxes. */
  FRACTALS,
  /** {@code mx_a_zz}, {@code mx_b_nn}: fragments of scales. */
  SCALES;

  private static final int FRACTAL_RANK = 5;

  /** The layout that a view states, or that its strides and the tile tell. */
  static ViewLayout of(ViewHandle view, CubeTile tile, Constants constants) {
    String stated = view.layout().orElse("");
    return switch (stated) {
      case "nd" -> ROWS;
      case "dn" -> COLUMNS;
      case "nz" -> FRACTALS;
      case "mx_a_zz", "mx_b_nn" -> SCALES;
      default -> inferred(view, tile, constants);
    };
  }

  private static ViewLayout inferred(ViewHandle view, CubeTile tile, Constants constants) {
    if (view.element() == ElementType.F8E8M0) {
      return SCALES;
    }
    if (isFractal(view, tile, constants)) {
      return FRACTALS;
    }
    int last = view.rank() - 1;
    boolean turned =
        last > 0
            && !isOne(view.strides().get(last), constants)
            && isOne(view.strides().get(last - 1), constants);
    return turned ? COLUMNS : ROWS;
  }

  private static boolean isFractal(ViewHandle view, CubeTile tile, Constants constants) {
    if (view.rank() != FRACTAL_RANK || tile.isPlain()) {
      return false;
    }
    OptionalLong rows = constants.integer(view.extents().get(FRACTAL_RANK - 2));
    OptionalLong width = constants.integer(view.extents().get(FRACTAL_RANK - 1));
    OptionalLong stride = constants.integer(view.strides().get(FRACTAL_RANK - 2));
    return rows.isPresent()
        && rows.getAsLong() == CubeTile.BOX
        && width.isPresent()
        && stride.equals(width);
  }

  private static boolean isOne(Value stride, Constants constants) {
    OptionalLong known = constants.integer(stride);
    return known.isPresent() && known.getAsLong() == 1;
  }
}
