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
 * Gathers, transposition and concatenation of spec/50, 2.1 to 2.3: every element type, tails,
 * windows and open extents; no other byte changes.
 */
class GatherTest {
  private static final String ALL = "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32 f16 bf16 f32";
  private static final String WIDE = "i16 si16 ui16 i32 si32 ui32 f16 bf16 f32";

  /** Rows and columns of the source, rows and columns of the destination. */
  private static final List<int[]> SHAPES =
      List.of(
          new int[] {4, 32, 4, 64},
          new int[] {8, 256, 8, 8},
          new int[] {1, 1, 1, 1},
          new int[] {3, 17, 5, 67},
          new int[] {16, 33, 2, 150},
          new int[] {2, 64, 1, 1000},
          new int[] {2, 8, 0, 8});

  @TestFactory
  Stream<DynamicTest> byIndex() {
    return Sweep.tests("tgather", ALL, WIDE, GatherTest::byIndex);
  }

  private static void byIndex(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    boolean isShort = sweep.isA5() && type.bits() <= 16;
    for (Dtype index : Dtype.list(isShort ? "i32 ui32 i16 ui16" : "i32 ui32")) {
      for (int[] shape : SHAPES) {
        Tile source = Tile.fitting(type, shape[0], shape[1]);
        Tile output = Tile.fitting(type, shape[2], shape[3]);
        Tile indices = Tile.fitting(index, shape[2], shape[3]);
        gather(source, indices, output, random, sweep);
        gather(
            source.window(type.block(), type.block()),
            indices.window(index.block(), index.block()),
            output.window(2 * type.block(), type.block()),
            random,
            sweep);
        gather(source.open(), indices.open(), output.open(), random, sweep);
      }
    }
    sweep.finish();
  }

  private static void gather(
      Tile source, Tile indices, Tile output, SplittableRandom random, Sweep sweep) {
    Grid data = Grid.mixed(source, random);
    Grid numbers = Grid.of(indices);
    Grid expected = Grid.of(output);
    for (int i = 0; i < output.validRows(); i++) {
      for (int j = 0; j < output.validColumns(); j++) {
        boolean last = random.nextInt(16) == 0;
        int row = last ? data.rows() - 1 : random.nextInt(data.rows());
        int column = last ? data.columns() - 1 : random.nextInt(data.columns());
        numbers.set(i, j, (long) row * source.pitch() + column);
        expected.set(i, j, data.get(row, column));
      }
    }
    TileProgram program =
        new TileProgram("tgather", output).input(source, data).input(indices, numbers);
    sweep.image(program, expected);
    sweep.auto(program, expected);
    if (!output.dynamic() && !sweep.isA5() && type(output) == 16) {
      Tile tmp = indices.as(Dtype.I32);
      sweep.auto(
          new TileProgram("tgather", output)
              .input(source, data)
              .input(indices, numbers)
              .input(tmp, Grid.of(tmp)),
          expected);
    }
  }

  private static int type(Tile tile) {
    return tile.type().bits();
  }

  // Transposition.

  @TestFactory
  Stream<DynamicTest> transposed() {
    return Sweep.tests("ttrans", ALL, ALL, GatherTest::transposed);
  }

  private static void transposed(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {{8, 8}, {8, 16}, {16, 8}, {1, 1}, {1, 40}, {70, 3}, {33, 130}, {64, 32}};
    for (int[] shape : shapes) {
      Tile source = Tile.fitting(type, shape[0], shape[1]);
      Tile output = Tile.fitting(type, shape[1], shape[0]);
      transpose(source, output, random, sweep);
      transpose(
          source.window(type.block(), 0),
          output.window(2 * type.block(), type.block()),
          random,
          sweep);
      transpose(source.open(), output.open(), random, sweep);
    }
    sweep.finish();
  }

  private static void transpose(Tile source, Tile output, SplittableRandom random, Sweep sweep) {
    Grid data = Grid.mixed(source, random);
    Grid expected = Grid.of(output).fill((i, j) -> data.get(j, i));
    TileProgram program = new TileProgram("ttrans", output).input(source, data);
    sweep.image(program, expected);
    sweep.auto(program, expected);
  }

  // Concatenation.

  @TestFactory
  Stream<DynamicTest> concatenated() {
    return Sweep.tests("tconcat", ALL, ALL, GatherTest::concatenated);
  }

