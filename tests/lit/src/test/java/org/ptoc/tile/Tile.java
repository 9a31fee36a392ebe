package org.ptoc.tile;

/**
 * A tile type as the tests write it.
 *
 * @param dynamic true when the valid extents stand as question marks and are kernel parameters
 * @param padding empty, or a word for the {@code pad} key
 * @param pitch distance of rows (row major) in elements: more than {@code columns} in a window of a
 *     wider tile
 * @param inset first column of the window in that tile
 */
record Tile(
    Dtype type,
    int rows,
    int columns,
    int validRows,
    int validColumns,
    boolean columnMajor,
    boolean dynamic,
    String padding,
    int pitch,
    int inset) {

  /** A row-major tile that is valid everywhere. */
  static Tile of(Dtype type, int rows, int columns) {
    return new Tile(type, rows, columns, rows, columns, false, false, "", columns, 0);
  }

  /** A row-major tile of the least legal width for some valid columns. */
  static Tile fitting(Dtype type, int validRows, int validColumns) {
    int block = type.block();
    int columns = Math.max(1, (validColumns + block - 1) / block) * block;
    return of(type, Math.max(1, validRows), columns).valid(validRows, validColumns);
  }

  Tile valid(int newRows, int newColumns) {
    return new Tile(
        type, rows, columns, newRows, newColumns, columnMajor, dynamic, padding, pitch, inset);
  }

  Tile as(Dtype other) {
    return new Tile(
        other, rows, columns, validRows, validColumns, columnMajor, dynamic, padding, pitch, inset);
  }

  Tile withColumns(int newColumns) {
    return new Tile(
        type,
        rows,
        newColumns,
        validRows,
        validColumns,
        columnMajor,
        dynamic,
        padding,
        newColumns,
        0);
  }

  Tile byColumns() {
    return new Tile(
        type, rows, columns, validRows, validColumns, true, dynamic, padding, pitch, inset);
  }

  Tile open() {
    return new Tile(
        type, rows, columns, validRows, validColumns, columnMajor, true, padding, pitch, inset);
  }

  Tile padded(String word) {
    return new Tile(
        type, rows, columns, validRows, validColumns, columnMajor, dynamic, word, pitch, inset);
  }

  /** The same tile as a window of one with {@code columns + more} columns. */
  Tile window(int more, int at) {
    return new Tile(
        type,
        rows,
        columns,
        validRows,
        validColumns,
        columnMajor,
        dynamic,
        padding,
        columns + more,
        at);
  }

  boolean isWindow() {
    return !columnMajor && pitch != columns;
  }

  /** What the window is cut out of. */
  Tile parent() {
    return of(type, rows, pitch).padded(padding);
  }

  /** Bytes of the tile, for a window those of what it is cut out of. */
  int bytes() {
    return rows * (columnMajor ? columns : pitch) * type.bytes();
  }

  /** Byte offset of an element. */
  int offset(int row, int column) {
    return (columnMajor ? column * rows + row : row * pitch + inset + column) * type.bytes();
  }

  String spelling() {
    StringBuilder text =
        new StringBuilder("!pto.tile_buf<vec, ")
            .append(rows)
            .append('x')
            .append(columns)
            .append('x')
            .append(type);
    if (dynamic) {
      text.append(", valid=?x?");
    } else if (validRows != rows || validColumns != columns) {
      text.append(", valid=").append(validRows).append('x').append(validColumns);
    }
    if (columnMajor) {
      text.append(", blayout=col_major");
    }
    if (!padding.isEmpty()) {
      text.append(", pad=").append(padding);
    }
    return text.append('>').toString();
  }

  @Override
  public String toString() {
    return spelling().substring("!pto.tile_buf<vec, ".length()).replace(">", "")
        + (dynamic ? "=" + validRows + "x" + validColumns : "")
        + (isWindow() ? " in " + pitch + " at " + inset : "");
  }
}
