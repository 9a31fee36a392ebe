package org.ptoc.tile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * Elementwise operations against formulas of spec/20, 5.3 and 6.1 to 6.4, for every element type
 * and profile of their lists.
 */
class ElementwiseTest {
  private static final String NUMBERS = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";
  private static final String INTEGERS = "i8 ui8 i16 ui16 i32 ui32";
  private static final String WORDS = "i16 ui16 i32 ui32";
  private static final String BASE = "i16 i32 f16 f32";

  private static final CompileOptions BIT_SERIAL =
      CompileOptions.defaults().with(CodeSwitch.BIT_SERIAL_SHIFTS);

  private static final int NORMAL_SHAPES = 6;

  /** The reference adds in double precision before it rounds. */
  private static final Match ROUNDED_TWICE = Match.within(1e-7);

  /** A formula on patterns of one type. */
  private interface Formula {
    long apply(Dtype type, long a, long b);
  }

  private interface IntegerFormula {
    long apply(Dtype type, long a, long b);
  }

  /**
   * @param types element types on A5; {@code unified} those on A2/A3
   */
  private record Row(String name, String types, String unified, Formula formula, Match match) {}

  private static Row row(
      String name,
      String types,
      String unified,
      DoubleBinaryOperator real,
      IntegerFormula integer,
      Match match) {
    return new Row(
        name,
        types,
        unified,
        (type, a, b) ->
            type.isFloat()
                ? type.pattern(real.applyAsDouble(type.real(a), type.real(b)))
                : type.cut(integer.apply(type, type.integer(a), type.integer(b))),
        match);
  }

  private static Row bits(String name, String types, String unified, IntegerFormula integer) {
    return row(name, types, unified, (a, b) -> Double.NaN, integer, Match.EXACT);
  }

  private static Row unary(
      String name,
      String types,
      String unified,
      DoubleUnaryOperator real,
      IntegerFormula integer,
      Match match) {
    return row(name, types, unified, (a, b) -> real.applyAsDouble(a), integer, match);
  }

  private static final List<Row> BINARY =
      List.of(
          row("tadd", NUMBERS, BASE, Double::sum, (t, a, b) -> a + b, Match.NUMBERS),
          row("tsub", NUMBERS, BASE, (a, b) -> a - b, (t, a, b) -> a - b, Match.NUMBERS),
          row(
              "tmul",
              WORDS + " f16 bf16 f32",
              BASE,
              (a, b) -> a * b,
              (t, a, b) -> a * b,
              Match.NUMBERS),
          row(
              "tdiv",
              WORDS + " f16 f32",
              "f16 f32",
              (a, b) -> a / b,
              ElementwiseTest::quotient,
              Match.NUMBERS),
          row("tmax", NUMBERS, BASE, Math::max, (t, a, b) -> Math.max(a, b), Match.VALUES),
          row("tmin", NUMBERS, BASE, Math::min, (t, a, b) -> Math.min(a, b), Match.VALUES),
          row(
              "tfmod",
              WORDS + " f16 f32",
              BASE,
              (a, b) -> a % b,
              (t, a, b) -> b == 0 ? 0 : a % b,
              Match.VALUES),
          row(
              "trem",
              WORDS + " f16 f32",
              "i32 f32",
              ElementwiseTest::floorRemainder,
              (t, a, b) -> b == 0 ? 0 : Math.floorMod(a, b),
              ROUNDED_TWICE),
          row("tprelu", "f16 f32", "f16 f32", ElementwiseTest::leaky, (t, a, b) -> 0, Match.VALUES),
          bits("tand", INTEGERS, INTEGERS, (t, a, b) -> a & b),
          bits("tor", INTEGERS, INTEGERS, (t, a, b) -> a | b),
          bits("txor", INTEGERS, INTEGERS, (t, a, b) -> a ^ b),
          bits("tshl", INTEGERS, INTEGERS, ElementwiseTest::shiftLeft),
          bits("tshr", INTEGERS, INTEGERS, ElementwiseTest::shiftRight));

