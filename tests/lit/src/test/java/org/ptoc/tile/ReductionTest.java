package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Row and column reductions of spec/20, 7.1 and 7.2, for every element type of the lists of both
 * profiles.
 */
class ReductionTest {
  private static final String BASE = "i16 i32 f16 f32";
  private static final String INTEGERS = "i8 ui8 i16 ui16 i32 ui32";
  private static final String WORDS = "i16 ui16 i32 ui32";

  /** Combines two elements in the order of the reduction. */
  private interface Combine {
    double real(double a, double b);
  }

  private interface IntegerCombine {
    long integer(long a, long b);
  }

  private record Row(
      String name, String types, String unified, Combine real, IntegerCombine integer) {
    boolean byRows() {
      return name.startsWith("trow");
    }

    boolean isSum() {
      return name.endsWith("sum") || name.endsWith("prod");
    }
  }

  private static final List<Row> PLAIN =
      List.of(
          new Row("trowsum", BASE, BASE, Double::sum, Long::sum),
          new Row("trowprod", BASE, BASE, (a, b) -> a * b, (a, b) -> a * b),
          new Row("trowmax", INTEGERS + " f16 f32", BASE, Math::max, Math::max),
          new Row("trowmin", INTEGERS + " f16 f32", BASE, Math::min, Math::min),
          new Row("tcolsum", INTEGERS + " f16 bf16 f32", BASE, Double::sum, Long::sum),
          new Row("tcolprod", WORDS + " f16 bf16 f32", BASE, (a, b) -> a * b, (a, b) -> a * b),
          new Row("tcolmax", INTEGERS + " f16 bf16 f32", BASE, Math::max, Math::max),
          new Row("tcolmin", INTEGERS + " f16 bf16 f32", BASE, Math::min, Math::min));

  private record ArgumentRow(String name, String types, String unified) {}

  private static final List<ArgumentRow> ARGUMENTS =
      List.of(
          new ArgumentRow("trowargmax", WORDS + " f16 f32", "f16 f32"),
          new ArgumentRow("trowargmin", WORDS + " f16 f32", "f16 f32"),
          new ArgumentRow("tcolargmax", INTEGERS + " f16 f32", "ui16 ui32 f16 f32"),
          new ArgumentRow("tcolargmin", INTEGERS + " f16 f32", "ui16 ui32 f16 f32"));

  @TestFactory
  Stream<DynamicTest> plain() {
    return PLAIN.stream()
        .flatMap(
            row ->
                Sweep.tests(
                    row.name, row.types, row.unified, (type, sweep) -> plain(row, type, sweep)));
  }

  @TestFactory
  Stream<DynamicTest> arguments() {
    return ARGUMENTS.stream()
        .flatMap(
            row ->
                Sweep.tests(
                    row.name, row.types, row.unified, (type, sweep) -> argument(row, type, sweep)));
  }

  // Shapes.

  private static List<Tile> sources(Dtype type, boolean byRows, RandomGenerator random) {
    List<Tile> shapes = new ArrayList<>();
    int lanes = 256 / type.bytes();
    shapes.add(Tile.of(type, 9, 64).valid(9, 63));
    shapes.add(Tile.of(type, 5, lanes));
    shapes.add(Tile.of(type, 1, 256).valid(1, 255));
    shapes.add(Tile.of(type, 7, 448).valid(7, 447));
    shapes.add(Tile.of(type, 6, 64).valid(6, 1));
    shapes.add(Tile.of(type, 16, 320).valid(15, 301).open());
    shapes.add(Tile.of(type, 30, 192).valid(11, 24));
    shapes.add(Tile.of(type, 1, 2 * lanes + type.block()).valid(1, 2 * lanes + 1).open());
    shapes.add(Tile.fitting(type, random.nextInt(1, 20), random.nextInt(1, 300)));
    if (Sweep.isExhaustive()) {
      for (String shape :
          "127x64 63x64 31x128 15x192 256x16 8x1024 16x128 16x256 1024x8 13x16".split(" ")) {
        String[] parts = shape.split("x");
        int rows = Integer.parseInt(parts[0]);
        int columns = Integer.parseInt(parts[1]);
        shapes.add(Tile.fitting(type, rows, columns));
        shapes.add(Tile.fitting(type, rows, columns).valid(rows, columns - 1));
      }
    }
    return shapes;
  }

