package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** {@code tquant} and {@code tdequant} (spec/50, 2.9) against plain formulas. */
class QuantizationTest {
  /** Values that lie between two integers, at the ends of the ranges and beyond. */
  private static final float[] EDGES = {
    0.5f, 1.5f, -0.5f, -2.5f, 126.5f, 127.5f, -128.5f, -129.5f, 254.5f, 255.5f, 256f, 1e10f, -1e30f
  };

  /** Tails, pitches, windows, many rows, extents of the run. */
  private static List<Tile> shapes(Dtype type) {
    List<Tile> shapes = new ArrayList<>();
    for (int columns : new int[] {1, 7, 8, 31, 33, 64, 100}) {
      shapes.add(Tile.fitting(type, columns % 5 + 1, columns));
    }
    shapes.add(Tile.of(type, 40, 96).valid(37, 65));
    shapes.add(Tile.of(type, 3, 320).valid(3, 300));
    shapes.add(Tile.of(type, 70, 64).valid(65, 33).open());
    shapes.add(Tile.of(type, 8, 64).valid(5, 50).window(64, 32));
    shapes.add(Tile.of(type, 8, 64).valid(0, 50));
    return shapes;
  }

  private static Tile carrier(Tile data, int number) {
    int rows = data.validRows();
    Tile carrier =
        switch (number % 3) {
          case 0 -> Tile.of(Dtype.F32, data.rows(), 8).valid(rows, 1);
          case 1 -> Tile.of(Dtype.F32, (data.rows() + 7) / 8 * 8, 1).valid(rows, 1).byColumns();
          default -> Tile.of(Dtype.F32, data.rows(), 24).valid(rows, 20);
        };
    return data.dynamic() ? carrier.open() : carrier;
  }

  private static Tile like(Tile shape, Dtype type) {
    Tile tile =
        Tile.fitting(type, shape.rows(), shape.columns())
            .valid(shape.validRows(), shape.validColumns());
    return shape.dynamic() ? tile.open() : tile;
  }

  private static float single(Grid grid, int row, int column) {
    return Float.intBitsToFloat((int) grid.get(row, column));
  }

  private static long clamp(Dtype type, float value) {
    return Float.isNaN(value)
        ? 0
        : type.cut((long) Math.clamp(Math.rint(value), type.least(), type.greatest()));
  }

  @TestFactory
  Stream<DynamicTest> quantization() {
    return Sweep.tests("tquant", "i8 si8 ui8", "i8 si8 ui8", QuantizationTest::quantization);
  }

  private static void quantization(Dtype to, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(to.ordinal());
    int number = 0;
    for (Tile output : shapes(to)) {
      Tile input = number % 2 == 0 ? output.as(Dtype.F32) : like(output, Dtype.F32);
      Tile scales = carrier(output, number);
      Grid scale = Grid.mixed(scales, random);
      Grid offset = Grid.mixed(scales, random);
      if (number % 4 > 0 && output.validRows() > 0) {
        scale.set(0, 0, Float.floatToIntBits(1));
        offset.set(0, 0, Float.floatToIntBits(0));
      }
      Grid data = Grid.mixed(input, random);
      for (int j = 0; j < Math.min(EDGES.length, data.columns()) && data.rows() > 0; j++) {
        data.set(0, j, Float.floatToIntBits(EDGES[(j + number) % EDGES.length]));
      }
      Grid expected =
          Grid.of(output)
              .fill(
                  (i, j) -> {
                    float product = single(data, i, j) * single(scale, i, 0);
                    return clamp(to, to.isSigned() ? product : product + single(offset, i, 0));
                  });
      sweep.image(quantization(input, data, scales, scale, offset, output), expected);
      if (number % 2 == 0) {
        sweep.auto(quantization(input, data, scales, scale, offset, output), expected);
      }
      if (!output.isWindow() && !output.dynamic() && number % 3 == 0) {
        sweep.image(
            quantization(input, data, scales, scale, offset, output).sharesStorage(), expected);
      }
      number++;
    }
    sweep.finish();
  }

  private static TileProgram quantization(
      Tile input, Grid data, Tile scales, Grid scale, Grid offset, Tile output) {
    boolean symmetric = output.type().isSigned();
    TileProgram program = new TileProgram("tquant", output).input(input, data).input(scales, scale);
    if (!symmetric) {
      program.input(scales, offset);
    }
    return program
        .withTrailing("quant_type = #pto<quant_type INT8_" + (symmetric ? "SYM>" : "ASYM>"))
        .image(160 * 1024);
  }

  @TestFactory
  Stream<DynamicTest> dequantization() {
    return Sweep.tests(
        "tdequant", "i8 si8 i16 si16", "i8 si8 i16 si16", QuantizationTest::dequantization);
  }

  private static void dequantization(Dtype from, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(from.ordinal());
    int number = 0;
    for (Tile input : shapes(from)) {
      Tile output = number % 2 == 0 ? input.as(Dtype.F32) : like(input, Dtype.F32);
      Tile scales = carrier(input, number);
      Tile offsets = carrier(input, number + 1);
      Grid scale = Grid.mixed(scales, random);
      Grid offset = Grid.mixed(offsets, random);
      Grid data = Grid.mixed(input, random);
      Grid expected =
          Grid.of(output)
              .fill(
                  (i, j) -> {
                    float difference = (float) data.integer(i, j) - single(offset, i, 0);
                    return Float.floatToRawIntBits(difference * single(scale, i, 0));
                  });
      TileProgram program =
          new TileProgram("tdequant", output)
              .input(input, data)
              .input(scales, scale)
              .input(offsets, offset)
              .match(Match.NUMBERS)
              .image(160 * 1024);
      sweep.image(program, expected);
      if (number % 2 == 0) {
        sweep.auto(program, expected);
      }
      number++;
    }
    sweep.finish();
  }
}
