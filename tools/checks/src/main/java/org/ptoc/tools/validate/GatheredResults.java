package org.ptoc.tools.validate;

import java.util.Arrays;
import java.util.Optional;
import org.ptoc.ir.HistogramByte;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.BaseLayout;

/** Results of gathers, scatters and counts in UB (spec/50, 2.1 and 2.9). */
final class GatheredResults {
  private static final int BLOCK_BYTES = 32;

  private GatheredResults() {}

  static void gather(Execution run) {
    Optional<MaskPattern> pattern = MaskPattern.of(run.op());
    if (pattern.isPresent()) {
      byPattern(run, pattern.get(), true);
    } else if (run.isTile(RoleName.INDEX)) {
      byIndex(run);
    } else {
      positions(run);
    }
  }

  static void scatter(Execution run) {
    Optional<MaskPattern> pattern = MaskPattern.of(run.op());
    if (pattern.isPresent()) {
      byPattern(run, pattern.get(), false);
      return;
    }
    Tile source = run.tile(RoleName.SRC);
    Tile indices = run.tile(RoleName.INDEX);
    Expectation expected = run.update(RoleName.DST);
    for (long row = 0; row < indices.rows(); row++) {
      for (long column = 0; column < indices.columns(); column++) {
        long index = index(run, indices, row, column);
        Tile result = expected.tile();
        int place = result.place(index / result.pitch(), index % result.pitch());
        if (run.isInside(place, result.elementBytes())) {
          expected.addBits(place, run.element(source, row, column), -1);
        }
      }
    }
  }

  private static void byIndex(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Tile indices = run.tile(RoleName.INDEX);
    Expectation expected = run.expect(RoleName.DST);
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        long index = index(run, indices, row, column);
        expected.add(
            row, column, run.element(source, index / source.pitch(), index % source.pitch()));
      }
    }
  }

  /** Elements from the first one on; those of 16 bits have no sign. */
  private static long index(Execution run, Tile indices, long row, long column) {
    long bits = run.element(indices, row, column);
    return indices.elementBytes() == Integer.BYTES ? (int) bits : bits;
  }

  /** The columns or rows that a pattern takes become the first ones, or these become them. */
  private static void byPattern(Execution run, MaskPattern pattern, boolean gathers) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    boolean rows = MaskPattern.takesRows(run.op());
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        long place = rows ? row : column;
        long from = gathers ? place * pattern.period() + pattern.phase() : place / pattern.period();
        boolean isTaken = gathers || place % pattern.period() == pattern.phase();
        long bits = isTaken ? run.element(source, rows ? from : row, rows ? column : from) : 0;
        expected.add(row, column, bits);
      }
    }
  }

  /** The positions of the elements that compare with a scalar, and their number. */
  private static void positions(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    ElementType type = source.type().element();
    long scalar = run.scalar(RoleName.INDEX, type);
    long first = run.op().attributes().integer(AttributeName.OFFSET).orElse(0L);
    Comparison comparison = MaskResults.comparison(run, Comparison.GT);
    Expectation places = run.update(RoleName.DST);
    Expectation counts = run.expect(RoleName.COUNTS);
    boolean isLine =
        counts.tile().type().rows() == 1
            && counts.tile().type().baseLayout() == BaseLayout.ROW_MAJOR;
    for (long row = 0; row < source.rows() && source.columns() > 0; row++) {
      long found = 0;
      for (long column = 0; column < source.columns(); column++) {
        if (Elements.holds(comparison, type, run.element(source, row, column), scalar)) {
          if (found < places.tile().columns()) {
            places.add(row, found, first + row * source.type().columns() + column);
          }
          found++;
        }
      }
      counts.add(isLine ? 0 : row, isLine ? row : 0, found);
    }
  }

  static void blocks(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Tile offsets = run.tile(RoleName.OFFSETS);
    Expectation expected = run.expect(RoleName.DST);
    int bytes = source.elementBytes();
    int block = BLOCK_BYTES / bytes;
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        long start = source.address() + (int) run.element(offsets, row, column / block);
        expected.add(row, column, run.bytes(start + column % block * bytes, bytes));
      }
    }
  }

  static void histogram(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    long[] bins = new long[1 << Byte.SIZE];
    for (long row = 0; row < expected.tile().rows() && source.columns() > 0; row++) {
      Arrays.fill(bins, 0);
      for (long column = 0; column < source.columns(); column++) {
        long bits = run.element(source, row, column);
        if (isSelected(run, bits, row)) {
          bins[(int) (bits >> Byte.SIZE * HistogramByte.of(run.op()) & 0xFF)]++;
        }
      }
      long sum = 0;
      for (int bin = 0; bin < bins.length; bin++) {
        sum += bins[bin];
        expected.add(row, bin, sum);
      }
    }
  }

  private static boolean isSelected(Execution run, long bits, long row) {
    int highest = HistogramByte.highest(run.op());
    for (int i = 0; i < HistogramByte.selected(run.op()); i++) {
      long wanted = run.element(run.tile(RoleName.SELECTOR), row, i) & 0xFF;
      if ((bits >> Byte.SIZE * (highest - i) & 0xFF) != wanted) {
        return false;
      }
    }
    return true;
  }
}