  private static final List<Row> WITH_SCALAR =
      List.of(
          row("tadds", NUMBERS, BASE, Double::sum, (t, a, b) -> a + b, Match.NUMBERS),
          row("tsubs", NUMBERS, BASE, (a, b) -> a - b, (t, a, b) -> a - b, Match.NUMBERS),
          row(
              "tmuls",
              "i8 " + WORDS + " f16 bf16 f32",
              BASE,
              (a, b) -> a * b,
              (t, a, b) -> a * b,
              Match.NUMBERS),
          row(
              "tdivs",
              "i8 " + WORDS + " f16 f32",
              BASE,
              (a, b) -> a / b,
              ElementwiseTest::quotient,
              Match.NUMBERS),
          row("tmaxs", NUMBERS, BASE, Math::max, (t, a, b) -> Math.max(a, b), Match.VALUES),
          row("tmins", NUMBERS, BASE, Math::min, (t, a, b) -> Math.min(a, b), Match.VALUES),
          row("tfmods", BASE, BASE, (a, b) -> a % b, (t, a, b) -> b == 0 ? 0 : a % b, Match.VALUES),
          row(
              "trems",
              BASE,
              "i32 f32",
              ElementwiseTest::floorRemainder,
              (t, a, b) -> b == 0 ? 0 : Math.floorMod(a, b),
              ROUNDED_TWICE),
          row("tlrelu", "f16 f32", "f16 f32", ElementwiseTest::leaky, (t, a, b) -> 0, Match.VALUES),
          bits("tands", INTEGERS, INTEGERS, (t, a, b) -> a & b),
          bits("tors", INTEGERS, INTEGERS, (t, a, b) -> a | b),
          bits("txors", INTEGERS, INTEGERS, (t, a, b) -> a ^ b),
          bits("tshls", INTEGERS, WORDS, ElementwiseTest::shiftLeft),
          bits("tshrs", INTEGERS, WORDS, ElementwiseTest::shiftRight));

  private static final List<Row> UNARY =
      List.of(
          unary(
              "tabs",
              "i8 i16 i32 f16 f32",
              "f16 f32",
              Math::abs,
              (t, a, b) -> Math.abs(a),
              Match.NUMBERS),
          unary(
              "tneg",
              "i8 " + WORDS + " f16 bf16 f32",
              BASE,
              a -> -a,
              (t, a, b) -> -a,
              Match.NUMBERS),
          unary("texp", "f16 f32", "f16 f32", Math::exp, (t, a, b) -> 0, Match.within(0)),
          unary("tlog", "f16 f32", "f16 f32", Math::log, (t, a, b) -> 0, Match.within(0)),
          unary("tsqrt", "f16 f32", "f16 f32", Math::sqrt, (t, a, b) -> 0, Match.VALUES),
          unary(
              "trsqrt",
              "f16 f32",
              "f16 f32",
              a -> 1 / Math.sqrt(a),
              (t, a, b) -> 0,
              Match.within(0)),
          unary(
              "trecip", BASE, "f16 f32", a -> 1 / a, (t, a, b) -> quotient(t, 1, a), Match.NUMBERS),
          unary(
              "trelu",
              "i32 f16 f32",
              "i32 f16 f32",
              a -> Math.max(a, 0),
              (t, a, b) -> Math.max(a, 0),
              Match.VALUES),
          bits("tnot", INTEGERS, INTEGERS, (t, a, b) -> ~a));

  private static double floorRemainder(double a, double b) {
    double remainder = a % b;
    return remainder != 0 && remainder < 0 != b < 0 ? remainder + b : remainder;
  }

  private static double leaky(double a, double slope) {
    return a > 0 ? a : a * slope;
  }

  private static long quotient(Dtype type, long a, long b) {
    return b == 0 ? -1 : BigInteger.valueOf(a).divide(BigInteger.valueOf(b)).longValue();
  }

  private static long shiftLeft(Dtype type, long a, long count) {
    long signed = signedCount(type, count);
    return signed < 0 || signed >= type.bits() ? 0 : a << signed;
  }

  private static long shiftRight(Dtype type, long a, long count) {
    long signed = signedCount(type, count);
    return signed < 0 || signed >= type.bits() ? (a < 0 ? -1 : 0) : a >> signed;
  }

  /** The count is read as a signed number of the element's width. */
  private static long signedCount(Dtype type, long count) {
    int unused = 64 - type.bits();
    return count << unused >> unused;
  }

  // Shapes.

