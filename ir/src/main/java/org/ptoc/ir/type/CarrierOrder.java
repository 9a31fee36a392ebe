package org.ptoc.ir.type;

import org.ptoc.ir.type.TileType.BaseLayout;

/**
 * Which source of an expansion carries one value for each row or column (spec/20, 7.3). The other one has the valid shape
 * of the destination. An extent that only the run knows may be any that the tile has room for, so a source is ruled out
 * only by what the types say; the carrier is the second source where both orders remain.
 */
public final class CarrierOrder {
  private static final int BLOCK_BYTES = 32;

  private CarrierOrder() {}

  /**
   * True when the first source holds one value for each row. Where the types allow both orders, it does if it alone has
   * one column for sure: a destination of one column is the same in both orders.
   */
  public static boolean rowCarrierIsFirst(TileType first, TileType second, TileType destination) {
    boolean asWritten = canCover(first, destination) && canCarryRows(second);
    boolean exchanged = canCover(second, destination) && canCarryRows(first);
    if (asWritten && exchanged) {
      return first.validColumns() == 1 && second.validColumns() != 1;
    }
    return asWritten == exchanged ? mustExchange(first, second, destination) : exchanged;
  }

  /**
   * True when the first source holds one value for each column. Where the types allow both orders, it does if it alone
   * has one row for sure, or no room for a second one: a destination of one row is the same in both orders.
   */
  public static boolean columnCarrierIsFirst(TileType first, TileType second, TileType destination) {
    boolean asWritten = canCover(first, destination) && canCarryColumns(second);
    boolean exchanged = canCover(second, destination) && canCarryColumns(first);
    if (asWritten && exchanged) {
      boolean firstHasOne = first.validRows() == 1 || first.rows() == 1;
      return firstHasOne && second.validRows() != 1 && second.rows() > 1;
    }
    return asWritten == exchanged ? mustExchange(first, second, destination) : exchanged;
  }

  /** A row-major tile whose valid shape can be that of the destination. */
  public static boolean canCover(TileType tile, TileType destination) {
    return tile.baseLayout() == BaseLayout.ROW_MAJOR
        && canEqual(tile.validRows(), tile.rows(), destination.validRows(), destination.rows())
        && canEqual(tile.validColumns(), tile.columns(), destination.validColumns(), destination.columns());
  }

  /**
   * One valid column in a column-major tile, or rows of one block of which one value or all are valid in a row-major tile.
   */
  public static boolean canCarryRows(TileType tile) {
    int valid = tile.validColumns();
    boolean canBeOne = valid == TileType.DYNAMIC || valid == 1;
    if (tile.baseLayout() == BaseLayout.COLUMN_MAJOR) {
      return canBeOne;
    }
    int block = BLOCK_BYTES / tile.element().bytes();
    return tile.columns() == block && (canBeOne || valid == block);
  }

  private static boolean canCarryColumns(TileType tile) {
    return tile.baseLayout() == BaseLayout.ROW_MAJOR && (tile.validRows() == TileType.DYNAMIC || tile.validRows() == 1);
  }

  private static boolean mustExchange(TileType first, TileType second, TileType destination) {
    return !canCover(first, destination) && canCover(second, destination);
  }

  private static boolean canEqual(int extent, int room, int other, int otherRoom) {
    if (extent == TileType.DYNAMIC) {
      return other == TileType.DYNAMIC || other <= room;
    }
    return other == TileType.DYNAMIC ? extent <= otherRoom : extent == other;
  }
}
