package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/** Packed masks of spec/20, 6.5: written by tcmp and tcmps, read by tsel and tsels. */
class CompareSelectTest {
  private static final String NUMBERS = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";
  private static final List<String> MODES = List.of("eq", "ne", "lt", "le", "gt", "ge");

  /** A2/A3 compares 32-bit integers for equality only. */
  private static List<String> modes(Dtype type, Sweep sweep) {
    return sweep.isA5() || type != Dtype.I32 ? MODES : List.of("eq");
  }

  /** Physical rows and columns, valid rows and columns. */
  private static final List<int[]> SHAPES =
      List.of(
          new int[] {2, 128, 2, 128},
          new int[] {5, 160, 5, 150},
          new int[] {3, 512, 3, 12},
          new int[] {7, 448, 7, 447},
          new int[] {1, 256, 1, 255},
          new int[] {16, 64, 16, 64},
          new int[] {4, 64, 4, 1},
          new int[] {3, 320, 3, 320},
          new int[] {4, 128, 0, 128},
          new int[] {2, 256, 2, 256},
          new int[] {2, 512, 2, 512},
          new int[] {3, 576, 3, 513},
          new int[] {2, 448, 2, 385},
          new int[] {1, 448, 1, 385},
          new int[] {1, 640, 1, 513});

  /**
   * Every fourth shape: the mode is a field of the comparison, the shape is what the loops around
   * it depend on.
   */
  private static List<int[]> shapes(String mode) {
    int first = MODES.indexOf(mode) % 4;
    return mode.equals("eq") || Sweep.isExhaustive()
        ? SHAPES
        : IntStream.range(0, SHAPES.size())
            .filter(i -> i % 4 == first)
            .mapToObj(SHAPES::get)
            .toList();
  }

  /** The same, on A2/A3 with some of those for each way of its repeats. */
  private static List<int[]> covering(
      String mode, Dtype type, RandomGenerator random, Sweep sweep) {
    List<int[]> shapes = new ArrayList<>(shapes(mode));
    if (!sweep.isA5()) {
      List<Tile> repeats = RepeatShapes.of(type, random);
      for (int i = MODES.indexOf(mode) % 2; i < repeats.size(); i += mode.equals("eq") ? 1 : 2) {
        shapes.add(extents(repeats.get(i)));
      }
    }
    return shapes;
  }

  private static int[] extents(Tile tile) {
    return new int[] {tile.rows(), tile.columns(), tile.validRows(), tile.validColumns()};
  }

  private static boolean holds(String mode, Dtype type, long a, long b) {
    boolean less = type.isFloat() ? type.real(a) < type.real(b) : type.integer(a) < type.integer(b);
    boolean equal =
        type.isFloat() ? type.real(a) == type.real(b) : type.integer(a) == type.integer(b);
    boolean greater =
        type.isFloat() ? type.real(a) > type.real(b) : type.integer(a) > type.integer(b);
    return switch (mode) {
      case "eq" -> equal;
      case "ne" -> !equal;
      case "lt" -> less;
      case "le" -> less || equal;
      case "gt" -> greater;
      default -> greater || equal;
    };
  }

  private interface Predicate {
    boolean at(int row, int column);
  }

  private static int group(Dtype type) {
    return type.bits() == 8 ? 256 : 128;
  }

  private static int groups(Dtype type, int elements) {
    return (elements + group(type) - 1) / group(type) * group(type);
  }

  /** The mask tile as bytes: each row in whole groups with zeros behind, other bytes free. */
  private static Grid rowwise(Tile bytes, Dtype type, int rows, int columns, Predicate predicate) {
    Grid grid = Grid.of(bytes);
    for (int i = 0; i < bytes.rows(); i++) {
      for (int k = 0; k < bytes.columns(); k++) {
        if (i >= rows || 8 * k >= groups(type, columns)) {
          grid.release(i, k);
        }
        for (int bit = 0; bit < 8; bit++) {
          int column = 8 * k + bit;
          if (i < rows && column < columns && predicate.at(i, column)) {
            grid.set(i, k, grid.get(i, k) | 1L << bit);
          }
        }
      }
    }
    return grid;
  }

  /** On A2/A3 the bits behind the valid columns are unspecified. */
  private static Grid validBits(Grid packed, int columns) {
    for (int i = 0; i < packed.rows(); i++) {
      for (int k = 0; k < packed.columns(); k++) {
        int valid = Math.clamp(columns - 8 * k, 0, 8);
        packed.care(i, k, packed.cares(i, k) & (1L << valid) - 1);
      }
    }
    return packed;
  }

