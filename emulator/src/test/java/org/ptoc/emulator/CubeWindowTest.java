package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;

/**
 * Windows of a larger matrix in L1, all four ways into L0 on both profiles, against the elements
 * that the matrix has there (spec/60, 2.5, 3.3 and 5.3; F3, F4); and 4-bit elements.
 */
class CubeWindowTest {
  private static final long ZERO = 1L << 63;
  private static final long ORDINARY = 1L << 61;
  private static final long ROWS = 1L << 43;

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /**
   * A random window of a random matrix as one operand, the other one is the unit matrix: the
   * product is the window, or its transposed.
   */
  private static void check(Profile profile, CubeElement type, Random random) {
    int unit = Math.max(16, type.perRow());
    int tileRows = unit * (1 + random.nextInt(4));
    int tileColumns = unit * (1 + random.nextInt(4));
    int firstRow = unit * random.nextInt(tileRows / unit);
    int firstColumn = unit * random.nextInt(tileColumns / unit);
    int rows = unit * (1 + random.nextInt((tileRows - firstRow) / unit));
    int columns = unit * (1 + random.nextInt((tileColumns - firstColumn) / unit));
    boolean left = random.nextBoolean();
    boolean transposed = random.nextBoolean();
    int[][] tile = type.matrix(random, tileRows, tileColumns);
    // Rows and columns of the operand; k is the side of the unit matrix.
    int m = left ? transposed ? columns : rows : transposed ? rows : columns;
    int outer = left ? m : transposed ? columns : rows;
    int k = left ? transposed ? rows : columns : transposed ? rows : columns;
    boolean a5 = profile == Profile.A5;
    boolean padded = type == CubeElement.F32;
    int pitch = padded ? 2 * up(k, 16) / 16 : up(k, type.perRow()) / type.perRow();
    CubeWords words = new CubeWords(profile);
    words.fractals(type.spelling, 0, 0, tileRows, tileColumns, tileColumns * type.bytes, tileRows);
    String word = (left ? "l1_to_l0a" : "l1_to_l0b") + (transposed ? "_t" : "");
    int stride = left && !a5 ? pitch : up(outer, 16) / 16;
    words
        .set(21, 0)
        .set(22, 0)
        .set(
            23,
            firstRow / 16
                | (long) firstColumn / type.perRow() << 16
                | (long) rows / 16 << 32
                | (long) columns / type.perRow() << 40)
        .set(24, tileRows / 16 | (long) stride << 16)
        .line(word + "." + type.spelling + " X22, X21, X23, X24");
    int one = 1 << 18;
    words.fractals(type.spelling, 1, one, k, k, k * type.bytes, up(k, 16));
    String other = left ? "l1_to_l0b" : "l1_to_l0a";
    int pieces = up(k, type.perRow()) / type.perRow();
    words.load(
        other,
        type.spelling,
        one,
        0,
        up(k, 16) / 16,
        pieces,
        up(k, 16) / 16,
        !left && !a5 ? pitch : up(k, 16) / 16);
    int height = left ? outer : k;
    int width = left ? k : outer;
    String suffix = "." + type.spelling + "." + type.spelling + "." + type.accumulator;
    long flags = ZERO | (!a5 && padded ? ORDINARY : 0);
    words
        .mad("mad" + suffix, height, width, k, flags, "")
        .store(
            type.accumulator + "." + type.accumulator,
            2,
            height,
            width,
            width,
            ROWS | up(height, 16),
            "");
    int[][] unitMatrix = new int[k][k];
    for (int i = 0; i < k; i++) {
      unitMatrix[i][i] = one(type);
    }
    byte[] out =
        CubeWords.run(
                words.kernel(3),
                (byte) 0xFF,
                Engine.INTERPRET,
                type.bytes(tile, tileColumns * type.bytes),
                type.bytes(unitMatrix, k * type.bytes),
                new byte[4 * height * width])
            .get(2);
    ByteBuffer result = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        // A straight left operand keeps its place; so does a transposed right one.
        int at = 4 * (left != transposed ? i * width + j : j * width + i);
        double actual = type == CubeElement.I8 ? result.getInt(at) : result.getFloat(at);
        double expected = type.value(tile[firstRow + i][firstColumn + j]);
        if (actual != expected) {
          assertThat(actual).as("%s %s %s (%d, %d)", profile, type, word, i, j).isEqualTo(expected);
        }
      }
    }
  }

  private static int one(CubeElement type) {
    return switch (type) {
      case F32 -> Float.floatToRawIntBits(1);
      case F16 -> 0x3C00;
      case BF16 -> 0x3F80;
      case I8 -> 1;
      case E4M3 -> 0x38;
      case E5M2 -> 0x3C;
      case HIF8 -> 0x08;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "A5, F16",
    "A5, BF16",
    "A5, F32",
    "A5, I8",
    "A5, E4M3",
    "A2A3, F16",
    "A2A3, F32",
    "A2A3, I8"
  })
  void windows(Profile profile, CubeElement type) {
    Random random = new Random(type.ordinal());
    for (int run = 0; run < 60; run++) {
      check(profile, type, random);
    }
  }

  /** 4-bit columns are counted in bytes; two fractals are 64 x 32 and 64 x 64 elements. */
  @ParameterizedTest
  @CsvSource({"0, false", "32, false", "0, true", "32, true"})
  void fourBitElements(int firstByte, boolean transposed) {
    int side = 64;
    Random random = new Random(firstByte);
    int[][] tile = new int[side][2 * side];
    byte[] source = new byte[side * side];
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < 2 * side; j++) {
        tile[i][j] = random.nextInt(8);
        source[i * side + j / 2] |= (byte) (tile[i][j] << 4 * (j % 2));
      }
    }
    double[] values = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    byte[] ones = new byte[side * side / 2];
    for (int i = 0; i < side; i++) {
      ones[i * side / 2 + i / 2] = (byte) (2 << 4 * (i % 2));
    }
    byte[] scales = new byte[256];
    Arrays.fill(scales, (byte) 127);
    String type = "e2m1x2";
    CubeWords words = new CubeWords(Profile.A5);
    words
        .fractals(type, 0, 0, side, 2 * side, side, side)
        .set(21, 0)
        .set(22, 0)
        .set(23, (long) firstByte << 16 | 4L << 32 | 1L << 40)
        .set(24, 4 | 4L << 16)
        .line((transposed ? "l1_to_l0b_t." : "l1_to_l0b.") + type + " X22, X21, X23, X24")
        .fractals(type, 1, 1 << 17, side, side, side / 2, side)
        .load("l1_to_l0a", type, 1 << 17, 0, 4, 1, 4, 4)
        .set(21, 1 << 18)
        .set(22, 1L << 4 | 256L << 25)
        .set(23, 0)
        .line("gm_to_l1.e8m0 X21, X2, X22, X23");
    for (String load : new String[] {"l1_to_l0a_mx", "l1_to_l0b_mx"}) {
      words
          .set(22, 0)
          .set(23, 4L << 32 | 1L << 40)
          .set(24, 1 | 1L << 16)
          .line(load + ".e8m0 X22, X21, X23, X24");
    }
    words
        .mad("mad_mx.e2m1x2.e2m1x2.f32", side, side, side, ZERO, "")
        .store("f32.f32", 3, side, side, side, ROWS | side, "");
    byte[] out =
        CubeWords.run(
                words.kernel(4),
                (byte) 0,
                Engine.INTERPRET,
                source,
                ones,
                scales,
                new byte[4 * side * side])
            .get(3);
    ByteBuffer result = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        int at = 4 * (transposed ? i * side + j : j * side + i);
        double expected = values[tile[i][2 * firstByte + j]];
        assertThat((double) result.getFloat(at)).as("%d, %d", i, j).isEqualTo(expected);
      }
    }
  }
}
