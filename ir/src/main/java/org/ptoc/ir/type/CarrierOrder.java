package org.ptoc.ir.type;

import org.ptoc.ir.type.TileType.BaseLayout;

/**
 * Which source of an expansion carries one value for each row or column (spec/20, 7.3). The other
 * one is the data: it has the valid shape of the destination, or stores it. If both fit, the first
 * is the data. Extents that are known at run time alone leave the order open.
 */
public enum CarrierOrder {
  /** {@code data op carrier}. */
  CARRIER_SECOND,
  /** {@code carrier op data}. */
  CARRIER_FIRST,
  /**
   * {@link #CARRIER_FIRST} if the first source does not have as many columns (in an expansion by
   * columns: rows) as the destination, and the second has as many as the destination or more than
   * the first; else {@link #CARRIER_SECOND}.
   */
  KNOWN_AT_RUN_TIME;

  private static final int BLOCK_BYTES = 32;

  /**
   * The order of an expansion by rows. A source that has one column for sure can be the carrier
   * wherever it stands: should the other be the carrier, the destination has one column, where both
   * orders mean the same.
   */
  public static CarrierOrder ofRows(TileType first, TileType second, TileType destination) {
    boolean asWritten = canCover(first, destination) && canCarryRows(second);
    boolean exchanged = canCover(second, destination) && canCarryRows(first);
    if (!asWritten && !exchanged) {
      return byStorage(canCarryRows(first), canCarryRows(second), first, second, destination);
    }
    if (asWritten && exchanged && !canBeSure(first.validColumns(), destination.validColumns())) {
      return open(first.validColumns() == 1, second.validColumns() == 1);
    }
    return exchanged && !asWritten ? CARRIER_FIRST : CARRIER_SECOND;
  }

  /**
   * The order of an expansion by columns, as {@link #ofRows}; a tile with room for one row has one
   * row.
   */
  public static CarrierOrder ofColumns(TileType first, TileType second, TileType destination) {
    boolean asWritten = canCover(first, destination) && canCarryColumns(second);
    boolean exchanged = canCover(second, destination) && canCarryColumns(first);
    if (!asWritten && !exchanged) {
      return byStorage(canCarryColumns(first), canCarryColumns(second), first, second, destination);
    }
    if (asWritten && exchanged && !canBeSure(first.validRows(), destination.validRows())) {
      return open(hasOneRow(first), hasOneRow(second));
    }
    return exchanged && !asWritten ? CARRIER_FIRST : CARRIER_SECOND;
  }

  /** Where no source has the valid shape of the destination, one that stores all of it is read. */
  private static CarrierOrder byStorage(
      boolean firstCarries,
      boolean secondCarries,
      TileType first,
      TileType second,
      TileType destination) {
    boolean asWritten = canHold(first, destination) && secondCarries;
    boolean exchanged = canHold(second, destination) && firstCarries;
    return exchanged && !asWritten ? CARRIER_FIRST : CARRIER_SECOND;
  }

  private static boolean canBeSure(int extent, int other) {
    return extent != TileType.DYNAMIC && extent == other;
  }

  private static CarrierOrder open(boolean firstHasOne, boolean secondHasOne) {
    if (secondHasOne) {
      return CARRIER_SECOND;
    }
    return firstHasOne ? CARRIER_FIRST : KNOWN_AT_RUN_TIME;
  }

  /** A row-major tile whose storage has all of the destination's valid region. */
  public static boolean canHold(TileType tile, TileType destination) {
    return tile.baseLayout() == BaseLayout.ROW_MAJOR
        && destination.validRows() <= tile.rows()
        && destination.validColumns() <= tile.columns();
  }

  private static boolean hasOneRow(TileType tile) {
    return tile.validRows() == 1 || tile.rows() == 1;
  }

  /** A row-major tile whose valid shape can be that of the destination. */
  public static boolean canCover(TileType tile, TileType destination) {
    return tile.baseLayout() == BaseLayout.ROW_MAJOR
        && canEqual(tile.validRows(), tile.rows(), destination.validRows(), destination.rows())
        && canEqual(
            tile.validColumns(), tile.columns(), destination.validColumns(), destination.columns());
  }

  /**
   * One valid column in a column-major tile, or rows of one block of which one value or all are
   * valid in a row-major tile.
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
    return tile.baseLayout() == BaseLayout.ROW_MAJOR
        && (tile.validRows() == TileType.DYNAMIC || tile.validRows() == 1);
  }

  private static boolean canEqual(int extent, int room, int other, int otherRoom) {
    if (extent == TileType.DYNAMIC) {
      return other == TileType.DYNAMIC || other <= room;
    }
    return other == TileType.DYNAMIC ? extent <= otherRoom : extent == other;
  }
}
