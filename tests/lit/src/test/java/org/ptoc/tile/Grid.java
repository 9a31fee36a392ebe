package org.ptoc.tile;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The valid region of a tile: bit patterns by row and column. */
final class Grid {
  private final Dtype type;
  private final int rows;
  private final int columns;
  private final long[] patterns;

  /** The bits that count. */
  private final long[] cares;

  Grid(Dtype type, int rows, int columns) {
    this.type = type;
    this.rows = rows;
    this.columns = columns;
    this.patterns = new long[rows * columns];
    this.cares = new long[rows * columns];
    Arrays.fill(cares, -1);
  }

  static Grid of(Tile tile) {
    return new Grid(tile.type(), tile.validRows(), tile.validColumns());
  }

  /** One row. */
  static Grid row(Dtype type, long... patterns) {
    Grid grid = new Grid(type, 1, patterns.length);
    for (int i = 0; i < patterns.length; i++) {
      grid.set(0, i, patterns[i]);
    }
    return grid;
  }

  /** Computes one element. */
  interface Cell {
    long at(int row, int column);
  }

  Grid fill(Cell cell) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        set(i, j, cell.at(i, j));
      }
    }
    return this;
  }

  Dtype type() {
    return type;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  long get(int row, int column) {
    return patterns[row * columns + column];
  }

  double real(int row, int column) {
    return type.real(get(row, column));
  }

  long integer(int row, int column) {
    return type.integer(get(row, column));
  }

  void set(int row, int column, long pattern) {
    patterns[row * columns + column] = type.cut(pattern);
  }

  /** Declares that any value of an element is right. */
  void release(int row, int column) {
    care(row, column, 0);
  }

  /** Declares that any values are right. */
  Grid unspecified() {
    Arrays.fill(cares, 0);
    return this;
  }

  /** Declares that only some bits of an element count. */
  void care(int row, int column, long mask) {
    cares[row * columns + column] = mask;
  }

  /** The same bits count as in another grid of the same size. */
  void careLike(Grid other) {
    System.arraycopy(other.cares, 0, cares, 0, cares.length);
  }

  long cares(int row, int column) {
    return cares[row * columns + column];
  }

  /** Writes the elements where a tile keeps them. */
  void store(byte[] memory, int at, Tile tile) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        put(memory, at + tile.offset(i, j), get(i, j), type.bytes());
      }
    }
  }

  static Grid load(byte[] memory, int at, Tile tile) {
    return of(tile).fill((i, j) -> take(memory, at + tile.offset(i, j), tile.type().bytes()));
  }

  static void put(byte[] memory, int at, long value, int bytes) {
    for (int k = 0; k < bytes; k++) {
      memory[at + k] = (byte) (value >> 8 * k);
    }
  }

  static long take(byte[] memory, int at, int bytes) {
    long value = 0;
    for (int k = bytes - 1; k >= 0; k--) {
      value = value << 8 | memory[at + k] & 0xFF;
    }
    return value;
  }

  // Data.

  /** All kinds of values: special ones, small ones, any bits. */
  static Grid mixed(Tile tile, RandomGenerator random) {
    return of(tile).fill((i, j) -> mixed(tile.type(), random));
  }

  private static long mixed(Dtype type, RandomGenerator random) {
    int kind = random.nextInt(8);
    if (kind < 2) {
      long[] special = special(type);
      return special[random.nextInt(special.length)];
    }
    return kind == 2 ? type.cut(random.nextLong()) : moderate(type, random);
  }

  /** Numbers of ordinary size. */
  static Grid moderate(Tile tile, RandomGenerator random) {
    return of(tile).fill((i, j) -> moderate(tile.type(), random));
  }

  static long moderate(Dtype type, RandomGenerator random) {
    if (type.isFloat()) {
      return type.pattern(random.nextGaussian() * Math.scalb(1.0, random.nextInt(-2, 4)));
    }
    return type.cut(
        random.nextInt(2) == 0 ? random.nextLong() : random.nextInt(type.isSigned() ? -9 : 0, 10));
  }

  /**
   * Zeros, infinities, not-a-numbers, subnormals and extremes; for integers the ends of the range
   * and small numbers.
   */
  static long[] special(Dtype type) {
    if (!type.isFloat()) {
      return Arrays.stream(
              new long[] {
                0,
                1,
                2,
                3,
                -1,
                -2,
                7,
                type.bits() - 1,
                type.bits(),
                type.least(),
                type.greatest(),
                type.least() + 1
              })
          .map(type::cut)
          .toArray();
    }
    long sign = 1L << type.bits() - 1;
    long infinity = type.pattern(Double.POSITIVE_INFINITY);
    return new long[] {
      0,
      sign,
      1,
      sign | 1,
      infinity,
      sign | infinity,
      infinity - 1,
      sign | infinity - 1,
      type.quietNan(),
      sign | type.quietNan(),
      infinity | 1,
      type.pattern(1),
      type.pattern(-1),
      type.pattern(0.5),
      type.pattern(2),
      type.pattern(-1.5),
      type.pattern(3)
    };
  }
}
