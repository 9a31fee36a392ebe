package org.ptoc.tools.validate;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.tile.PaddingValues;

/** Results of operations that compute elements by a recipe, each of one of each operand. */
final class CombinedResults {
  /** Bytes of a block of UB. */
  private static final int BLOCK_BYTES = 32;

  private static final Set<Op> EXACT = EnumSet.of(Op.TMAX, Op.TMIN);

  private final RecipeLanes lanes;

  CombinedResults(Recipe recipe) {
    this.lanes = new RecipeLanes(recipe);
  }

  /** Elements of all tiles at one place, with the scalars. */
  void elementwise(Execution run) {
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.expect(RoleName.DST);
    long count = result.rows() * result.columns();
    for (long begin = 0; begin < count; begin += RecipeLanes.LANES) {
      int some = (int) Math.min(RecipeLanes.LANES, count - begin);
      int number = 0;
      for (Role role : run.op().definition().operands()) {
        if (role.name() != RoleName.TMP) {
          lanes.set(number, elements(run, role, number, begin, some), some);
          number++;
        }
      }
      lanes.compute(some);
      for (int lane = 0; lane < some; lane++) {
        long element = begin + lane;
        expected.add(element / result.columns(), element % result.columns(), lanes.result(lane));
      }
    }
  }

  private long[] elements(Execution run, Role role, int number, long begin, int count) {
    long columns = run.tile(RoleName.DST).columns();
    long[] bits = new long[count];
    if (run.isTile(role.name())) {
      Tile tile = run.tile(role.name());
      for (int lane = 0; lane < count; lane++) {
        long element = begin + lane;
        bits[lane] = run.element(tile, element / columns, element % columns);
      }
    } else {
      Arrays.fill(bits, scalar(run, role.name(), number));
    }
    return bits;
  }

  /** The bits of a scalar in the type in which the recipe takes it; floats are rounded. */
  private long scalar(Execution run, RoleName role, int number) {
    return switch (lanes.operandType(number)) {
      case FP16 -> run.scalar(role, ElementType.F16);
      case BF16 -> run.scalar(role, ElementType.BF16);
      default -> run.scalar(role);
    };
  }

  /**
   * The carrier is the source that has not as many columns, or rows, as the result; tiles without
   * elements give nothing.
   */
  void expand(Execution run) {
    Tile first = run.tile(RoleName.SRC0);
    Tile second = run.tile(RoleName.SRC1);
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.expect(RoleName.DST);
    boolean byRows = run.op().definition().has(Trait.ROW_CARRIER);
    boolean carrierFirst = isCarrierFirst(byRows, first, second, result);
    for (long row = 0; row < result.rows() && !run.isEmpty(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        long a = carried(run, first, carrierFirst, byRows, row, column);
        long b = carried(run, second, !carrierFirst, byRows, row, column);
        expected.add(row, column, combine(a, b));
      }
    }
  }

  private static boolean isCarrierFirst(boolean byRows, Tile first, Tile second, Tile result) {
    long own = byRows ? first.columns() : first.rows();
    long other = byRows ? second.columns() : second.rows();
    long needed = byRows ? result.columns() : result.rows();
    return own != needed && (other == needed || other > own);
  }

  /** A carrier of rows holds one value for each, or a block of which the columns take turns. */
  private static long carried(
      Execution run, Tile tile, boolean carries, boolean byRows, long row, long column) {
    if (!carries) {
      return run.element(tile, row, column);
    }
    long block = BLOCK_BYTES / tile.elementBytes();
    boolean hasBlocks =
        run.has(CodeSwitch.BLOCK_CARRIER)
            || run.op()
                .attributes()
                .integer(AttributeName.SRC1_COL)
                .filter(each -> each == block)
                .isPresent();
    return byRows
        ? run.element(tile, row, hasBlocks ? column % block : 0)
        : run.element(tile, 0, column);
  }

  void partial(Execution run) {
    Tile first = run.tile(RoleName.SRC0);
    Tile second = run.tile(RoleName.SRC1);
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.expect(RoleName.DST);
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        boolean inFirst = first.isValid(row, column);
        boolean inSecond = second.isValid(row, column);
        if (inFirst && inSecond) {
          long a = run.element(first, row, column);
          expected.add(row, column, combine(a, run.element(second, row, column)));
        } else if (inFirst || inSecond) {
          expected.add(row, column, run.element(inFirst ? first : second, row, column));
        }
      }
    }
    padUncovered(run, expected, first, second);
  }

  /** Cells of a maximum or minimum that no source has; of others one source covers the result. */
  static void padUncovered(Execution run, Expectation expected, Tile first, Tile second) {
    ElementType type = expected.tile().type().element();
    switch (run.op().definition().combines()) {
      case MAXIMUM ->
          CopiedResults.pad(expected, PaddingValues.finite(Padding.MIN, type), first, second);
      case MINIMUM ->
          CopiedResults.pad(expected, PaddingValues.finite(Padding.MAX, type), first, second);
      default -> {
        // One source covers the result.
      }
    }
  }

  void reduceRows(Execution run) {
    reduce(run, true);
  }

  void reduceColumns(Execution run) {
    reduce(run, false);
  }

  /**
   * Sums and products of floats along a row may be formed in any order and in single precision:
   * they are formed in double precision here. Along columns they go row by row in their type.
   */
  private void reduce(Execution run, boolean rows) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    ElementType type = source.type().element();
    Combining combining = run.op().definition().combines();
    boolean isOrdered = !type.isFloat() || combining.tile().filter(EXACT::contains).isPresent();
    long lines = rows ? source.rows() : source.columns();
    long length = rows ? source.columns() : source.rows();
    for (long line = 0; line < lines && length > 0; line++) {
      long value = run.element(source, rows ? line : 0, rows ? 0 : line);
      Reals reals = new Reals(type, run.op().definition().combines());
      reals.add(isOrdered ? 0 : value);
      for (long along = 1; along < length; along++) {
        long next = run.element(source, rows ? line : along, rows ? along : line);
        value = combine(value, next);
        reals.add(isOrdered ? 0 : next);
      }
      long bits = isOrdered || !rows ? value : reals.bits();
      expected.add(rows ? line : 0, rows ? 0 : line, bits, isOrdered ? 0 : reals.error());
    }
  }

  private long combine(long first, long second) {
    lanes.set(0, new long[] {first}, 1);
    lanes.set(1, new long[] {second}, 1);
    lanes.compute(1);
    return lanes.result(0);
  }
}