  static List<Tile> shapes(Dtype type, RandomGenerator random, Sweep sweep) {
    List<Tile> shapes = new ArrayList<>();
    int block = type.block();
    shapes.add(Tile.of(type, 16, 64));
    shapes.add(Tile.of(type, 2, block));
    shapes.add(Tile.of(type, 1, 256 / type.bytes()));
    shapes.add(Tile.of(type, 9, 64).valid(9, 1));
    shapes.add(Tile.of(type, 64, 64).valid(58, 47));
    shapes.add(Tile.of(type, 4, 320).valid(3, 300));
    shapes.add(Tile.of(type, 4, 64).valid(0, 64));
    shapes.add(Tile.of(type, 4, 64).valid(4, 0));
    shapes.add(Tile.of(type, 8, 160).valid(7, 133).open());
    shapes.add(Tile.of(type, 8, 160).valid(8, 160).open());
    shapes.add(Tile.of(type, 1, 1024).valid(1, 1000).open());
    shapes.add(Tile.of(type, 8, 64).valid(0, 5).open());
    for (int i = 0; i < 2; i++) {
      int columns = block * random.nextInt(1, 14);
      int rows = random.nextInt(1, 24);
      shapes.add(
          Tile.of(type, rows, columns)
              .valid(random.nextInt(1, rows + 1), random.nextInt(1, columns + 1)));
    }
    if (Sweep.isExhaustive()) {
      for (String shape :
          "32x32 32x64 63x64 31x128 15x192 7x448 256x16 64x64 1900x16 1x16384".split(" ")) {
        String[] parts = shape.split("x");
        int rows = Integer.parseInt(parts[0]);
        int columns = Integer.parseInt(parts[1]) / block * block;
        int bytes = rows * columns * type.bytes();
        // UB of A2/A3 is smaller, and scratch tiles of these programs have 1,024 columns, which
        // counts there.
        boolean fits = sweep.isA5() ? bytes <= 80_000 : bytes <= 40_000 && columns <= 1024;
        if (columns > 0 && fits) {
          shapes.add(Tile.of(type, rows, columns));
        }
      }
      return shapes;
    }
    // Every operation and type gets its own part of the list in normal builds; the first two always
    // run.
    while (shapes.size() > NORMAL_SHAPES) {
      shapes.remove(random.nextInt(2, shapes.size()));
    }
    return shapes;
  }

  /** The shapes of a sweep, on A2/A3 with those for each way of its repeats. */
  private static List<Tile> covering(Dtype type, RandomGenerator random, Sweep sweep) {
    List<Tile> shapes = shapes(type, random, sweep);
    if (!sweep.isA5()) {
      shapes.addAll(RepeatShapes.of(type, random));
    }
    return shapes;
  }