  private static Grid linear(Tile bytes, Dtype type, int rows, int columns, Predicate predicate) {
    Grid grid = Grid.of(bytes);
    for (int n = 0; n < bytes.rows() * bytes.columns() * 8; n++) {
      int i = n / 8 / bytes.columns();
      int k = n / 8 % bytes.columns();
      if (n >= groups(type, rows * columns)) {
        grid.release(i, k);
      } else if (n < rows * columns && predicate.at(n / columns, n % columns)) {
        grid.set(i, k, grid.get(i, k) | 1L << n % 8);
      }
    }
    return grid;
  }

  private static Grid data(Tile tile, RandomGenerator random) {
    return Grid.of(tile)
        .fill(
            (i, j) ->
                random.nextInt(3) > 0
                    ? Grid.special(tile.type())[random.nextInt(6)]
                    : Grid.mixed(Tile.of(tile.type(), 1, 1), random).get(0, 0));
  }

  @TestFactory
  Stream<DynamicTest> compare() {
    return Sweep.tests("tcmp", NUMBERS, "i32 f16 f32", CompareSelectTest::compare);
  }

  private static void compare(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (String mode : modes(type, sweep)) {
      for (int[] shape : covering(mode, type, random, sweep)) {
        Tile first = Tile.of(type, shape[0], shape[1]).valid(shape[2], shape[3]);
        Tile second = first.withColumns(shape[1] + type.block());
        Tile mask =
            Tile.of(
                Dtype.UI8, shape[0], Math.max(32, groups(type, shape[3]) / 8 + 31) / 32 * 32 + 32);
        Grid a = data(first, random);
        Grid b = data(second, random);
        Grid packed =
            rowwise(
                mask,
                type,
                a.rows(),
                a.columns(),
                (i, j) -> holds(mode, type, a.get(i, j), b.get(i, j)));
        Grid expected = sweep.isA5() ? packed : validBits(packed, a.columns());
        String attribute = "cmpMode = #pto<cmp " + mode + ">";
        TileProgram program =
            new TileProgram("tcmp", mask).input(first, a).input(second, b).with(attribute);
        sweep.image(program.touchesPadding(), expected);
        TileProgram open =
            new TileProgram("tcmp", mask)
                .input(first.open(), a)
                .input(second.open(), b)
                .with(attribute);
        sweep.image(open.touchesPadding(), expected);
      }
    }
    sweep.finish();
  }

  /** Rows without gaps in the sources and in the mask, which are one run; and single rows. */
  @TestFactory
  Stream<DynamicTest> compareRuns() {
    return Sweep.tests("tcmp of a run", NUMBERS, "f16 f32", CompareSelectTest::compareRun);
  }

