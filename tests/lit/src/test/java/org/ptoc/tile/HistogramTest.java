package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** {@code thistogram} (spec/50, 2.9): every byte of every width against plain counting. */
class HistogramTest {
  /** Around a vector, around what a byte can count, tails, windows, extents of the run. */
  private static List<Tile> shapes(Dtype type) {
    return List.of(
        Tile.fitting(type, 3, 1),
        Tile.fitting(type, 2, 17),
        Tile.fitting(type, 1, 255),
        Tile.fitting(type, 2, 256),
        Tile.fitting(type, 1, 770),
        Tile.of(type, 20, 48).valid(17, 33),
        Tile.of(type, 4, 64).valid(3, 60).open(),
        Tile.of(type, 4, 64).valid(4, 50).window(64, 32),
        Tile.of(type, 4, 64).valid(4, 0));
  }

  @TestFactory
  Stream<DynamicTest> counts() {
    return Sweep.tests("thistogram", "ui16 ui32", "", HistogramTest::counts);
  }

  private static void counts(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int number = 0;
    for (Tile input : shapes(type)) {
      for (int counted = 0; counted < type.bytes(); counted++) {
        counts(input, counted, number++, random, sweep);
      }
    }
    sweep.finish();
  }

  private static void counts(
      Tile input, int counted, int number, SplittableRandom random, Sweep sweep) {
    int bytes = input.type().bytes();
    int above = bytes - 1 - counted;
    boolean column = above < 2 && number % 2 == 0;
    Tile selector =
        column
            ? Tile.of(Dtype.UI8, (input.rows() + 31) / 32 * 32, 1)
                .valid(input.validRows(), 1)
                .byColumns()
            : Tile.of(Dtype.UI8, input.rows(), 64).valid(input.validRows(), Math.max(1, above));
    Grid wanted = Grid.of(selector).fill((i, j) -> random.nextInt(2));
    // The highest bytes are few, so that they are often those of the selector.
    boolean same = number % 5 == 0;
    Grid data =
        Grid.of(input)
            .fill(
                (i, j) -> {
                  long value = same ? 0x2A2A_2A2AL : random.nextInt();
                  for (int k = 1; k <= above; k++) {
                    int shift = 8 * (bytes - k);
                    boolean hits = random.nextInt(4) > 0;
                    long high = hits ? wanted.get(i, k - 1) : random.nextInt(3);
                    value = value & ~(0xFFL << shift) | high << shift;
                  }
                  return value & -1L >>> 64 - 8 * bytes;
                });
    Tile output = Tile.of(Dtype.UI32, input.rows(), 256).valid(input.validRows(), 256);
    Grid before = Grid.mixed(output, random);
    Grid expected =
        Grid.of(output)
            .fill(
                (i, b) -> {
                  if (input.validColumns() == 0) {
                    return before.get(i, b);
                  }
                  long found = 0;
                  for (int j = 0; j < input.validColumns(); j++) {
                    boolean selected = true;
                    for (int k = 1; k <= above; k++) {
                      long byteAbove = data.get(i, j) >> 8 * (bytes - k) & 0xFF;
                      selected &= byteAbove == wanted.get(i, k - 1);
                    }
                    found += selected && (data.get(i, j) >> 8 * counted & 0xFF) <= b ? 1 : 0;
                  }
                  return found;
                });
    TileProgram program =
        new TileProgram("thistogram", output)
            .input(input, data)
            .input(selector, wanted)
            .onto(before);
    boolean older = bytes == 2 && number % 3 == 0;
    program.withTrailing(older ? "isMSB = " + (counted == 1) : "byte = " + counted + " : i32");
    sweep.image(program, expected);
    sweep.auto(program, expected);
  }
}