  private static List<Tile> destinations(Dtype type, Tile source, boolean byRows) {
    int block = type.block();
    if (!byRows) {
      int columns = (source.columns() + block - 1) / block * block;
      Tile row = Tile.of(type, 2, columns + block).valid(1, source.validColumns());
      return List.of(source.dynamic() ? row.open() : row);
    }
    Tile rowMajor = Tile.of(type, source.rows(), block).valid(source.validRows(), 1);
    int rows = (source.rows() + block - 1) / block * block;
    Tile columnMajor = Tile.of(type, rows, 1).valid(source.validRows(), 1).byColumns();
    return List.of(source.dynamic() ? rowMajor.open() : rowMajor, columnMajor);
  }

  // Plain reductions.

  private static Grid data(Row row, Tile source, RandomGenerator random) {
    if (!row.isSum() || !source.type().isFloat()) {
      return Grid.mixed(source, random);
    }
    boolean product = row.name.endsWith("prod");
    return Grid.of(source)
        .fill(
            (i, j) ->
                source
                    .type()
                    .pattern(
                        product
                            ? (random.nextBoolean() ? 1 : -1) * (0.98 + random.nextDouble() * 0.04)
                            : random.nextDouble(-1, 1)));
  }

  private static Grid reduce(Row row, Tile source, Tile destination, Grid data) {
    Dtype type = source.type();
    int count = row.byRows() ? data.columns() : data.rows();
    return Grid.of(destination)
        .fill(
            (i, j) -> {
              double real = 0;
              long integer = 0;
              for (int k = 0; k < count; k++) {
                int r = row.byRows() ? i : k;
                int c = row.byRows() ? k : j;
                real = k == 0 ? data.real(r, c) : row.real.real(real, data.real(r, c));
                integer =
                    k == 0 ? data.integer(r, c) : row.integer.integer(integer, data.integer(r, c));
                if (type.isFloat() && row.isSum() && !row.byRows()) {
                  real = type.real(type.pattern(real));
                }
              }
              return type.isFloat() ? type.pattern(real) : integer;
            });
  }

  private static Match match(Row row, Dtype type, Sweep sweep) {
    if (!row.isSum() || !type.isFloat()) {
      return Match.VALUES;
    }
    // Rows of a column are combined in order, each result rounded; the order inside a row is free,
    // so that
    // sums have the tolerances of spec/20; those of f16 are formed in single precision on A2/A3.
    return switch (row.name) {
      case "tcolsum", "tcolprod" -> Match.VALUES;
      default -> Match.within(type == Dtype.F32 ? 1e-4 : sweep.isA5() ? 5e-3 : 1e-3);
    };
  }

  /** The shapes of a sweep, on A2/A3 with those for each way of its repeats. */
  private static List<Tile> covering(
      Dtype type, boolean byRows, RandomGenerator random, Sweep sweep) {
    List<Tile> shapes = sources(type, byRows, random);
    if (!sweep.isA5()) {
      shapes.addAll(RepeatShapes.of(type, random));
    }
    return shapes;
  }

  private static void plain(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    int number = 0;
    for (Tile source : covering(type, row.byRows(), random, sweep)) {
      Grid data = data(row, source, random);
      for (Tile destination : destinations(type, source, row.byRows())) {
        TileProgram program =
            new TileProgram(row.name, destination)
                .input(source, data)
                .match(match(row, type, sweep));
        if ((number % 2 == 0 || !sweep.isA5()) && row.byRows()) {
          program.input(source, Grid.of(source)).destroysLast();
        }
        boolean empty = (row.byRows() ? data.columns() : data.rows()) == 0;
        Grid expected =
            empty ? Grid.mixed(destination, random) : reduce(row, source, destination, data);
        sweep.image(empty ? program.onto(expected) : program, expected);
        if (number % 3 == 0 && !empty) {
          sweep.auto(program, expected);
        }
        number++;
      }
    }
    if (row.name.equals("tcolsum")) {
      binaryTree(type, random, sweep);
    }
    sweep.finish();
  }

