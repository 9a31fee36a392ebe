package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.fail;

import java.util.Random;

/** Comparison of a result with plain reference functions. */
final class Expect {
  private Expect() {}

  /** What an element must be. */
  interface Reference {
    double at(int row, int column);
  }

  /** What an integer element must be, reduced to its width. */
  interface WholeReference {
    long at(int row, int column);
  }

  static void numbers(Tile before, Tile after, double tolerance, Reference reference) {
    for (int r = 0; r < before.rows(); r++) {
      for (int c = 0; c < before.columns(); c++) {
        if (r >= before.validRows() || c >= before.validColumns()) {
          padding(before, after, r, c);
          continue;
        }
        double exact = reference.at(r, c);
        double want =
            before.element().equals("f16")
                ? Float.float16ToFloat(Float.floatToFloat16((float) exact))
                : (float) exact;
        double got = after.number(r, c);
        if (Double.isNaN(want) && Double.isNaN(got) || want == got) {
          continue;
        }
        if (!(Math.abs(got - want) <= tolerance + tolerance * Math.abs(want))) {
          fail("%s (%d, %d): want %s, got %s", before.type(), r, c, want, got);
        }
      }
    }
  }

  static void wholes(Tile before, Tile after, WholeReference reference) {
    int unused = 64 - Tile.bits(before.element());
    for (int r = 0; r < before.rows(); r++) {
      for (int c = 0; c < before.columns(); c++) {
        if (r >= before.validRows() || c >= before.validColumns()) {
          padding(before, after, r, c);
        } else {
          same(before, after, r, c, reference.at(r, c) << unused >> unused);
        }
      }
    }
  }

  /**
   * Bitwise operations may change the byte that shares a lane with the last one (spec/20, section
   * 3, rule 5).
   */
  private static void padding(Tile before, Tile after, int r, int c) {
    if (Tile.bits(before.element()) == 8 && c == before.validColumns() && c % 2 == 1) {
      return;
    }
    same(before, after, r, c, before.bits(before.at(r, c)));
  }

  /** Every bit, with nothing outside the valid region touched. */
  static void exact(Tile before, Tile after, WholeReference reference) {
    for (int r = 0; r < before.rows(); r++) {
      for (int c = 0; c < before.columns(); c++) {
        boolean valid = r < before.validRows() && c < before.validColumns();
        same(before, after, r, c, valid ? reference.at(r, c) : before.bits(before.at(r, c)));
      }
    }
  }

  private static void same(Tile before, Tile after, int r, int c, long want) {
    long got = after.bits(after.at(r, c));
    if (got != want) {
      fail("%s (%d, %d): want %x, got %x", before.type(), r, c, want, got);
    }
  }

  /** Shapes that reach every path, with valid regions: rows, columns, valid rows, valid columns. */
  static int[] shape(Random random, String element, int number) {
    int block = 32 / (Tile.bits(element) / 8);
    int[][] fixed = {
      {1, 8, 1, 8},
      {4, 12, 4, 4},
      {16, 8, 16, 8},
      {300, 1, 300, 1},
      {256, 1, 255, 1},
      {1, 33, 1, 33},
      {3, 17, 2, 16},
      {2, 32, 2, 31}
    };
    if (number < fixed.length) {
      int[] f = fixed[number];
      int columns = f[1] * block;
      int valid = number % 2 == 0 ? f[3] * block : f[3] * block - random.nextInt(block);
      return new int[] {f[0], columns, f[2], valid};
    }
    int rows = 1 + random.nextInt(40);
    int columns = block * (1 + random.nextInt(20));
    return new int[] {rows, columns, 1 + random.nextInt(rows), 1 + random.nextInt(columns)};
  }
}
