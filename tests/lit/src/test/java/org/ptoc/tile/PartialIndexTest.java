package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code tpartargmax} and {@code tpartargmin} (spec/50, 2.9) of every type of both profiles: values
 * and indices against a plain choice, element by element.
 */
class PartialIndexTest {
  /** Physical rows and columns, valid extents of dst, of the first and of the second source. */
  private static final List<int[]> SHAPES =
      List.of(
          new int[] {8, 64, 8, 64, 8, 64, 6, 64},
          new int[] {8, 64, 8, 64, 8, 37, 8, 64},
          new int[] {8, 64, 8, 48, 8, 48, 8, 48},
          new int[] {4, 768, 4, 768, 4, 768, 3, 600},
          new int[] {2, 32, 2, 24, 1, 8, 2, 24},
          new int[] {5, 320, 5, 313, 5, 313, 3, 257},
          new int[] {4, 64, 4, 64, 4, 64, 0, 0},
          new int[] {1, 512, 1, 511, 1, 511, 1, 129},
          new int[] {40, 32, 37, 17, 37, 17, 37, 16},
          new int[] {16, 128, 16, 120, 5, 64, 5, 64},
          new int[] {8, 320, 7, 300, 3, 300, 6, 257});

  @TestFactory
  Stream<DynamicTest> choice() {
    return Stream.of(true, false)
        .flatMap(
            maximum ->
                Sweep.tests(
                    maximum ? "tpartargmax" : "tpartargmin",
                    "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32",
                    "i16 i32 f16 f32",
                    (type, sweep) -> choice(maximum, type, sweep)));
  }

  private static void choice(boolean maximum, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int number = 0;
    for (int[] shape : SHAPES) {
      Dtype index = number % 2 == 0 ? Dtype.UI32 : Dtype.I32;
      choice(maximum, type, index, shape, number % 3 == 2, random, sweep);
      number++;
    }
    sweep.finish();
  }

  private static void choice(
      boolean maximum,
      Dtype type,
      Dtype index,
      int[] shape,
      boolean open,
      SplittableRandom random,
      Sweep sweep) {
    Tile output = tile(type, shape, 2, 0);
    Tile numbers = tile(index, shape, 2, 0);
    Grid[] values = new Grid[2];
    Grid[] indices = new Grid[2];
    for (int source = 0; source < 2; source++) {
      values[source] = Grid.mixed(tile(type, shape, 4 + 2 * source, source), random);
      indices[source] = Grid.mixed(tile(index, shape, 4 + 2 * source, 1 - source), random);
    }
    for (int i = 0; i < Math.min(values[0].rows(), values[1].rows()); i++) {
      for (int j = 0; j < Math.min(values[0].columns(), values[1].columns()); j += 3) {
        values[1].set(i, j, values[0].get(i, j));
      }
    }
    Grid best = Grid.of(output);
    Grid place = Grid.of(numbers);
    for (int i = 0; i < output.validRows(); i++) {
      for (int j = 0; j < output.validColumns(); j++) {
        boolean first = has(values[0], i, j);
        boolean second = has(values[1], i, j);
        int winner =
            second && (!first || isBetter(type, maximum, values[1].get(i, j), values[0].get(i, j)))
                ? 1
                : 0;
        boolean any = first || second;
        best.set(i, j, any ? values[winner].get(i, j) : uncovered(type, maximum));
        place.set(i, j, any ? indices[winner].get(i, j) : 0);
      }
    }
    for (boolean looksAtValues : new boolean[] {true, false}) {
      TileProgram program =
          new TileProgram(
              maximum ? "tpartargmax" : "tpartargmin",
              opened(looksAtValues ? output : numbers, open));
      for (int source = 0; source < 2; source++) {
        program.input(opened(tile(type, shape, 4 + 2 * source, source), open), values[source]);
      }
      for (int source = 0; source < 2; source++) {
        program.input(
            opened(tile(index, shape, 4 + 2 * source, 1 - source), open), indices[source]);
      }
      program.unread(opened(looksAtValues ? numbers : output, open), !looksAtValues);
      sweep.image(program, looksAtValues ? best : place);
    }
  }

  private static Tile opened(Tile tile, boolean open) {
    return open ? tile.open() : tile;
  }

  private static Tile tile(Dtype type, int[] shape, int extents, int blocks) {
    int columns = (shape[1] + type.block() - 1) / type.block() * type.block();
    return Tile.of(type, shape[0], columns + blocks * type.block())
        .valid(shape[extents], shape[extents + 1]);
  }

  private static boolean has(Grid grid, int row, int column) {
    return row < grid.rows() && column < grid.columns();
  }

  /** False in a tie and beside a NaN. */
  private static boolean isBetter(Dtype type, boolean maximum, long value, long than) {
    if (type.isFloat()) {
      return maximum ? type.real(value) > type.real(than) : type.real(value) < type.real(than);
    }
    return maximum
        ? type.integer(value) > type.integer(than)
        : type.integer(value) < type.integer(than);
  }

  private static long uncovered(Dtype type, boolean maximum) {
    if (type.isFloat()) {
      return type.pattern(maximum ? -type.greatestFinite() : type.greatestFinite());
    }
    return type.cut(maximum ? type.least() : type.greatest());
  }
}