  private static void compareRun(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {
      {3, 256, 256}, {5, 768, 768}, {1, 448, 385}, {1, 640, 513}, {1, 640, 576}, {1, 640, 577}
    };
    for (int[] shape : shapes) {
      Tile tile = Tile.of(type, shape[0], shape[1]).valid(shape[0], shape[2]);
      Tile mask = Tile.of(Dtype.UI8, shape[0], (shape[1] + 255) / 256 * 32);
      Grid a = data(tile, random);
      Grid b = data(tile, random);
      Grid packed =
          rowwise(
              mask,
              type,
              a.rows(),
              a.columns(),
              (i, j) -> holds("le", type, a.get(i, j), b.get(i, j)));
      Grid expected = sweep.isA5() ? packed : validBits(packed, a.columns());
      for (Tile form : List.of(tile, tile.open())) {
        TileProgram program =
            new TileProgram("tcmp", mask)
                .input(form, a)
                .input(form, b)
                .with("cmpMode = #pto<cmp le>");
        sweep.image(program.touchesPadding(), expected);
      }
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> compareScalar() {
    return Sweep.tests("tcmps", NUMBERS, "i16 ui16 i32 f16 f32", CompareSelectTest::compareScalar);
  }

  private static void compareScalar(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    CompileOptions rowsOnly = CompileOptions.defaults().with(CodeSwitch.ROWWISE_SCALAR_MASK);
    for (String mode : modes(type, sweep)) {
      for (int[] shape : covering(mode, type, random, sweep)) {
        Tile source = Tile.of(type, shape[0], shape[1]).valid(shape[2], shape[3]);
        Tile mask =
            Tile.of(
                Dtype.UI8, shape[0], Math.max(32, groups(type, shape[1]) / 8 + 31) / 32 * 32 + 32);
        Grid a = data(source, random);
        long scalar = Grid.special(type)[random.nextInt(Grid.special(type).length)];
        Predicate predicate = (i, j) -> holds(mode, type, a.get(i, j), scalar);
        boolean contiguous = shape[1] == shape[3];
        Grid packed = rowwise(mask, type, a.rows(), a.columns(), predicate);
        if (!sweep.isA5()) {
          sweep.image(
              scalarProgram(type, source, mask, a, scalar, mode), validBits(packed, a.columns()));
          sweep.image(
              scalarProgram(type, source.open(), mask, a, scalar, mode),
              validBits(packed, a.columns()));
          continue;
        }
        Grid expected = contiguous ? linear(mask, type, a.rows(), a.columns(), predicate) : packed;
        sweep.image(scalarProgram(type, source, mask, a, scalar, mode), expected);
        sweep.image(scalarProgram(type, source.open(), mask, a, scalar, mode), expected);
        sweep.image(scalarProgram(type, source, mask, a, scalar, mode).options(rowsOnly), packed);
      }
    }
    sweep.finish();
  }

  private static TileProgram scalarProgram(
      Dtype type, Tile source, Tile mask, Grid a, long scalar, String mode) {
    return new TileProgram("tcmps", mask)
        .input(source, a)
        .scalar(type.isFloat() ? type.spelling() : "i" + type.bits(), scalar)
        .with("cmpMode = #pto<cmp " + mode + ">")
        .touchesPadding();
  }

  // Selection.

  @TestFactory
  Stream<DynamicTest> select() {
    return Sweep.tests(
        "tsel, tsels", NUMBERS, "i16 ui16 i32 ui32 f16 bf16 f32", CompareSelectTest::select);
  }

  private static void select(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {
      {2, 128, 2, 128},
      {2, 32, 2, 32},
      {2, 160, 2, 160},
      {2, 512, 2, 512},
      {32, 672, 3, 666},
      {1, 2048, 1, 2001},
      {4, 64, 3, 1},
      {4, 64, 0, 5}
    };
    if (!sweep.isA5()) {
      for (Tile tile : RepeatShapes.of(type, random)) {
        Tile mask = Tile.of(Dtype.UI8, tile.rows(), (tile.columns() / 8 + 31) / 32 * 32);
        Tile scratch = Tile.of(Dtype.I32, 1, 64);
        Grid m = Grid.of(mask).fill((i, j) -> random.nextLong());
        Grid a = Grid.mixed(tile, random);
        Grid b = Grid.mixed(tile, random);
        sweep.image(
            new TileProgram("tsel", tile)
                .input(mask, m)
                .input(tile, a)
                .input(tile, b)
                .input(scratch, Grid.of(scratch))
                .destroysLast(),
            Grid.of(tile).fill((i, j) -> bit(m, i, j) ? a.get(i, j) : b.get(i, j)));
        if (type != Dtype.BF16) {
          selectScalar(type, tile, mask, m, a, random, sweep);
        }
      }
    }
    for (Dtype maskType : Dtype.list("i8 ui8 i16 i32")) {
      for (int[] shape : shapes) {
        Tile tile = Tile.of(type, Math.min(shape[0], 4), shape[1]).valid(shape[2], shape[3]);
        Tile other = tile.withColumns(shape[1] + type.block());
        int maskBytes = (shape[1] / 8 + 31) / 32 * 32;
        Tile mask = Tile.of(maskType, tile.rows(), maskBytes / maskType.bytes());
        Grid m = Grid.of(mask).fill((i, j) -> random.nextLong());
        Grid a = Grid.mixed(tile, random);
        Grid b = Grid.mixed(other, random);
        Grid expected = Grid.of(tile).fill((i, j) -> bit(m, i, j) ? a.get(i, j) : b.get(i, j));
        Tile scratch = Tile.of(Dtype.I32, 1, 64);
        TileProgram program =
            new TileProgram("tsel", tile).input(mask, m).input(tile, a).input(other, b);
        sweep.image(program.input(scratch, Grid.of(scratch)).destroysLast(), expected);
        sweep.image(
            new TileProgram("tsel", tile.open())
                .input(mask, m)
                .input(tile.open(), a)
                .input(tile.open(), a)
                .input(scratch, Grid.of(scratch))
                .destroysLast(),
            a);
        if (type != Dtype.BF16 && maskType != Dtype.UI8) {
          selectScalar(type, tile, mask, m, a, random, sweep);
        }
      }
    }
    sweep.finish();
  }

  private static void selectScalar(
      Dtype type, Tile tile, Tile mask, Grid m, Grid a, SplittableRandom random, Sweep sweep) {
    long scalar = Grid.special(type)[random.nextInt(6)];
    Grid expected = Grid.of(tile).fill((i, j) -> bit(m, i, j) ? a.get(i, j) : scalar);
    Tile scratch = Tile.of(type, 1, tile.columns());
    TileProgram program =
        new TileProgram("tsels", tile)
            .input(mask, m)
            .input(tile, a)
            .input(scratch, Grid.of(scratch))
            .destroysLast()
            .scalar(type.isFloat() ? type.spelling() : "i" + type.bits(), scalar);
    sweep.image(program, expected);
    if (tile.validRows() > 0 && tile.validColumns() > 0) {
      sweep.auto(program, expected);
    }
  }

  private static boolean bit(Grid mask, int row, int column) {
    int bits = mask.type().bits();
    return (mask.get(row, column / bits) >>> column % bits & 1) != 0;
  }
}
