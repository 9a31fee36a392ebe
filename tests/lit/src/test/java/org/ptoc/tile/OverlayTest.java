package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * Partial operations of spec/20, 7.4, and fills of 8.3, for every element type of the lists of both
 * profiles.
 */
class OverlayTest {
  private static final String NUMBERS = "i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32";

  private record Row(
      String name, DoubleBinaryOperator real, LongBinaryOperator integer, Match match) {
    long apply(Dtype type, long a, long b) {
      return type.isFloat()
          ? type.pattern(real.applyAsDouble(type.real(a), type.real(b)))
          : type.cut(integer.applyAsLong(type.integer(a), type.integer(b)));
    }

    boolean isExtremum() {
      return name.endsWith("max") || name.endsWith("min");
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row("tpartadd", Double::sum, Long::sum, Match.NUMBERS),
          new Row("tpartmul", (a, b) -> a * b, (a, b) -> a * b, Match.NUMBERS),
          new Row("tpartmax", Math::max, Math::max, Match.VALUES),
          new Row("tpartmin", Math::min, Math::min, Match.VALUES));

  /**
   * Physical rows and columns, valid extents of the destination, of the first and of the second
   * source.
   */
  private static final List<int[]> SHAPES =
      List.of(
          new int[] {64, 64, 64, 64, 64, 64, 60, 64},
          new int[] {64, 64, 64, 64, 64, 37, 64, 64},
          new int[] {8, 64, 8, 48, 8, 48, 8, 48},
          new int[] {8, 768, 8, 768, 8, 768, 5, 600},
          new int[] {2, 32, 2, 24, 1, 8, 2, 24},
          new int[] {95, 96, 95, 95, 95, 95, 90, 95},
          new int[] {16, 320, 16, 313, 16, 313, 3, 257},
          new int[] {4, 64, 4, 64, 4, 64, 0, 0},
          new int[] {4, 64, 4, 64, 4, 0, 4, 64},
          new int[] {4, 64, 0, 64, 0, 64, 0, 64},
          new int[] {1, 512, 1, 511, 1, 511, 1, 129});

  private static final List<int[]> UNCOVERED =
      List.of(
          new int[] {16, 128, 16, 128, 16, 70, 9, 128},
          new int[] {16, 128, 16, 128, 9, 70, 7, 100},
          new int[] {16, 128, 16, 120, 5, 64, 5, 64},
          new int[] {8, 320, 7, 300, 3, 300, 6, 257});

  @TestFactory
  Stream<DynamicTest> partial() {
    return ROWS.stream()
        .flatMap(
            row ->
                Sweep.tests(
                    row.name,
                    NUMBERS,
                    "i16 i32 f16 f32",
                    (type, sweep) -> partial(row, type, sweep)));
  }

  private static void partial(Row row, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(row.name.hashCode() + type.ordinal());
    for (int[] shape : SHAPES) {
      overlay(row, type, shape, false, random, sweep);
      if (Sweep.isExhaustive() || shape[0] < 60) {
        overlay(row, type, shape, true, random, sweep);
      }
    }
    for (Tile tile : sweep.isA5() ? List.<Tile>of() : RepeatShapes.of(type, random)) {
      int rows = random.nextInt(tile.validRows() + 1);
      int columns = random.nextInt(tile.validColumns() + 1);
      int[] shape = {
        tile.rows(),
        tile.columns(),
        tile.validRows(),
        tile.validColumns(),
        tile.validRows(),
        tile.validColumns(),
        rows,
        columns
      };
      overlay(row, type, shape, tile.dynamic(), random, sweep);
    }
    for (int[] shape : row.isExtremum() ? UNCOVERED : List.<int[]>of()) {
      overlay(row, type, shape, false, random, sweep);
      overlay(row, type, shape, true, random, sweep);
    }
    sweep.finish();
  }

  private static void overlay(
      Row row, Dtype type, int[] shape, boolean open, SplittableRandom random, Sweep sweep) {
    int block = type.block();
    int columns = (shape[1] + block - 1) / block * block;
    Tile output = Tile.of(type, shape[0], columns).valid(shape[2], shape[3]);
    Tile first = Tile.of(type, shape[0], columns + block).valid(shape[4], shape[5]);
    Tile second = Tile.of(type, shape[0], columns).valid(shape[6], shape[7]);
    Grid a = Grid.mixed(first, random);
    Grid b = Grid.mixed(second, random);
    Grid expected =
        Grid.of(output)
            .fill(
                (i, j) -> {
                  boolean inA = i < a.rows() && j < a.columns();
                  boolean inB = i < b.rows() && j < b.columns();
                  if (inA && inB) {
                    return row.apply(type, a.get(i, j), b.get(i, j));
                  }
                  return inA ? a.get(i, j) : inB ? b.get(i, j) : uncovered(row, type);
                });
    TileProgram program =
        open
            ? new TileProgram(row.name, output.open())
                .input(first.open(), a)
                .input(second.open(), b)
            : new TileProgram(row.name, output).input(first, a).input(second, b);
    if (type.ordinal() % 2 == 0) {
      program.sharesExtents(); // What is known to be equal has code of its own.
    }
    sweep.image(program.match(row.match), expected);
    if (output.validRows() > 0 && a.rows() * a.columns() * b.rows() * b.columns() > 0 && !open) {
      sweep.auto(program, expected);
    }
  }

  private static long uncovered(Row row, Dtype type) {
    boolean lowest = row.name.endsWith("max");
    if (type.isFloat()) {
      return type.pattern(lowest ? -type.greatestFinite() : type.greatestFinite());
    }
    return type.cut(lowest ? type.least() : type.greatest());
  }

  /** Two short sources are an error on request, and always for sums and products. */
  @Test
  void uncoveredIsRejected() {
    Tile output = Tile.of(Dtype.F32, 8, 64);
    Tile low = output.valid(4, 64);
    Tile narrow = output.valid(8, 32);
    CompileOptions strict = CompileOptions.defaults().with(CodeSwitch.STRICT_PARTIAL);
    for (Row row : ROWS) {
      TileProgram program =
          new TileProgram(row.name, output).input(low, Grid.of(low)).input(narrow, Grid.of(narrow));
      assertThat(program.compileAuto().isRejected()).as(row.name).isEqualTo(!row.isExtremum());
      assertThat(program.options(strict).compileAuto().isRejected()).as(row.name).isTrue();
    }
  }

  // Fills.

  @TestFactory
  Stream<DynamicTest> fills() {
    return Sweep.tests("tfillpad*", NUMBERS, NUMBERS, OverlayTest::fills);
  }

  private static long padding(Dtype type, String word, boolean infinite) {
    boolean negative = word.equals("min");
    if (word.equals("zero")) {
      return 0;
    }
    if (!type.isFloat()) {
      return type.cut(negative ? type.least() : type.greatest());
    }
    double value = infinite ? Double.POSITIVE_INFINITY : type.greatestFinite();
    return type.pattern(negative ? -value : value);
  }

  private static void fills(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {
      {128, 128, 128, 127},
      {128, 160, 128, 127},
      {60, 32, 60, 7},
      {60, 64, 49, 7},
      {9, 320, 5, 257},
      {4, 64, 0, 0},
      {4, 64, 4, 64},
      {1, 256, 1, 1}
    };
    for (String word : List.of("zero", "max", "min")) {
      for (int[] shape : shapes) {
        if (shape[0] * shape[1] * type.bytes() > 40_000) {
          continue;
        }
        Tile source = Tile.of(type, shape[0], shape[1]).valid(shape[2], shape[3]);
        Tile output = Tile.of(type, shape[0], shape[1]).padded(word);
        Grid data = Grid.mixed(source, random);
        sweep.image(
            new TileProgram("tfillpad", output).input(source, data),
            filled(output, data, word, false));
        sweep.image(
            new TileProgram("tfillpad", output.open()).input(source.open(), data),
            filled(output, data, word, false));
        sweep.image(
            new TileProgram("tfillpad_inplace", output).input(source, data).sharesStorage(),
            filled(output, data, word, false));
        CompileOptions options = CompileOptions.defaults().with(CodeSwitch.INFINITE_PADDING);
        sweep.image(
            new TileProgram("tfillpad", output).input(source, data).options(options),
            filled(output, data, word, true));
        Tile larger =
            Tile.of(type, shape[0] + 3, shape[1] + type.block())
                .valid(shape[0] + 2, shape[1] + type.block() - 1)
                .padded(word);
        sweep.image(
            new TileProgram("tfillpad_expand", larger).input(source, data),
            filled(larger, data, word, false));
        if (data.rows() > 0) {
          sweep.auto(
              new TileProgram("tfillpad_expand", larger).input(source, data),
              filled(larger, data, word, false));
        }
      }
    }
    for (Tile tile : sweep.isA5() ? List.<Tile>of() : RepeatShapes.of(type, random)) {
      Tile source =
          tile.valid(random.nextInt(tile.validRows() + 1), random.nextInt(tile.validColumns() + 1));
      Tile output = tile.padded(random.nextBoolean() ? "max" : "zero");
      Grid data = Grid.mixed(source, random);
      sweep.image(
          new TileProgram("tfillpad", output).input(source, data),
          filled(output, data, output.padding(), false));
    }
    sweep.finish();
  }

  private static Grid filled(Tile output, Grid data, String word, boolean infinite) {
    return Grid.of(output)
        .fill(
            (i, j) ->
                i < data.rows() && j < data.columns()
                    ? data.get(i, j)
                    : padding(output.type(), word, infinite));
  }
}
