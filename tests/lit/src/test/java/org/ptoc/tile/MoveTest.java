package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.isa.Profile;

/**
 * Copies between vec tiles of spec/50, 2.5: every element type, tails, windows and open extents; no
 * byte outside the copied rectangle changes.
 */
class MoveTest {
  private static final String ALL =
      "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32 i64 si64 ui64 f16 bf16 f32";
  private static final String NARROW = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";

  /** Physical blocks per row, valid columns of source and destination in elements, rows. */
  private static final List<int[]> SHAPES =
      List.of(
          new int[] {1, 8, 8, 1, 1},
          new int[] {1, 1, 1, 3, 3},
          new int[] {4, 3, 5, 7, 9},
          new int[] {8, 31, 31, 5, 2},
          new int[] {20, 65, 64, 3, 3},
          new int[] {36, 129, 140, 2, 4},
          new int[] {3, 12, 12, 0, 2},
          new int[] {40, 160, 160, 17, 17});

  @TestFactory
  Stream<DynamicTest> moves() {
    return Sweep.tests("tmov", ALL, ALL, MoveTest::moves);
  }

  private static void moves(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (int[] shape : SHAPES) {
      int columns = shape[0] * type.block();
      int from = Math.min(columns, shape[1]);
      int to = Math.min(columns, shape[2]);
      Tile source = Tile.of(type, Math.max(1, shape[3]), columns).valid(shape[3], from);
      Tile output =
          Tile.of(type, Math.max(1, shape[4]), columns + type.block()).valid(shape[4], to);
      move(source, output, random, sweep);
      move(source.window(2 * type.block(), type.block()), output, random, sweep);
      move(source, output.window(3 * type.block(), 2 * type.block()), random, sweep);
      move(source.open(), output.open(), random, sweep);
      move(
          source.window(type.block(), 0).open(),
          output.window(type.block(), type.block()).open(),
          random,
          sweep);
    }
    for (int rows : new int[] {1, 5, 2 * type.block()}) {
      int physical = (rows + type.block() - 1) / type.block() * type.block();
      Tile column = Tile.of(type, physical, 1).valid(rows, 1).byColumns();
      move(column, column.valid(physical, 1), random, sweep);
      move(column.open(), column.open(), random, sweep);
      Tile several = Tile.of(type, physical, 3).valid(rows, 3).byColumns();
      move(several, several.valid(physical, 2), random, sweep);
    }
    sweep.finish();
  }

  private static void move(Tile source, Tile output, SplittableRandom random, Sweep sweep) {
    Grid data = Grid.mixed(source, random);
    Grid old = Grid.mixed(output, random);
    Grid expected =
        Grid.of(output)
            .fill((i, j) -> i < data.rows() && j < data.columns() ? data.get(i, j) : old.get(i, j));
    TileProgram program = new TileProgram("tmov", output).input(source, data).onto(old);
    sweep.image(program, expected);
    sweep.auto(program, expected);
  }

  /** The end of the unified buffer is not run over. */
  @TestFactory
  Stream<DynamicTest> atTheEnd() {
    return Sweep.tests(
        "tmov and textract at the end", NARROW, "i16 i32 f16 bf16 f32", MoveTest::atTheEnd);
  }

  private static void atTheEnd(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    Tile tile = Tile.of(type, 3, 3 * type.block()).valid(3, 2 * type.block() + 1);
    Grid data = Grid.mixed(tile, random);
    sweep.image(new TileProgram("tmov", tile).input(tile, data).atEnd(), data);
    Tile part = Tile.of(type, 2, type.block()).valid(2, type.block() - 1);
    for (boolean known : new boolean[] {true, false}) {
      TileProgram extract = new TileProgram("textract", part).input(tile, data);
      at(extract, 1, type.block() + 1, known);
      sweep.image(
          extract.atEnd(), Grid.of(part).fill((i, j) -> data.get(i + 1, j + type.block() + 1)));
    }
    sweep.finish();
  }

