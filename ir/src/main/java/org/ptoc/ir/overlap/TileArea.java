package org.ptoc.ir.overlap;

/**
 * The valid elements of a placed tile: rows of adjacent elements.
 *
 * @param address byte address of element (0, 0)
 * @param rows valid rows; the most there can be where only the run knows
 * @param columns valid columns, likewise
 * @param elementBytes size of an element
 * @param pitchBytes bytes from one row to the next, not less than a row has
 * @param exact false where the extents are upper bounds
 */
public record TileArea(
    long address, long rows, long columns, int elementBytes, long pitchBytes, boolean exact) {

  /** True when no byte lies in it. */
  public boolean isEmpty() {
    return rows <= 0 || columns <= 0;
  }

  /** Bytes of a row. */
  public long rowBytes() {
    return columns * elementBytes;
  }

  /** The first byte after the last row. */
  public long end() {
    return address + (rows - 1) * pitchBytes + rowBytes();
  }

  /**
   * True when the elements are one run without gaps: full rows, or a single row (spec/21, 1.1). If
   * the extents are bounds, the answer holds for the largest extents.
   */
  public boolean isRun() {
    return rows <= 1 || rowBytes() == pitchBytes;
  }

  /** True when both have the same elements at the same addresses, whatever their extents. */
  public boolean isSamePlace(TileArea other) {
    boolean samePitch = pitchBytes == other.pitchBytes || rows <= 1 && other.rows <= 1;
    return address == other.address && elementBytes == other.elementBytes && samePitch;
  }

  /** The rows as one, for an area that {@link #isRun}. */
  public TileArea asRun() {
    return new TileArea(
        address, 1, rows * columns, elementBytes, rows * columns * elementBytes, exact);
  }

  /** The part that begins at an element. */
  public TileArea from(long row, long column) {
    return new TileArea(
        address + row * pitchBytes + column * elementBytes,
        rows,
        columns,
        elementBytes,
        pitchBytes,
        exact);
  }

  /** The same place with other extents. */
  public TileArea withExtents(long newRows, long newColumns) {
    return new TileArea(address, newRows, newColumns, elementBytes, pitchBytes, exact);
  }

  /** The same shape at another address. */
  public TileArea at(long newAddress) {
    return new TileArea(newAddress, rows, columns, elementBytes, pitchBytes, exact);
  }

  /** True when the areas have a byte in common; rows of windows may interleave without. */
  public boolean meets(TileArea other) {
    if (isEmpty() || other.isEmpty() || end() <= other.address || other.end() <= address) {
      return false;
    }
    TileArea few = rows <= other.rows ? this : other;
    TileArea many = few == this ? other : this;
    for (long row = 0; row < few.rows; row++) {
      long start = few.address + row * few.pitchBytes;
      if (many.touches(start, start + few.rowBytes())) {
        return true;
      }
    }
    return false;
  }

  /** True when a row has a byte from {@code start} on, before {@code end}. */
  private boolean touches(long start, long end) {
    long last = Math.min(rows - 1, Math.floorDiv(end - 1 - address, pitchBytes));
    return last >= 0 && address + last * pitchBytes + rowBytes() > start;
  }
}
