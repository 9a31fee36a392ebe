package org.ptoc.tools.validate;

import java.util.Optional;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.Padding;

/** Results of loads from views of global memory (spec/20, 8.1). */
final class LoadedResults {
  private static final int BLOCK_BYTES = 32;

  /** The dimension of a view that numbers the columns, and the one that numbers the rows. */
  private static final int COLUMNS = 4;

  private static final int ROWS = 3;

  private LoadedResults() {}

  static void load(Execution run) {
    LoadedView view = run.view(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    Tile tile = expected.tile();
    TileType type = tile.type();
    boolean isRowMajor = type.baseLayout() == BaseLayout.ROW_MAJOR;
    long lines = isRowMajor ? tile.rows() : tile.columns();
    long length = isRowMajor ? tile.columns() : tile.rows();
    if (lines * length == 0 || view.isEmpty()) {
      return;
    }
    // A single line may lie in the other direction.
    boolean isLine = (isRowMajor ? type.rows() : type.columns()) == 1;
    int own = isRowMajor ? COLUMNS : ROWS;
    int other = isRowMajor ? ROWS : COLUMNS;
    int along = isLine && view.extents().get(own) < length ? other : own;
    int bytes = tile.elementBytes();
    long blocks = (length * bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * (BLOCK_BYTES / bytes);
    long padded = type.padding() == Padding.NULL ? length : Math.min(blocks, tile.pitch());
    for (long line = 0; line < lines; line++) {
      for (long element = 0; element < padded; element++) {
        long place = view.place(along, line, element, bytes);
        Optional<Long> bits =
            element < length
                ? run.global(place, bytes)
                : Optional.of(CopiedResults.padding(run, type));
        long row = isRowMajor ? line : element;
        long column = isRowMajor ? element : line;
        bits.ifPresent(found -> expected.add(row, column, found));
      }
    }
  }
}