  private static void binaryTree(Dtype type, RandomGenerator random, Sweep sweep) {
    Tile source = Tile.fitting(type, 13, 100);
    Tile scratch = Tile.fitting(type, 16, 100);
    Tile destination = Tile.fitting(type, 1, 100);
    Row row =
        PLAIN.stream()
            .filter(candidate -> candidate.name.equals("tcolsum"))
            .findFirst()
            .orElseThrow();
    Grid data = data(row, source, random);
    TileProgram program =
        new TileProgram("tcolsum", destination)
            .input(source, data)
            .input(scratch, Grid.of(scratch))
            .with("isBinary = true")
            .match(type.isFloat() ? Match.within(type == Dtype.F32 ? 1e-5 : 5e-2) : Match.EXACT);
    sweep.auto(program, reduce(row, source, destination, data));
  }

  // Indices.

  private static Grid numbers(Tile source, RandomGenerator random) {
    int kind = random.nextInt(3);
    return Grid.of(source)
        .fill(
            (i, j) -> {
              if (kind == 0) {
                return source.type().isFloat()
                    ? source.type().pattern(random.nextInt(-3, 3))
                    : random.nextInt(0, 3);
              }
              if (kind == 1 && source.type().isFloat()) {
                return source
                    .type()
                    .pattern(
                        random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
              }
              long value = Grid.moderate(source.type(), random);
              return source.type().cut(value);
            });
  }

  private static boolean better(
      boolean maximum, Grid data, int r, int c, int bestRow, int bestColumn) {
    if (data.type().isFloat()) {
      double a = data.real(r, c);
      double b = data.real(bestRow, bestColumn);
      return maximum ? a > b : a < b;
    }
    long a = data.integer(r, c);
    long b = data.integer(bestRow, bestColumn);
    return maximum ? a > b : a < b;
  }

  private static Grid first(String name, Tile destination, Grid data) {
    boolean byRows = name.startsWith("trow");
    boolean maximum = name.endsWith("max");
    return Grid.of(destination)
        .fill(
            (i, j) -> {
              int best = 0;
              for (int k = 1; k < (byRows ? data.columns() : data.rows()); k++) {
                boolean wins =
                    byRows
                        ? better(maximum, data, i, k, i, best)
                        : better(maximum, data, k, j, best, j);
                best = wins ? k : best;
              }
              return best;
            });
  }

  private static void argument(ArgumentRow row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    int number = 0;
    boolean byRows = row.name.startsWith("trow");
    for (Tile source : covering(type, byRows, random, sweep)) {
      if ((byRows ? source.validColumns() : source.validRows()) == 0) {
        continue; // There is no first one.
      }
      Grid data = numbers(source, random);
      Dtype index = number % 2 == 0 ? Dtype.I32 : Dtype.UI32;
      for (Tile destination : destinations(index, source, byRows)) {
        Tile scratch = Tile.of(type, 1, 1024);
        TileProgram program =
            new TileProgram(row.name, destination)
                .input(source, data)
                .input(scratch, Grid.of(scratch))
                .destroysLast();
        Grid expected = first(row.name, destination, data);
        sweep.image(program, expected);
        if (number % 3 == 0) {
          sweep.auto(program, expected);
        }
        number++;
      }
    }
    if (type.bits() == 16 && byRows) {
      Tile source = Tile.of(type, 1, 32768).valid(1, 32761);
      Grid data =
          Grid.of(source)
              .fill(
                  (i, j) ->
                      j == 32700
                          ? type.isFloat()
                              ? type.pattern(row.name.endsWith("max") ? 2 : -2)
                              : row.name.endsWith("max") ? type.greatest() : type.least()
                          : type.isFloat() ? 0 : 5);
      Tile destination = Tile.of(Dtype.I32, 1, 8).valid(1, 1);
      Tile scratch = Tile.of(type, 1, sweep.isA5() ? 64 : 528);
      sweep.image(
          new TileProgram(row.name, destination)
              .input(source, data)
              .input(scratch, Grid.of(scratch)),
          first(row.name, destination, data));
    }
    sweep.finish();
  }
}
