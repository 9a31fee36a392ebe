package org.ptoc.tile;

import java.math.BigInteger;
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

/**
 * Row and column expansions of spec/20, 7.3: both carrier shapes, carrier first or second, every
 * element type of both profiles.
 */
class ExpansionTest {
  private static final String NUMBERS = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";

  private interface Formula {
    double real(double a, double e);
  }

  private interface IntegerFormula {
    long integer(long a, long e);
  }

  private record Row(
      String suffix, String types, Formula real, IntegerFormula integer, Match match) {
    long apply(Dtype type, long a, long e) {
      return type.isFloat()
          ? type.pattern(real.real(type.real(a), type.real(e)))
          : type.cut(integer.integer(type.integer(a), type.integer(e)));
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row("add", NUMBERS, Double::sum, Long::sum, Match.NUMBERS),
          new Row("sub", NUMBERS, (a, e) -> a - e, (a, e) -> a - e, Match.NUMBERS),
          new Row("mul", NUMBERS, (a, e) -> a * e, (a, e) -> a * e, Match.NUMBERS),
          new Row("div", NUMBERS, (a, e) -> a / e, ExpansionTest::quotient, Match.NUMBERS),
          new Row("max", NUMBERS, Math::max, Math::max, Match.VALUES),
          new Row("min", NUMBERS, Math::min, Math::min, Match.VALUES),
          // The difference is rounded before the exponential: spec/20, 11 allows 1e-5.
          new Row("expdif", "f16 f32", (a, e) -> Math.exp(a - e), (a, e) -> 0, Match.within(1e-5)));

  private static long quotient(long a, long e) {
    return e == 0 ? -1 : BigInteger.valueOf(a).divide(BigInteger.valueOf(e)).longValue();
  }

  private static final List<int[]> SHAPES =
      List.of(
          new int[] {16, 128, 16, 127},
          new int[] {5, 64, 5, 64},
          new int[] {1, 512, 1, 511},
          new int[] {9, 320, 7, 300},
          new int[] {33, 64, 33, 1},
          new int[] {3, 256, 3, 255});

  @TestFactory
  Stream<DynamicTest> copies() {
    return Sweep.tests(
        "trowexpand, tcolexpand", NUMBERS, "i8 ui8 i16 i32 f16 bf16 f32", ExpansionTest::copies);
  }

  private static void copies(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (int[] shape : covering(SHAPES, type, random, sweep)) {
      Tile output = Tile.of(type, shape[0], shape[1]).valid(shape[2], shape[3]);
      for (Tile target : List.of(output, output.open())) {
        Tile narrow = Tile.of(type, shape[0], type.block()).valid(shape[2], 1);
        Tile wide = Tile.of(type, shape[0], 2 * type.block()).valid(shape[2], 2 * type.block() - 1);
        for (Tile carrier : List.of(narrow, wide)) {
          Grid elements = Grid.mixed(carrier, random);
          Grid expected = Grid.of(target).fill((i, j) -> elements.get(i, 0));
          sweep.image(new TileProgram("trowexpand", target).input(carrier, elements), expected);
        }
        Tile row = Tile.of(type, 2, shape[1] + type.block()).valid(1, shape[3]);
        Grid elements = Grid.mixed(row, random);
        TileProgram columns = new TileProgram("tcolexpand", target).input(row, elements);
        Grid expected = Grid.of(target).fill((i, j) -> elements.get(0, j));
        sweep.image(columns, expected);
        sweep.auto(columns, expected);
      }
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> binary() {
    return ROWS.stream()
        .flatMap(
            row ->
                Sweep.tests(
                    "t*expand" + row.suffix,
                    row.types,
                    row.suffix.equals("div") || row.suffix.equals("expdif")
                        ? "f16 f32"
                        : "i16 i32 f16 f32",
                    (type, sweep) -> binary(row, type, sweep)));
  }

  private static Grid data(Row row, Tile tile, RandomGenerator random) {
    return row.suffix.equals("expdif") ? Grid.moderate(tile, random) : Grid.mixed(tile, random);
  }

  private static Match match(Row row, Dtype type) {
    return row.suffix.equals("expdif") && type == Dtype.F16 ? Match.within(1e-3) : row.match;
  }

  private static List<Tile> rowCarriers(Dtype type, int rows, int validRows) {
    int block = type.block();
    List<Tile> carriers = new ArrayList<>();
    carriers.add(
        Tile.of(type, (rows + block - 1) / block * block, 1).valid(validRows, 1).byColumns());
    carriers.add(Tile.of(type, rows, block).valid(validRows, 1));
    carriers.add(Tile.of(type, rows, block).valid(validRows, block));
    return carriers;
  }

  /** Every second shape; the next type of an operation, and the next operation, take the others. */
  private static List<int[]> shapes(Row row, Dtype type) {
    int first = (ROWS.indexOf(row) + type.ordinal()) % 2;
    return Sweep.isExhaustive()
        ? SHAPES
        : IntStream.range(0, SHAPES.size())
            .filter(i -> i % 2 == first)
            .mapToObj(SHAPES::get)
            .toList();
  }

  /** Shapes, on A2/A3 with those for each way of its repeats. */
  private static List<int[]> covering(
      List<int[]> shapes, Dtype type, RandomGenerator random, Sweep sweep) {
    List<int[]> all = new ArrayList<>(shapes);
    for (Tile tile : sweep.isA5() ? List.<Tile>of() : RepeatShapes.of(type, random)) {
      all.add(new int[] {tile.rows(), tile.columns(), tile.validRows(), tile.validColumns()});
    }
    return all;
  }

  private static void binary(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.suffix.hashCode() + type.ordinal());
    int number = 0;
    for (int[] shape : covering(shapes(row, type), type, random, sweep)) {
      Tile output = Tile.of(type, shape[0], shape[1]).valid(shape[2], shape[3]);
      Tile source = number % 2 == 0 ? output : output.withColumns(shape[1] + type.block());
      Grid a = data(row, source, random);
      List<Tile> carriers = rowCarriers(type, shape[0], shape[2]);
      boolean own = SHAPES.contains(shape);
      for (Tile carrier : own ? carriers : carriers.subList(number % 3, number % 3 + 1)) {
        Grid e = data(row, carrier, random);
        // A carrier in front must not be able to cover the rows of the data.
        boolean first = number % 3 == 2 && shape[2] > 1 && shape[3] > type.block();
        Grid expected =
            Grid.of(output)
                .fill(
                    (i, j) ->
                        first
                            ? row.apply(type, e.get(i, 0), a.get(i, j))
                            : row.apply(type, a.get(i, j), e.get(i, 0)));
        TileProgram program =
            new TileProgram("trowexpand" + row.suffix, output).match(match(row, type));
        if (first) {
          program.input(carrier, e).input(source, a);
        } else {
          program.input(source, a).input(carrier, e);
        }
        sweep.image(program, expected);
        if (number % 4 == 0) {
          sweep.auto(program, expected);
        }
        number++;
      }
      columns(row, type, output, source, a, number % 2 == 1, random, sweep);
    }
    blockCarrier(row, type, random, sweep);
    dynamic(row, type, random, sweep);
    sweep.finish();
  }

  private static void columns(
      Row row,
      Dtype type,
      Tile output,
      Tile source,
      Grid a,
      boolean first,
      RandomGenerator random,
      Sweep sweep) {
    if (output.validRows() == 1) {
      return;
    }
    Tile carrier = Tile.of(type, 1, output.columns()).valid(1, output.validColumns());
    Grid e = data(row, carrier, random);
    Grid expected =
        Grid.of(output)
            .fill(
                (i, j) ->
                    first
                        ? row.apply(type, e.get(0, j), a.get(i, j))
                        : row.apply(type, a.get(i, j), e.get(0, j)));
    TileProgram program =
        new TileProgram("tcolexpand" + row.suffix, output).match(match(row, type));
    sweep.image(
        first
            ? program.input(carrier, e).input(source, a)
            : program.input(source, a).input(carrier, e),
        expected);
  }

  /** Column j takes element j modulo the block when the attribute or the option says so. */
  private static void blockCarrier(Row row, Dtype type, RandomGenerator random, Sweep sweep) {
    int block = type.block();
    Tile output = Tile.of(type, 6, 10 * block).valid(6, 10 * block - 3);
    Tile carrier = Tile.of(type, 6, block);
    Grid a = data(row, output, random);
    Grid e = data(row, carrier, random);
    Grid modulo = Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), e.get(i, j % block)));
    Grid plain = Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), e.get(i, 0)));
    String name = "trowexpand" + row.suffix;
    sweep.image(
        program(name, row, type, output, a, carrier, e)
            .withTrailing("src1Col = " + block + " : i64"),
        modulo);
    sweep.image(
        program(name, row, type, output, a, carrier, e)
            .withTrailing("src1Col = 1 : i64, src0eqdst = false"),
        plain);
    CompileOptions options = CompileOptions.defaults().with(CodeSwitch.BLOCK_CARRIER);
    sweep.image(program(name, row, type, output, a, carrier, e).options(options), modulo);
    sweep.image(program(name, row, type, output, a, carrier, e).inPlace(0), plain);
  }

  private static TileProgram program(
      String name, Row row, Dtype type, Tile output, Grid a, Tile carrier, Grid e) {
    return program(name, row, type, output, output, a, carrier, e);
  }

  private static void dynamic(Row row, Dtype type, RandomGenerator random, Sweep sweep) {
    Tile output = Tile.of(type, 8, 160).valid(6, 133).open();
    Tile carrier = Tile.of(type, 8, type.block()).valid(6, 1).open();
    Grid a = data(row, output, random);
    Grid e = data(row, carrier, random);
    Grid expected = Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), e.get(i, 0)));
    sweep.image(program("trowexpand" + row.suffix, row, type, output, a, carrier, e), expected);
    Tile fixed = Tile.of(type, 8, type.block()).valid(6, 1);
    Grid swapped = Grid.of(output).fill((i, j) -> row.apply(type, e.get(i, 0), a.get(i, j)));
    sweep.image(
        new TileProgram("trowexpand" + row.suffix, output)
            .input(fixed, e)
            .input(output, a)
            .match(match(row, type)),
        swapped);
    Tile line = Tile.of(type, 1, 160).valid(1, 133).open();
    Grid f = data(row, line, random);
    Grid byColumns = Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), f.get(0, j)));
    sweep.image(program("tcolexpand" + row.suffix, row, type, output, a, line, f), byColumns);
    partlyOpen(row, type, random, sweep);
  }

  /** The carrier is found whichever of the three tiles leave their extents open. */
  private static void partlyOpen(Row row, Dtype type, RandomGenerator random, Sweep sweep) {
    Tile output = Tile.of(type, 8, 160).valid(6, 133);
    Tile narrow = Tile.of(type, 8, type.block()).valid(6, 1);
    Tile line = Tile.of(type, 2, 160).valid(1, 133);
    Grid a = data(row, output, random);
    Grid e = data(row, narrow, random);
    Grid f = data(row, line, random);
    for (int open = 0; open < 8; open++) {
      if (!Sweep.isExhaustive() && (open + type.ordinal()) % 4 != 0) {
        continue;
      }
      Tile target = (open & 1) == 0 ? output : output.open();
      Tile source = (open & 2) == 0 ? output : output.open();
      Tile byRow = (open & 4) == 0 ? narrow : narrow.open();
      Tile byColumn = (open & 4) == 0 ? line : line.open();
      sweep.image(
          program("trowexpand" + row.suffix, row, type, target, source, a, byRow, e),
          Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), e.get(i, 0))));
      sweep.image(
          program("tcolexpand" + row.suffix, row, type, target, source, a, byColumn, f),
          Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), f.get(0, j))));
      sweep.image(
          program("trowexpand" + row.suffix, row, type, target, byRow, e, source, a),
          Grid.of(output).fill((i, j) -> row.apply(type, e.get(i, 0), a.get(i, j))));
      sweep.image(
          program("tcolexpand" + row.suffix, row, type, target, byColumn, f, source, a),
          Grid.of(output).fill((i, j) -> row.apply(type, f.get(0, j), a.get(i, j))));
    }
    for (int columns : new int[] {1, type.block() - 1, type.block()}) {
      oneBlock(row, type, columns, random, sweep);
    }
  }

  /**
   * Where data and carrier both have rows of one block, valid shapes alone tell them apart; the
   * first covers if both can.
   */
  private static void oneBlock(
      Row row, Dtype type, int columns, RandomGenerator random, Sweep sweep) {
    Tile output = Tile.of(type, 8, type.block()).valid(8, columns);
    Grid a = data(row, output, random);
    for (int carried : new int[] {1, type.block()}) {
      Tile carrier = Tile.of(type, 8, type.block()).valid(8, carried);
      Grid e = data(row, carrier, random);
      for (int open = 0; open < 8; open++) {
        if (!Sweep.isExhaustive() && (open + columns + type.ordinal()) % 3 != 0) {
          continue; // Other types take the other combinations.
        }
        Tile target = (open & 1) == 0 ? output : output.open();
        Tile source = (open & 2) == 0 ? output : output.open();
        Tile byRow = (open & 4) == 0 ? carrier : carrier.open();
        sweep.image(
            program("trowexpand" + row.suffix, row, type, target, source, a, byRow, e),
            Grid.of(output).fill((i, j) -> row.apply(type, a.get(i, j), e.get(i, 0))));
        boolean carrierCovers = carried == columns;
        sweep.image(
            program("trowexpand" + row.suffix, row, type, target, byRow, e, source, a),
            Grid.of(output)
                .fill(
                    (i, j) ->
                        row.apply(
                            type,
                            e.get(i, carrierCovers ? j : 0),
                            a.get(i, carrierCovers ? 0 : j))));
      }
    }
  }

  private static TileProgram program(
      String name,
      Row row,
      Dtype type,
      Tile output,
      Tile first,
      Grid values,
      Tile second,
      Grid others) {
    return new TileProgram(name, output)
        .input(first, values)
        .input(second, others)
        .match(match(row, type));
  }
}
