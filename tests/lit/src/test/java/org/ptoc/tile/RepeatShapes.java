package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Shapes that need each of the ways in which the repeats of A2/A3 cover a tile (spec/21, section
 * 7), besides those that a family of operations has for itself.
 */
final class RepeatShapes {
  /** Rows, columns in blocks, valid rows, valid columns in blocks. */
  private static final int[][] BLOCKS = {
    {1, 8, 1, 8},
    {4, 12, 4, 4},
    {16, 8, 16, 8},
    {300, 1, 300, 1},
    {256, 1, 255, 1},
    {1, 33, 1, 33},
    {3, 17, 2, 16},
    {2, 32, 2, 31}
  };

  /** Valid rows and columns of 12 x 160 elements that only the run knows. */
  private static final int[][] OPEN = {
    {1, 1}, {7, 63}, {8, 64}, {12, 65}, {12, 160}, {5, 0}, {0, 5}, {3, 129}
  };

  private static final int NORMAL = 4;

  private RepeatShapes() {}

  /**
   * Each third operation and type gets a shape in normal builds. Every second fixed one ends inside
   * of a block; two are of any size, two have open extents.
   */
  static List<Tile> of(Dtype type, RandomGenerator random) {
    List<Tile> shapes = new ArrayList<>();
    int block = type.block();
    for (int[] blocks : BLOCKS) {
      int less = shapes.size() % 2 == 0 ? 0 : random.nextInt(block);
      shapes.add(
          Tile.of(type, blocks[0], blocks[1] * block).valid(blocks[2], blocks[3] * block - less));
    }
    for (int i = 0; i < 2; i++) {
      int rows = random.nextInt(1, 41);
      int columns = block * random.nextInt(1, 21);
      shapes.add(
          Tile.of(type, rows, columns)
              .valid(random.nextInt(1, rows + 1), random.nextInt(1, columns + 1)));
      shapes.add(open(type, random.nextInt(OPEN.length)));
    }
    while (!Sweep.isExhaustive() && shapes.size() > NORMAL) {
      shapes.remove(random.nextInt(shapes.size()));
    }
    return shapes;
  }

  /** All with open extents. */
  static List<Tile> open(Dtype type) {
    List<Tile> shapes = new ArrayList<>();
    for (int i = 0; i < OPEN.length; i++) {
      shapes.add(open(type, i));
    }
    return shapes;
  }

  private static Tile open(Dtype type, int number) {
    return Tile.of(type, 12, 160).valid(OPEN[number][0], OPEN[number][1]).open();
  }
}
