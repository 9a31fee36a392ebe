package org.ptoc.tile;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The arithmetic of spec/50, 2.9, against plain formulas for every element type and profile. */
class ArithmeticTest {
  private static final String NUMBERS = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";
  private static final String INTEGERS = "i8 si8 ui8 i16 ui16 i32 ui32";
  private static final String BASE = "i16 i32 f16 f32";

  private static long add(Dtype type, long a, long b, int sign) {
    return type.isFloat()
        ? type.pattern(type.real(a) + sign * type.real(b))
        : type.cut(type.integer(a) + sign * type.integer(b));
  }

  /** Two operations, each rounded; the destination may be any source. */
  @TestFactory
  Stream<DynamicTest> sumsOfThree() {
    return Stream.of("taddc", "tsubc")
        .flatMap(
            name ->
                Sweep.tests(name, NUMBERS, BASE, (type, sweep) -> sumOfThree(name, type, sweep)));
  }

  private static void sumOfThree(String name, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(name.hashCode() + type.ordinal());
    int sign = name.equals("taddc") ? 1 : -1;
    int number = 0;
    for (Tile shape : ElementwiseTest.shapes(type, random, sweep)) {
      Tile wider = shape.withColumns(shape.columns() + type.block());
      Grid a = Grid.mixed(shape, random);
      Grid b = Grid.mixed(shape, random);
      Grid c = Grid.mixed(shape, random);
      Grid expected =
          Grid.of(shape)
              .fill((i, j) -> add(type, add(type, a.get(i, j), b.get(i, j), sign), c.get(i, j), 1));
      sweep.image(sumOfThree(name, shape, number % 2 == 0 ? shape : wider, a, b, c), expected);
      if (number % 3 == 0) {
        sweep.image(sumOfThree(name, shape, shape, a, b, c).inPlace(number % 2 * 2), expected);
        sweep.auto(sumOfThree(name, shape, shape, a, b, c), expected);
      }
      number++;
    }
    sweep.finish();
  }

  private static TileProgram sumOfThree(
      String name, Tile shape, Tile second, Grid a, Grid b, Grid c) {
    return new TileProgram(name, shape)
        .input(shape, a)
        .input(second, b)
        .input(shape, c)
        .match(Match.NUMBERS);
  }

  @TestFactory
  Stream<DynamicTest> sumsWithScalar() {
    return Stream.of("taddsc", "tsubsc")
        .flatMap(
            name ->
                Sweep.tests(
                    name, NUMBERS, BASE, (type, sweep) -> sumWithScalar(name, type, sweep)));
  }

