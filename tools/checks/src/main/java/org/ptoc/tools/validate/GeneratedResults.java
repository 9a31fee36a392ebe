package org.ptoc.tools.validate;

import java.util.List;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;

/** Results of operations that have no tile as source (spec/20, 8.4; spec/50, 2.9). */
final class GeneratedResults {
  /** From here on not every whole number is one of half precision. */
  private static final int INEXACT_HALVES = 2048;

  private static final List<RoleName> COUNTERS =
      List.of(RoleName.C0, RoleName.C1, RoleName.C2, RoleName.C3);

  private static final int LANES = 64;
  private static final int STEP = 256;

  private GeneratedResults() {}

  static void triangle(Execution run) {
    Expectation expected = run.expect(RoleName.DST);
    ElementType type = expected.tile().type().element();
    long one = type.isFloat() ? Reals.encode(type, 1) : 1;
    long diagonal = (int) run.scalar(RoleName.DIAGONAL);
    boolean isUpper = run.op().attributes().integer(AttributeName.UPPER_OR_LOWER).orElse(0L) == 1;
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        boolean isSet = isUpper ? column >= row + diagonal : column <= row + diagonal;
        expected.add(row, column, isSet ? one : 0);
      }
    }
  }

  static void sequence(Execution run) {
    Expectation expected = run.expect(RoleName.DST);
    Tile result = expected.tile();
    ElementType type = result.type().element();
    long start = run.scalar(RoleName.START, type);
    int step = run.op().attributes().flag(AttributeName.DESCENDING) ? -1 : 1;
    for (long column = 0; column < (result.rows() > 0 ? result.columns() : 0); column++) {
      boolean isInexact = type == ElementType.F16 && column > INEXACT_HALVES;
      long bits =
          type.isFloat()
              ? Reals.encode(type, Reals.decode(type, start) + (double) step * column)
              : start + step * column & -1L >>> Long.SIZE - type.bits();
      expected.add(0, column, bits, isInexact ? Double.NaN : 0);
    }
  }

  /** Philox 4x32: a counter for each of 64 lanes, of which a step makes four words each. */
  static void random(Execution run) {
    Expectation expected = run.expect(RoleName.DST);
    long columns = expected.tile().columns();
    int rounds = run.op().attributes().integer(AttributeName.ROUNDS).orElse(10L).intValue();
    int[] counter = new int[COUNTERS.size()];
    for (int i = 0; i < counter.length; i++) {
      counter[i] = (int) run.scalar(COUNTERS.get(i));
    }
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < columns; column++) {
        int[] words = philox(run, increased(counter, column / counter.length), rounds);
        expected.add(row, column, Integer.toUnsignedLong(words[(int) column % counter.length]));
      }
      long steps = (columns + STEP - 1) / STEP;
      counter =
          increased(counter, columns == 0 ? 0 : (steps - 1) * LANES + (columns - 1) % LANES + 1);
    }
  }

  private static int[] increased(int[] counter, long amount) {
    int[] result = counter.clone();
    long carry = amount;
    for (int i = 0; i < result.length; i++) {
      carry += Integer.toUnsignedLong(result[i]);
      result[i] = (int) carry;
      carry >>>= Integer.SIZE;
    }
    return result;
  }

  private static int[] philox(Execution run, int[] counter, int rounds) {
    int[] c = counter;
    int key0 = (int) run.scalar(RoleName.K0);
    int key1 = (int) run.scalar(RoleName.K1);
    for (int round = 0; round < rounds; round++) {
      long first = Integer.toUnsignedLong(c[0]) * 0xD2511F53L;
      long second = Integer.toUnsignedLong(c[2]) * 0xCD9E8D57L;
      int high0 = (int) (second >>> Integer.SIZE) ^ c[1] ^ key0;
      int high1 = (int) (first >>> Integer.SIZE) ^ c[3] ^ key1;
      c = new int[] {high0, (int) second, high1, (int) first};
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
    return c;
  }
}
