package org.ptoc.tools.validate;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.tile.PaddingValues;

/** Results of operations that move elements and fill what has none (spec/20, 7.3 and 8.3). */
final class CopiedResults {
  private CopiedResults() {}

  /** An expansion of a source without elements does nothing. */
  static void expand(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.expect(RoleName.DST);
    boolean byRows = run.op().definition().has(Trait.ROW_CARRIER);
    for (long row = 0; row < result.rows() && !run.isEmpty(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        long bits = run.element(source, byRows ? row : 0, byRows ? 0 : column);
        expected.add(row, column, bits);
      }
    }
  }

  static void concatenate(Execution run) {
    Tile first = run.tile(RoleName.SRC0);
    Tile second = run.tile(RoleName.SRC1);
    Expectation expected = run.expect(RoleName.DST);
    for (long row = 0; row < run.tile(RoleName.DST).rows(); row++) {
      for (long column = 0; column < first.columns() + second.columns(); column++) {
        boolean isFirst = column < first.columns();
        long bits =
            run.element(isFirst ? first : second, row, isFirst ? column : column - first.columns());
        expected.add(row, column, bits);
      }
    }
  }

  /** The counts of a row are bytes of each source, as far as there is room. */
  static void concatenateCounted(Execution run) {
    Tile first = run.tile(RoleName.SRC0);
    Tile second = run.tile(RoleName.SRC1);
    Expectation expected = run.update(RoleName.DST);
    long room = expected.tile().columns();
    for (long row = 0; row < expected.tile().rows(); row++) {
      long left = Math.min(counted(run, RoleName.COUNT0, first, row), room);
      long right = Math.min(counted(run, RoleName.COUNT1, second, row), room - left);
      for (long column = 0; column < left + right; column++) {
        boolean isFirst = column < left;
        long bits = run.element(isFirst ? first : second, row, isFirst ? column : column - left);
        expected.add(row, column, bits);
      }
    }
  }

  private static long counted(Execution run, RoleName role, Tile source, long row) {
    long bytes = run.element(run.tile(role), row, 0);
    return Math.min(Long.divideUnsigned(bytes, source.elementBytes()), source.type().columns());
  }

  static void extract(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    long firstRow = run.scalar(RoleName.ROW);
    long firstColumn = run.scalar(RoleName.COL);
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        expected.add(row, column, run.element(source, firstRow + row, firstColumn + column));
      }
    }
  }

  static void insert(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.update(RoleName.DST);
    long firstRow = run.scalar(RoleName.ROW);
    long firstColumn = run.scalar(RoleName.COL);
    for (long row = 0; row < source.rows(); row++) {
      for (long column = 0; column < source.columns(); column++) {
        expected.add(firstRow + row, firstColumn + column, run.element(source, row, column));
      }
    }
  }

  /** What is valid in both; of padding nothing is said here. */
  static Expectation common(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.update(RoleName.DST);
    for (long row = 0; row < Math.min(source.rows(), result.rows()); row++) {
      for (long column = 0; column < Math.min(source.columns(), result.columns()); column++) {
        expected.add(row, column, run.element(source, row, column));
      }
    }
    return expected;
  }

  static void fill(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    pad(common(run), padding(run, run.tile(RoleName.DST).type()), source, source);
  }

  /** The bits that a tile says to fill it with. */
  static long padding(Execution run, TileType type) {
    return run.has(CodeSwitch.INFINITE_PADDING)
        ? PaddingValues.infinite(type.padding(), type.element())
        : PaddingValues.finite(type.padding(), type.element());
  }

  static void transpose(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    for (long row = 0; row < source.rows(); row++) {
      for (long column = 0; column < source.columns(); column++) {
        expected.add(column, row, run.element(source, row, column));
      }
    }
  }

  /** The bytes outside of both tiles. */
  static void pad(Expectation expected, long bits, Tile first, Tile second) {
    Tile result = expected.tile();
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        if (!first.isValid(row, column) && !second.isValid(row, column)) {
          expected.add(row, column, bits);
        }
      }
    }
  }
}
