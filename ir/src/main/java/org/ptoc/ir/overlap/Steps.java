package org.ptoc.ir.overlap;

import java.util.Optional;

/**
 * What the steps of an operation read and write (spec/50, 3.3): rows, each cut into steps of equal
 * width but for the last. All figures are in bits, so that masks of a bit for each element are
 * served too.
 *
 * @param start first bit of row 0
 * @param rows number of rows
 * @param pitch from one row to the next, not less than {@code width}
 * @param step of a row that a step covers
 * @param width of a row
 */
record Steps(long start, long rows, long pitch, long step, long width) {

  /** The elements of an area, {@code lanes} in each step. */
  static Steps of(TileArea area, long lanes) {
    long bits = 8L * area.elementBytes();
    return new Steps(
        8 * area.address(),
        area.rows(),
        8 * area.pitchBytes(),
        lanes * bits,
        area.columns() * bits);
  }

  /** Each row of an area as one step. */
  static Steps rowsOf(TileArea area) {
    return of(area, Math.max(1, area.columns()));
  }

  private boolean isEmpty() {
    return rows <= 0 || width <= 0;
  }

  long inRow() {
    return (width + step - 1) / step;
  }

  private long end() {
    return start + (rows - 1) * pitch + width;
  }

  private long from(long row, long column) {
    return start + row * pitch + column * step;
  }

  private long to(long row, long column) {
    return start + row * pitch + Math.min(width, (column + 1) * step);
  }

  /**
   * Where a step writes what a later step reads.
   *
   * @param writer number of the step that writes, row by row
   * @param row of the element that is read too late
   * @param bit of the row where it starts
   */
  record Conflict(long writer, long row, long bit) {}

  /**
   * The first step that writes what a later one reads (rule O1). A closed form decides most cases;
   * otherwise the steps are gone through once: rows do not overlap, so that the steps that meet a
   * range of bits are adjacent.
   */
  Optional<Conflict> firstConflict(Steps written, boolean ascending) {
    if (isEmpty() || written.isEmpty() || end() <= written.start || written.end() <= start) {
      return Optional.empty();
    }
    Optional<OverlapCase> form = OverlapCase.of(this, written);
    if (form.isPresent() && form.get().isLegal(ascending)) {
      return Optional.empty();
    }
    return search(written, ascending);
  }

  /** The same from the sets of bits alone. */
  Optional<Conflict> search(Steps written, boolean ascending) {
    long count = Math.max(inRow(), written.inRow());
    long writers = written.rows * written.inRow();
    for (long i = 0; i < writers; i++) {
      long number = ascending ? i : writers - 1 - i;
      long row = number / written.inRow();
      long column = number % written.inRow();
      long from = written.from(row, column);
      long to = written.to(row, column);
      long own = row * count + column;
      long reader = ascending ? lastBefore(to, count) : firstBehind(from, count);
      boolean isLater = reader >= 0 && (ascending ? reader > own : reader < own);
      if (isLater && meets(reader / count, reader % count, from, to)) {
        long first = ascending ? Math.max(own + 1, firstBehind(from, count)) : reader;
        return Optional.of(conflict(number, first, count, from));
      }
    }
    return Optional.empty();
  }

  private Conflict conflict(long writer, long reader, long count, long from) {
    long row = reader / count;
    long bit = Math.max(from, from(row, reader % count)) - from(row, 0);
    return new Conflict(writer, row, bit);
  }

  private boolean meets(long row, long column, long from, long to) {
    return from(row, column) < to && from < to(row, column);
  }

  /** The last step that starts before a bit; -1 when there is none. */
  private long lastBefore(long bit, long count) {
    long row = Math.min(rows - 1, Math.floorDiv(bit - 1 - start, pitch));
    if (row < 0) {
      return -1;
    }
    return row * count + Math.min(inRow() - 1, (bit - 1 - from(row, 0)) / step);
  }

  /** The first step that ends after a bit; -1 when there is none. */
  private long firstBehind(long bit, long count) {
    long row = Math.max(0, Math.floorDiv(bit - start - width, pitch) + 1);
    if (row >= rows) {
      return -1;
    }
    return row * count + Math.max(0, Math.floorDiv(bit - from(row, 0), step));
  }

  long endOf() {
    return end();
  }
}
