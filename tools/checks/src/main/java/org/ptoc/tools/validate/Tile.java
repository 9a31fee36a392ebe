package org.ptoc.tools.validate;

import org.ptoc.ir.type.TileType;

/**
 * A tile in UB as a mark gives it.
 *
 * @param address the byte of element 0, 0
 * @param rows valid ones
 * @param columns valid ones
 * @param pitch elements from one row to the next (row major) or from one column to the next
 */
record Tile(TileType type, long address, long rows, long columns, int pitch) {
  private boolean isRowMajor() {
    return type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
  }

  int elementBytes() {
    return type.element().bytes();
  }

  /** The byte of an element. */
  int place(long row, long column) {
    long element = isRowMajor() ? row * pitch + column : column * pitch + row;
    return (int) (address + element * elementBytes());
  }

  boolean isValid(long row, long column) {
    return row < rows && column < columns;
  }

  /** The row and column of a byte, {@code [3, 17]}. */
  String element(int place) {
    long element = (place - address) / elementBytes();
    long line = element / pitch;
    long along = element % pitch;
    return isRowMajor() ? "[" + line + ", " + along + "]" : "[" + along + ", " + line + "]";
  }
}
