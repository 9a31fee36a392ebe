package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** {@code tgather} by comparison (spec/50, 2.1): positions and counts against a plain search. */
class CompareGatherTest {
  private static List<Tile> shapes(Dtype type) {
    return List.of(
        Tile.fitting(type, 1, 1),
        Tile.fitting(type, 3, 63),
        Tile.fitting(type, 2, 64),
        Tile.fitting(type, 2, 65),
        Tile.of(type, 5, 320).valid(4, 300),
        Tile.of(type, 20, 32).valid(17, 31),
        Tile.of(type, 4, 128).valid(3, 120).open(),
        Tile.of(type, 4, 64).valid(4, 50).window(96, 32),
        Tile.of(type, 4, 64).valid(3, 0));
  }

  @TestFactory
  Stream<DynamicTest> positions() {
    return Sweep.tests(
        "tgather by comparison",
        "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32",
        "",
        CompareGatherTest::positions);
  }

  private static void positions(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int number = 0;
    for (Tile input : shapes(type)) {
      for (String mode : new String[] {"gt", "eq", ""}) {
        positions(input, mode, number++, random, sweep);
      }
    }
    sweep.finish();
  }

  private static void positions(
      Tile input, String mode, int number, SplittableRandom random, Sweep sweep) {
    Dtype type = input.type();
    Grid data = Grid.mixed(input, random);
    long threshold =
        input.validColumns() > 0 && number % 4 > 0
            ? data.get(0, input.validColumns() / 2)
            : type.pattern(1);
    for (int i = 0; i < input.validRows(); i++) {
      for (int j = i; j < input.validColumns(); j += 7) {
        data.set(i, j, threshold);
      }
    }
    int first = number % 2 * 1000;
    // Every third destination is too narrow for all that might be found.
    int room = number % 3 == 1 ? Math.max(1, input.validColumns() / 8) : input.columns();
    Tile output = Tile.fitting(number % 2 == 0 ? Dtype.I32 : Dtype.UI32, input.rows(), room);
    output = output.valid(input.validRows(), room);
    Tile counts =
        switch (number % 3) {
          case 0 -> Tile.fitting(Dtype.I32, 1, input.validRows());
          case 1 -> Tile.fitting(Dtype.UI32, input.rows(), 1).valid(input.validRows(), 1);
          default ->
              Tile.of(Dtype.I32, (input.rows() + 7) / 8 * 8, 1)
                  .valid(input.validRows(), 1)
                  .byColumns();
        };
    Grid before = Grid.mixed(output, random);
    Grid found = Grid.of(output).fill(before::get);
    long[] numbers = new long[input.validRows()];
    for (int i = 0; i < input.validRows(); i++) {
      for (int j = 0; j < input.validColumns(); j++) {
        if (holds(type, mode, data.get(i, j), threshold)) {
          if (numbers[i] < room) {
            found.set(i, (int) numbers[i], first + (long) i * input.columns() + j);
          }
          numbers[i]++;
        }
      }
    }
    boolean line = number % 3 == 0;
    boolean isEmpty = input.validColumns() == 0;
    Grid countsBefore = Grid.mixed(counts, random);
    Grid total =
        Grid.of(counts).fill((i, j) -> isEmpty ? countsBefore.get(i, j) : numbers[line ? j : i]);
    for (boolean looksAtPositions : new boolean[] {true, false}) {
      Tile seen = looksAtPositions ? output : counts;
      TileProgram program =
          new TileProgram("tgather", input.dynamic() ? seen.open() : seen)
              .input(input, data)
              .scalar(type.isFloat() ? type.spelling() : "i" + type.bits(), threshold);
      program.onto(looksAtPositions ? before : countsBefore);
      if (number % 2 == 0) {
        Tile scratch = Tile.of(Dtype.UI8, 1, 32);
        program.input(scratch, Grid.of(scratch));
      }
      program.withTrailing(
          "offset = "
              + first
              + " : i32"
              + (mode.isEmpty() ? "" : ", cmpMode = #pto<cmp " + mode + ">"));
      Tile other = looksAtPositions ? counts : output;
      program.unread(input.dynamic() ? other.open() : other, !looksAtPositions);
      sweep.image(program, looksAtPositions ? found : total);
    }
  }

  private static boolean holds(Dtype type, String mode, long value, long threshold) {
    if (type.isFloat()) {
      return mode.equals("eq")
          ? type.real(value) == type.real(threshold)
          : type.real(value) > type.real(threshold);
    }
    return mode.equals("eq")
        ? type.integer(value) == type.integer(threshold)
        : type.integer(value) > type.integer(threshold);
  }
}