  private static Grid apply(Row row, Tile output, Grid a, Grid b, Sweep sweep) {
    Grid expected =
        Grid.of(output).fill((i, j) -> row.formula.apply(output.type(), a.get(i, j), b.get(i, j)));
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.columns(); j++) {
        if (isUnspecified(row, output.type(), a.get(i, j), b.get(i, j))) {
          expected.release(i, j);
        }
      }
    }
    return expected;
  }

  /** Float remainders of huge quotients (6.1). */
  private static boolean isUnspecified(Row row, Dtype type, long first, long second) {
    double a = type.real(first);
    double b = type.real(second);
    return switch (row.name) {
      case "trem", "tfmod", "trems", "tfmods" ->
          type.isFloat() && Double.isFinite(a) && Math.abs(a / b) >= 0x1p45 && b != 0;
      default -> false;
    };
  }

  private static Grid splat(Tile tile, long pattern) {
    return Grid.of(tile).fill((i, j) -> pattern);
  }

  // Tests.

  @TestFactory
  Stream<DynamicTest> binary() {
    return each(BINARY, ElementwiseTest::binary);
  }

  @TestFactory
  Stream<DynamicTest> withScalar() {
    return each(WITH_SCALAR, ElementwiseTest::withScalar);
  }

  @TestFactory
  Stream<DynamicTest> unary() {
    return each(UNARY, ElementwiseTest::unary);
  }

  private interface Trial {
    void run(Row row, Dtype type, Sweep sweep);
  }

  private static Stream<DynamicTest> each(List<Row> rows, Trial trial) {
    return rows.stream()
        .flatMap(
            row ->
                Sweep.tests(
                    row.name,
                    row.types,
                    row.unified,
                    (type, sweep) -> trial.run(row, type, sweep)));
  }

  private static Grid counts(Row row, Tile tile, RandomGenerator random) {
    return row.name.startsWith("tsh") && random.nextInt(3) > 0
        ? Grid.of(tile).fill((i, j) -> random.nextInt(-2, tile.type().bits() + 2))
        : Grid.mixed(tile, random);
  }

  private static void binary(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    int number = 0;
    List<Tile> shapes = covering(type, random, sweep);
    if (!sweep.isA5() && (row.name.equals("tadd") || row.name.equals("tprelu"))) {
      shapes.addAll(RepeatShapes.open(type));
    }
    for (Tile shape : shapes) {
      Tile wider = shape.withColumns(shape.columns() + type.block());
      Tile second = number % 3 == 1 ? wider : shape;
      Tile output = number % 3 == 2 && !shape.dynamic() ? wider : shape;
      Grid a = Grid.mixed(shape, random);
      Grid b = counts(row, second, random);
      Grid expected = apply(row, output, a, b, sweep);
      TileProgram program =
          new TileProgram(row.name, output).input(shape, a).input(second, b).match(row.match);
      if (row.name.equals("trem") || row.name.equals("tprelu") || row.name.equals("txor")) {
        int columns =
            output.rows() > 100
                ? 32
                : 1024; // Masks of many rows would fill UB otherwise; such tiles are narrow.
        Tile scratch =
            row.name.equals("tprelu")
                ? Tile.of(Dtype.UI8, output.rows() + 1, columns)
                : Tile.of(type, row.name.equals("trem") ? 2 : output.rows() + 1, 1024);
        scratch(
            program,
            sweep.isA5()
                ? Tile.of(scratch.type(), 2, 1024)
                : row.name.equals("txor") ? output : scratch,
            sweep);
      }
      image(row, program, expected, sweep);
      if (number % 4 == 0) {
        sweep.auto(program, expected);
      }
      if (!sweep.isA5() && row.name.startsWith("tsh") && number % 3 == 0) {
        // Made of bitwise operations, which share lanes.
        sweep.image(program.options(BIT_SERIAL).sharesLane(), expected);
      }
      number++;
    }
    inPlace(row, type, random, sweep);
    sweep.finish();
  }

  /** A scratch tile, which only A2/A3 uses. */
  private static void scratch(TileProgram program, Tile tile, Sweep sweep) {
    program.input(tile, Grid.of(tile));
    if (!sweep.isA5()) {
      program.destroysLast();
    }
  }

  private static void image(Row row, TileProgram program, Grid expected, Sweep sweep) {
    if (!sweep.isA5() && INTEGERS.equals(row.unified) && !row.name.startsWith("tsh")) {
      program.sharesLane();
    }
    sweep.image(program, expected);
  }

  private static void inPlace(Row row, Dtype type, RandomGenerator random, Sweep sweep) {
    Tile shape = Tile.of(type, 5, 160).valid(5, 150);
    Grid a = Grid.mixed(shape, random);
    Grid b = counts(row, shape, random);
    for (int target = 0; target < 2; target++) {
      TileProgram program =
          new TileProgram(row.name, shape)
              .input(shape, a)
              .input(shape, b)
              .match(row.match)
              .inPlace(target);
      if (row.name.equals("trem")
          || row.name.equals("tprelu")
          || row.name.equals("txor") && !sweep.isA5()) {
        continue;
      }
      image(row, program, apply(row, shape, a, b, sweep), sweep);
      sweep.auto(program, apply(row, shape, a, b, sweep));
    }
  }

  private static void withScalar(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    int number = 0;
    boolean shift = row.name.startsWith("tsh");
    List<Long> scalars = new ArrayList<>();
    for (long special : Grid.special(type)) {
      scalars.add(special);
    }
    for (Tile shape : covering(type, random, sweep)) {
      long scalar =
          number < 4 ? Grid.moderate(type, random) : scalars.get(random.nextInt(scalars.size()));
      scalar = shift ? random.nextInt(0, type.bits() + 2) : scalar;
      long value = scalar;
      String scalarType = shift ? (number % 2 == 0 ? "i16" : "i32") : signless(type);
      Grid a = Grid.mixed(shape, random);
      Grid expected = apply(row, shape, a, splat(shape, value), sweep);
      TileProgram program = new TileProgram(row.name, shape).input(shape, a).match(row.match);
      boolean constant = number % 2 == 1 && !type.isFloat();
      if (constant) {
        program.constant(scalarType, shift ? value : signed(type, value));
      } else {
        program.scalar(scalarType, value);
      }
      if (row.name.equals("trems") || row.name.equals("txors")) {
        Tile scratch = Tile.of(type, 1, 1024);
        scratch(program, sweep.isA5() || row.name.equals("trems") ? scratch : shape, sweep);
      }
      image(row, program, expected, sweep);
      if (number % 4 == 0) {
        sweep.auto(program, expected);
      }
      if (row.name.equals("tdivs")) {
        Grid swapped = apply(row, shape, splat(shape, value), a, sweep);
        image(
            row,
            new TileProgram("tdivs", shape)
                .scalar(scalarType, value)
                .input(shape, a)
                .match(row.match),
            swapped,
            sweep);
      }
      number++;
    }
    sweep.finish();
  }

  private static String signless(Dtype type) {
    return type.isFloat() ? type.spelling() : "i" + type.bits();
  }

  private static long signed(Dtype type, long pattern) {
    int unused = 64 - type.bits();
    return pattern << unused >> unused;
  }

  private static void unary(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    int number = 0;
    for (Tile shape : covering(type, random, sweep)) {
      Tile output =
          number % 3 == 2 && !shape.dynamic()
              ? shape.withColumns(shape.columns() + type.block())
              : shape;
      Grid a = Grid.mixed(shape, random);
      Grid expected = apply(row, output, a, a, sweep);
      TileProgram program = new TileProgram(row.name, output).input(shape, a).match(row.match);
      image(row, program, expected, sweep);
      if (number % 4 == 0) {
        sweep.auto(program, expected);
        if (sweep.isA5() || !row.name.equals("trecip")) {
          image(
              row,
              new TileProgram(row.name, shape).input(shape, a).match(row.match).inPlace(0),
              expected,
              sweep);
        }
      }
      number++;
    }
    sweep.finish();
  }

  /** Explicitly signed element types are the same as signless ones (1.5). */
  @TestFactory
  Stream<DynamicTest> signedSpellings() {
    return BINARY.stream()
        .filter(row -> row.types.contains("i32"))
        .flatMap(
            row ->
                Dtype.list("si16 si32").stream()
                    .map(
                        type ->
                            DynamicTest.dynamicTest(
                                row.name + " " + type, () -> binary(row, type, new Sweep()))));
  }

  /**
   * Both spellings of the precision attribute are accepted and keep the results within the
   * tolerances.
   */
  @TestFactory
  Stream<DynamicTest> precision() {
    return UNARY.stream()
        .filter(row -> "texp tlog tsqrt trecip".contains(row.name))
        .map(row -> DynamicTest.dynamicTest(row.name + " HIGH_PRECISION", () -> precision(row)));
  }

  private static void precision(Row row) {
    Sweep sweep = new Sweep();
    SplittableRandom random = new SplittableRandom(row.name.hashCode());
    for (Dtype type : Dtype.list("f16 f32")) {
      Tile tile = Tile.of(type, 3, 64);
      Grid a = Grid.mixed(tile, random);
      String alias = row.name.substring(1) + "_precision";
      for (String attribute :
          List.of(
              "precision_mode = #pto<precision_mode HIGH_PRECISION>",
              "precisionType = #pto<" + alias + " high_precision>")) {
        sweep.image(
            new TileProgram(row.name, tile).input(tile, a).match(row.match).withTrailing(attribute),
            apply(row, tile, a, a, sweep));
      }
    }
    sweep.finish();
  }

  /**
   * With scratch or on request a reciprocal root is a root and a division, both rounded (spec/50,
   * 2.4).
   */
  @TestFactory
  Stream<DynamicTest> reciprocalRoots() {
    return Sweep.tests("trsqrt", "f16 f32", "f16 f32", ElementwiseTest::reciprocalRoots);
  }

  private static void reciprocalRoots(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int number = 0;
    for (Tile shape : shapes(type, random, sweep)) {
      Grid a = Grid.mixed(shape, random);
      Grid expected =
          Grid.of(shape)
              .fill((i, j) -> type.pattern(1 / type.real(type.pattern(Math.sqrt(a.real(i, j))))));
      Tile block = Tile.of(number % 2 == 0 ? Dtype.I8 : type, 1, number % 2 == 0 ? 32 : 256);
      for (boolean inPlace : new boolean[] {false, true}) {
        TileProgram program = new TileProgram("trsqrt", shape).input(shape, a).match(Match.NUMBERS);
        scratch(program, block, sweep);
        sweep.image(inPlace ? program.inPlace(0) : program, expected);
      }
      TileProgram high =
          new TileProgram("trsqrt", shape)
              .input(shape, a)
              .match(Match.NUMBERS)
              .withTrailing("precisionType = #pto<rsqrt_precision high_precision>");
      if (number % 3 == 0) {
        sweep.auto(high, expected);
      }
      number++;
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> splat() {
    return Sweep.tests(
        "texpands",
        NUMBERS,
        "i8 i16 ui16 i32 ui32 f16 bf16 f32",
        (type, sweep) -> {
          SplittableRandom random = new SplittableRandom(type.ordinal());
          for (Tile shape : covering(type, random, sweep)) {
            long value = Grid.mixed(Tile.of(type, 1, 1), random).get(0, 0);
            Grid expected = Grid.of(shape).fill((i, j) -> value);
            TileProgram program = new TileProgram("texpands", shape).scalar(signless(type), value);
            sweep.image(program, expected);
            if (shape.validRows() * shape.validColumns() > 0) {
              sweep.auto(program, expected);
            }
          }
          sweep.finish();
        });
  }
}