  private static void concatenated(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {
      {1, 32, 32}, {3, 1, 5}, {2, 7, 9}, {2, 8, 200}, {4, 9, 8}, {1, 448, 64}, {5, 64, 3}
    };
    for (int[] shape : shapes) {
      Tile first = Tile.fitting(type, shape[0], shape[1]);
      Tile second = Tile.fitting(type, shape[0], shape[2]);
      Tile output = Tile.fitting(type, shape[0], shape[1] + shape[2]);
      concat(first, second, output, random, sweep);
      concat(
          first.window(type.block(), 0),
          second.window(type.block(), type.block()),
          output.window(type.block(), type.block()),
          random,
          sweep);
      concat(first.open(), second.open(), output.open(), random, sweep);
    }
    sweep.finish();
  }

  private static void concat(
      Tile first, Tile second, Tile output, SplittableRandom random, Sweep sweep) {
    Grid a = Grid.mixed(first, random);
    Grid b = Grid.mixed(second, random);
    Grid expected =
        Grid.of(output).fill((i, j) -> j < a.columns() ? a.get(i, j) : b.get(i, j - a.columns()));
    TileProgram program = new TileProgram("tconcat", output).input(first, a).input(second, b);
    sweep.image(program, expected);
    sweep.auto(program, expected);
  }

  @TestFactory
  Stream<DynamicTest> countedColumns() {
    return Sweep.tests("tconcatidx", ALL, ALL, GatherTest::countedColumns);
  }

  private static void countedColumns(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (Dtype counts : Dtype.list("i32 ui16")) {
      Tile first = Tile.fitting(type, 5, 40);
      Tile second = Tile.fitting(type, 5, 24);
      Tile output = Tile.fitting(type, 5, 64).valid(5, 50);
      Tile numbers = Tile.fitting(counts, 5, 1);
      Grid a = Grid.mixed(first, random);
      Grid b = Grid.mixed(second, random);
      Grid old = Grid.mixed(output, random);
      long[][] bytes = {{0, 0}, {40, 24}, {7, 13}, {33, 24}, {16, 0}};
      Grid x = Grid.of(numbers).fill((i, j) -> bytes[i][0] * type.bytes());
      Grid y = Grid.of(numbers).fill((i, j) -> bytes[i][1] * type.bytes() + type.bytes() - 1);
      Grid expected =
          Grid.of(output)
              .fill(
                  (i, j) -> {
                    long left = Math.min(bytes[i][0], 50);
                    long right = Math.min(bytes[i][1], 50 - left);
                    return j < left
                        ? a.get(i, j)
                        : j < left + right ? b.get(i, (int) (j - left)) : old.get(i, j);
                  });
      TileProgram program =
          new TileProgram("tconcatidx", output)
              .input(first, a)
              .input(second, b)
              .input(numbers, x)
              .input(numbers, y)
              .onto(old);
      sweep.image(program, expected);
      sweep.auto(program, expected);
    }
    sweep.finish();
  }

  /** Wrong index types, uncovered destinations and sources that do not fit are refused. */
  @Test
  void refused() {
    Tile words = Tile.of(Dtype.F32, 4, 64);
    Tile halves = Tile.of(Dtype.F16, 4, 64);
    Tile shorts = Tile.of(Dtype.I16, 4, 64);
    Tile indices = Tile.of(Dtype.I32, 4, 64);
    for (Profile profile : Profile.values()) {
      refused(profile, gather(words, shorts, words), "32-bit elements are i32 or ui32");
      refused(profile, gather(words, indices.valid(4, 60), words), "must cover the 4x64 of dst");
      refused(profile, gather(halves, indices, words), "must have f16 elements");
      refused(profile, new TileProgram("ttrans", words).input(words, Grid.of(words)), "64 for the");
      refused(
          profile,
          new TileProgram("tconcat", words)
              .input(words, Grid.of(words))
              .input(words, Grid.of(words)),
          "must have 128 for the columns of src0 and src1");
    }
    refused(Profile.A2A3, gather(halves, shorts, halves), "16-bit elements are i32 or ui32");
    Tile large = Tile.of(Dtype.I8, 300, 256);
    refused(Profile.A5, gather(large, shorts, Tile.of(Dtype.I8, 4, 64)), "76800 elements");
  }

  private static TileProgram gather(Tile source, Tile indices, Tile output) {
    return new TileProgram("tgather", output)
        .input(source, Grid.of(source))
        .input(indices, Grid.of(indices));
  }

  private static void refused(Profile profile, TileProgram program, String reason) {
    Toolchain.Compiled compiled = program.on(profile).compileAuto();
    assertThat(compiled.isRejected()).as(profile + " " + reason).isTrue();
    assertThat(compiled.messages().toString()).contains(reason);
  }
}
