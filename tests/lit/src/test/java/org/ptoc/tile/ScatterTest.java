package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Scatters, block gathers and the pattern forms of spec/50, 2.1 and 2.9: every element type, tails,
 * windows and open extents; no other byte changes.
 */
class ScatterTest {
  private static final String ALL = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";
  private static final String WIDE = "i16 ui16 i32 ui32 f16 bf16 f32";

  private record Pattern(String name, int period, int phase) {
    int taken(int extent) {
      return (extent - phase + period - 1) / period;
    }
  }

  private static final List<Pattern> PATTERNS =
      List.of(
          new Pattern("P0101", 2, 0),
          new Pattern("P1010", 2, 1),
          new Pattern("P0001", 4, 0),
          new Pattern("P0010", 4, 1),
          new Pattern("P0100", 4, 2),
          new Pattern("P1000", 4, 3),
          new Pattern("P1111", 1, 0));

  @TestFactory
  Stream<DynamicTest> patterns() {
    return Sweep.tests("maskPattern", ALL, WIDE, ScatterTest::patterns);
  }

  private static void patterns(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (Pattern pattern : PATTERNS) {
      for (int[] shape : new int[][] {{4, 64}, {8, 13}, {12, 300}}) {
        Tile whole = Tile.fitting(type, shape[0], shape[1]);
        Tile columns = Tile.fitting(type, shape[0], pattern.taken(shape[1]));
        Tile rows = Tile.fitting(type, pattern.taken(shape[0]), shape[1]);
        pattern(pattern, "row", whole, columns, random, sweep);
        pattern(pattern, "col", whole, rows, random, sweep);
        pattern(pattern, "row", whole.open(), columns.open(), random, sweep);
        pattern(pattern, "col", whole.open(), rows.open(), random, sweep);
        int block = type.block();
        pattern(
            pattern, "row", whole.window(block, block), columns.window(block, 0), random, sweep);
        pattern(pattern, "col", whole.window(block, 0), rows.window(block, block), random, sweep);
      }
    }
    sweep.finish();
  }

  private static void pattern(
      Pattern pattern, String axis, Tile whole, Tile part, SplittableRandom random, Sweep sweep) {
    boolean byColumn = axis.equals("row");
    String attributes =
        "maskPattern = #pto.mask_pattern<" + pattern.name + ">, axis = \"" + axis + "\"";
    Grid all = Grid.mixed(whole, random);
    Grid taken =
        Grid.of(part)
            .fill(
                (i, j) ->
                    byColumn
                        ? all.get(i, pattern.period * j + pattern.phase)
                        : all.get(pattern.period * i + pattern.phase, j));
    TileProgram gather = new TileProgram("tgather", part).input(whole, all).with(attributes);
    sweep.image(gather, taken);
    sweep.auto(gather, taken);
    Grid small = Grid.mixed(part, random);
    Grid spread =
        Grid.of(whole)
            .fill(
                (i, j) -> {
                  int at = byColumn ? j : i;
                  if (at % pattern.period != pattern.phase) {
                    return 0;
                  }
                  return byColumn
                      ? small.get(i, j / pattern.period)
                      : small.get(i / pattern.period, j);
                });
    TileProgram scatter = new TileProgram("tscatter", whole).input(part, small).with(attributes);
    sweep.image(scatter, spread);
    sweep.auto(scatter, spread);
  }

  @TestFactory
  Stream<DynamicTest> byIndex() {
    return Sweep.tests("tscatter", ALL, WIDE, ScatterTest::byIndex);
  }

  private static void byIndex(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    boolean isShort = sweep.isA5() && type.bits() <= 16;
    for (Dtype index : Dtype.list(isShort ? "i32 ui16" : "i32 ui32")) {
      for (int[] shape : new int[][] {{4, 64, 4, 64}, {1, 7, 3, 9}, {3, 150, 8, 40}}) {
        Tile source = Tile.fitting(type, shape[0], shape[1]);
        Tile indices = Tile.fitting(index, shape[0], shape[1]);
        Tile output = Tile.fitting(type, shape[2], shape[3]);
        scatter(source, indices, output, random, sweep);
        scatter(source.open(), indices.open(), output.open(), random, sweep);
        scatter(
            source.window(type.block(), 0),
            indices.window(index.block(), index.block()),
            output.window(type.block(), type.block()),
            random,
            sweep);
      }
    }
    sweep.finish();
  }

  /** Of equal indices the last in row-major order counts. */
  private static void scatter(
      Tile source, Tile indices, Tile output, SplittableRandom random, Sweep sweep) {
    Grid data = Grid.mixed(source, random);
    Grid old = Grid.mixed(output, random);
    Grid numbers = Grid.of(indices);
    Grid expected = Grid.of(output).fill(old::get);
    for (int i = 0; i < indices.validRows(); i++) {
      for (int j = 0; j < indices.validColumns(); j++) {
        int row = random.nextInt(old.rows());
        int column = random.nextInt(old.columns());
        numbers.set(i, j, (long) row * output.pitch() + column);
        expected.set(row, column, data.get(i, j));
      }
    }
    TileProgram program =
        new TileProgram("tscatter", output).input(source, data).input(indices, numbers).onto(old);
    sweep.image(program, expected);
    sweep.auto(program, expected);
  }

  @TestFactory
  Stream<DynamicTest> blocks() {
    return Sweep.tests("tgatherb", ALL + " i64", ALL + " i64", ScatterTest::blocks);
  }

  private static void blocks(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int block = type.block();
    for (int[] shape : new int[][] {{4, 8, 2, 3 * block}, {2, 3, 3, 9 * block + 1}, {1, 1, 1, 1}}) {
      Tile source = Tile.of(type, shape[0], shape[1] * block);
      Tile output = Tile.fitting(type, shape[2], shape[3]);
      Tile offsets = Tile.fitting(Dtype.UI32, shape[2], (shape[3] + block - 1) / block);
      for (int way = 0; way < 3; way++) {
        Tile from = way == 2 ? source.window(block, block) : source;
        Tile places = way == 1 ? offsets.open() : way == 2 ? offsets.window(8, 8) : offsets;
        Tile to = way == 1 ? output.open() : way == 2 ? output.window(2 * block, block) : output;
        Grid data = Grid.mixed(from, random);
        Grid numbers = Grid.of(places);
        Grid expected = Grid.of(to);
        for (int i = 0; i < places.validRows(); i++) {
          for (int b = 0; b < places.validColumns(); b++) {
            int row = random.nextInt(data.rows());
            int column = random.nextInt(shape[1]) * block;
            numbers.set(i, b, (long) (row * from.pitch() + column) * type.bytes());
            for (int k = 0; k < block && b * block + k < expected.columns(); k++) {
              expected.set(i, b * block + k, data.get(row, column + k));
            }
          }
        }
        TileProgram program =
            new TileProgram("tgatherb", to).input(from, data).input(places, numbers);
        sweep.image(program, expected);
        sweep.auto(program, expected);
      }
    }
    sweep.finish();
  }
}
