package org.ptoc.tools.validate;

import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.type.ElementType;

/** Results of operations that look for extremes and give their places (spec/20, 7.1, 7.2). */
final class IndexResults {
  private IndexResults() {}

  static void reduceRows(Execution run) {
    reduce(run, true);
  }

  static void reduceColumns(Execution run) {
    reduce(run, false);
  }

  /** The first extreme; a NaN counts as the infinity that is none. */
  private static void reduce(Execution run, boolean rows) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    long lines = rows ? source.rows() : source.columns();
    long length = rows ? source.columns() : source.rows();
    for (long line = 0; line < lines && length > 0; line++) {
      long best = 0;
      long extreme = number(run, source, rows, line, 0);
      for (long along = 1; along < length; along++) {
        long next = number(run, source, rows, line, along);
        if (isBetter(run, source.type().element(), next, extreme)) {
          best = along;
          extreme = next;
        }
      }
      expected.add(rows ? line : 0, rows ? 0 : line, best);
    }
  }

  private static long number(Execution run, Tile source, boolean rows, long line, long along) {
    long bits = run.element(source, rows ? line : along, rows ? along : line);
    ElementType type = source.type().element();
    boolean isMaximum = run.op().definition().combines() == Combining.MAXIMUM;
    return type.isFloat() && Double.isNaN(Reals.decode(type, bits))
        ? Reals.encode(type, isMaximum ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
        : bits;
  }

  private static boolean isBetter(Execution run, ElementType type, long value, long than) {
    boolean isMaximum = run.op().definition().combines() == Combining.MAXIMUM;
    return Elements.holds(isMaximum ? Comparison.GT : Comparison.LT, type, value, than);
  }

  /** The second source wins where it is better or alone. */
  static void partial(Execution run) {
    Tile first = run.tile(RoleName.SRC0);
    Tile second = run.tile(RoleName.SRC1);
    Expectation values = run.expect(RoleName.DST);
    Expectation indices = run.expect(RoleName.INDEX);
    Tile result = values.tile();
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        boolean inFirst = first.isValid(row, column);
        boolean inSecond = second.isValid(row, column);
        if (inFirst || inSecond) {
          boolean takesSecond =
              inSecond
                  && (!inFirst
                      || isBetter(
                          run,
                          first.type().element(),
                          run.element(second, row, column),
                          run.element(first, row, column)));
          RoleName index = takesSecond ? RoleName.INDEX1 : RoleName.INDEX0;
          values.add(row, column, run.element(takesSecond ? second : first, row, column));
          indices.add(row, column, run.element(run.tile(index), row, column));
        }
      }
    }
    CombinedResults.padUncovered(run, values, first, second);
    CopiedResults.pad(indices, 0, first, second);
  }
}