  private static void at(TileProgram program, int row, int column, boolean known) {
    if (known) {
      program.constant("index", row).constant("index", column);
    } else {
      program.scalar("index", row).scalar("index", column);
    }
  }

  // Windows.

  @TestFactory
  Stream<DynamicTest> windows() {
    return Sweep.tests("textract, tinsert", NARROW, NARROW, MoveTest::windows);
  }

  /** Rows and columns of the large tile, of the part, and where the part lies. */
  private static final List<int[]> WINDOWS =
      List.of(
          new int[] {1, 128, 1, 64, 0, 64},
          new int[] {8, 64, 1, 64, 3, 0},
          new int[] {8, 64, 8, 64, 0, 0},
          new int[] {6, 96, 3, 37, 2, 32},
          new int[] {6, 96, 3, 37, 3, 59},
          new int[] {4, 160, 2, 131, 1, 7},
          new int[] {4, 160, 4, 1, 0, 159},
          new int[] {3, 320, 2, 300, 1, 1});

  private static void windows(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (int[] shape : WINDOWS) {
      Tile whole = Tile.of(type, shape[0], (shape[1] + 31) / 32 * 32);
      Tile part = Tile.fitting(type, shape[2], shape[3]);
      for (boolean known : new boolean[] {true, false}) {
        window(whole, part, shape[4], shape[5], known, random, sweep);
        window(
            whole.window(type.block(), type.block()),
            part.window(2 * type.block(), 0),
            shape[4],
            shape[5],
            known,
            random,
            sweep);
        window(whole.open(), part.open(), shape[4], shape[5], known, random, sweep);
      }
    }
    sweep.finish();
  }

  private static void window(
      Tile whole,
      Tile part,
      int row,
      int column,
      boolean known,
      SplittableRandom random,
      Sweep sweep) {
    Grid large = Grid.mixed(whole, random);
    Grid small = Grid.mixed(part, random);
    TileProgram extract = new TileProgram("textract", part).input(whole, large);
    at(extract, row, column, known);
    Grid cut = Grid.of(part).fill((i, j) -> large.get(i + row, j + column));
    sweep.image(extract, cut);
    sweep.auto(extract, cut);
    TileProgram insert = new TileProgram("tinsert", whole).input(part, small).onto(large);
    at(insert, row, column, known);
    Grid filled =
        Grid.of(whole)
            .fill(
                (i, j) ->
                    i >= row
                            && i < row + small.rows()
                            && j >= column
                            && j < column + small.columns()
                        ? small.get(i - row, j - column)
                        : large.get(i, j));
    sweep.image(insert, filled);
    sweep.auto(insert, filled);
  }

  /** Windows that leave their tile, mixed layouts and mixed widths are refused. */
  @Test
  void refused() {
    Tile whole = Tile.of(Dtype.F32, 4, 64);
    Tile part = Tile.of(Dtype.F32, 2, 16);
    Tile half = Tile.of(Dtype.F16, 4, 64);
    Tile column = Tile.of(Dtype.F32, 64, 1).byColumns();
    for (Profile profile : Profile.values()) {
      assertRefused(profile, extract(whole, part, 3, 0), "row is 3, but must be 0 to 2");
      assertRefused(profile, extract(whole, part, 0, 49), "col is 49, but must be 0 to 48");
      assertRefused(profile, extract(part, whole, 0, 0), "4 rows do not fit into src");
      assertRefused(
          profile, new TileProgram("tmov", whole).input(half, Grid.of(half)), "tcvt converts");
      assertRefused(
          profile, new TileProgram("tmov", whole).input(column, Grid.of(column)), "row major");
    }
  }

  private static TileProgram extract(Tile from, Tile to, int row, int column) {
    TileProgram program = new TileProgram("textract", to).input(from, Grid.of(from));
    at(program, row, column, true);
    return program;
  }

  private static void assertRefused(Profile profile, TileProgram program, String reason) {
    Toolchain.Compiled compiled = program.on(profile).compileAuto();
    assertThat(compiled.isRejected()).as(profile + " " + reason).isTrue();
    assertThat(compiled.messages().toString()).contains(reason);
  }
}