  private static void sumWithScalar(String name, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(name.hashCode() + type.ordinal());
    int sign = name.equals("taddsc") ? 1 : -1;
    int number = 0;
    for (Tile shape : ElementwiseTest.shapes(type, random, sweep)) {
      Grid a = Grid.mixed(shape, random);
      Grid c = Grid.mixed(shape, random);
      long scalar = Grid.mixed(Tile.of(type, 1, 1), random).get(0, 0);
      Grid expected =
          Grid.of(shape)
              .fill((i, j) -> add(type, add(type, a.get(i, j), scalar, sign), c.get(i, j), 1));
      TileProgram program =
          new TileProgram(name, shape)
              .input(shape, a)
              .scalar(type.isFloat() ? type.spelling() : "i" + type.bits(), scalar)
              .input(shape, c)
              .match(Match.NUMBERS);
      sweep.image(number % 3 == 1 ? program.inPlace(2) : program, expected);
      if (number % 3 == 0) {
        sweep.auto(program, expected);
      }
      number++;
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> rectifiedSums() {
    return Sweep.tests(
        "taddrelu",
        "",
        "i16 f16 f32",
        (type, sweep) -> {
          SplittableRandom random = new SplittableRandom(type.ordinal());
          for (Tile shape : ElementwiseTest.shapes(type, random, sweep)) {
            Grid a = Grid.mixed(shape, random);
            Grid b = Grid.mixed(shape, random);
            Grid expected =
                Grid.of(shape)
                    .fill(
                        (i, j) -> {
                          long sum = add(type, a.get(i, j), b.get(i, j), 1);
                          return type.isFloat()
                              ? type.pattern(Math.max(type.real(sum), 0))
                              : Math.max(type.integer(sum), 0);
                        });
            sweep.image(
                new TileProgram("taddrelu", shape)
                    .input(shape, a)
                    .input(shape, b)
                    .match(Match.VALUES),
                expected);
          }
          sweep.finish();
        });
  }

  /** One rounding; the destination is read, and may be the source. */
  @TestFactory
  Stream<DynamicTest> accumulations() {
    return Stream.of(Dtype.F16, Dtype.F32)
        .flatMap(
            to ->
                Sweep.tests(
                    "taxpy into " + to,
                    to == Dtype.F32 ? "f16 f32" : "f16",
                    to == Dtype.F32 ? "f16 f32" : "f16",
                    (from, sweep) -> accumulation(from, to, sweep)));
  }

  private static void accumulation(Dtype from, Dtype to, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(from.ordinal() + 7 * to.ordinal());
    int number = 0;
    for (Tile shape : ElementwiseTest.shapes(from, random, sweep)) {
      Tile output = shape.as(to);
      Grid a = Grid.mixed(shape, random);
      Grid sum = Grid.mixed(output, random);
      long scalar =
          number % 3 == 2
              ? Grid.special(from)[random.nextInt(Grid.special(from).length)]
              : Grid.moderate(from, random);
      Grid expected =
          Grid.of(output).fill((i, j) -> accumulated(from, to, a.get(i, j), scalar, sum.get(i, j)));
      TileProgram program =
          new TileProgram("taxpy", output)
              .input(shape, a)
              .scalar(from.spelling(), scalar)
              .updates(output, sum)
              .match(Match.NUMBERS);
      sweep.image(program, expected);
      if (number % 2 == 0) {
        sweep.auto(program, expected);
      }
      if (from == to && number % 3 == 0) {
        Grid doubled =
            Grid.of(output).fill((i, j) -> accumulated(from, to, a.get(i, j), scalar, a.get(i, j)));
        sweep.image(
            new TileProgram("taxpy", output)
                .input(shape, a)
                .scalar(from.spelling(), scalar)
                .inPlace(0)
                .match(Match.NUMBERS),
            doubled);
      }
      number++;
    }
    sweep.finish();
  }

  private static long accumulated(Dtype from, Dtype to, long source, long scalar, long sum) {
    return to == Dtype.F32
        ? Float.floatToRawIntBits(
                Math.fma(
                    (float) from.real(source), (float) from.real(scalar), (float) to.real(sum)))
            & 0xFFFF_FFFFL
        : to.pattern(Math.fma(from.real(source), from.real(scalar), to.real(sum)));
  }

  /** Products wrap; negative powers are 0 but for 1 and -1; 0 to the power of 0 is 1. */
  @TestFactory
  Stream<DynamicTest> powers() {
    return Stream.concat(
        Sweep.tests("tpow", INTEGERS, INTEGERS, (type, sweep) -> powers(type, sweep, false)),
        Sweep.tests("tpows", INTEGERS, INTEGERS, (type, sweep) -> powers(type, sweep, true)));
  }

  private static void powers(Dtype type, Sweep sweep, boolean withScalar) {
    SplittableRandom random = new SplittableRandom(type.ordinal() + (withScalar ? 99 : 0));
    int number = 0;
    for (Tile shape : ElementwiseTest.shapes(type, random, sweep)) {
      Grid a = Grid.mixed(shape, random);
      Grid b =
          Grid.of(shape)
              .fill(
                  (i, j) ->
                      random.nextInt(3) == 0
                          ? Grid.mixed(Tile.of(type, 1, 1), random).get(0, 0)
                          : random.nextInt(-3, 9));
      long scalar = type.cut(new long[] {0, 1, 2, 5, -1, -2, 77}[number % 7]);
      Grid expected =
          Grid.of(shape)
              .fill((i, j) -> power(type, a.get(i, j), withScalar ? scalar : b.get(i, j)));
      TileProgram program = new TileProgram(withScalar ? "tpows" : "tpow", shape).input(shape, a);
      if (withScalar) {
        program.scalar("i" + type.bits(), scalar);
      } else {
        program.input(shape, b);
      }
      sweep.image(program.image(160 * 1024), expected);
      if (number % 3 == 0) {
        sweep.auto(program, expected);
      }
      number++;
    }
    sweep.finish();
  }

  private static long power(Dtype type, long base, long exponent) {
    BigInteger a = BigInteger.valueOf(type.integer(base));
    long b = type.integer(exponent);
    if (b < 0) {
      boolean unit = a.abs().equals(BigInteger.ONE);
      return unit ? type.cut(b % 2 == 0 ? 1 : a.longValue()) : 0;
    }
    return type.cut(
        a.modPow(BigInteger.valueOf(b), BigInteger.ONE.shiftLeft(type.bits())).longValue());
  }

  @TestFactory
  Stream<DynamicTest> triangles() {
    return Sweep.tests(
        "ttri",
        NUMBERS,
        "i16 ui16 i32 ui32 f16 f32",
        (type, sweep) -> {
          SplittableRandom random = new SplittableRandom(type.ordinal());
          long one = type.isFloat() ? type.pattern(1) : 1;
          int number = 0;
          for (Tile shape : ElementwiseTest.shapes(type, random, sweep)) {
            for (int upper = 0; upper < 2; upper++) {
              boolean isUpper = upper == 1;
              int diagonal = new int[] {0, 3, -2, 1000, -1000}[number++ % 5];
              Grid expected =
                  Grid.of(shape)
                      .fill((i, j) -> (isUpper ? j >= i + diagonal : j <= i + diagonal) ? one : 0);
              TileProgram program = new TileProgram("ttri", shape);
              if (number % 2 == 0) {
                program.constant("i32", diagonal);
              } else {
                program.scalar("i32", diagonal & 0xFFFF_FFFFL);
              }
              sweep.image(program.with("upperOrLower = " + upper + " : i32"), expected);
            }
          }
          sweep.finish();
        });
  }
}
