package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Profile;

/** Rounding, special values, starts and scales of products (spec/60, 1.4, 2.6, 2.7 and 3.6). */
class CubeArithmeticTest {
  private static final long ZERO = 1L << 63;
  private static final long ORDINARY = 1L << 61;
  private static final long ROWS = 1L << 43;

  /** A product of A [m, k] and B [n, k], as bits, on A5; bits of the f32 results. */
  private static int[][] product(
      CubeElement type, int[][] a, int[][] b, long flags, String rest, int repeats) {
    int m = a.length;
    int n = b.length;
    int k = a[0].length;
    int pieces = (k + type.perRow() - 1) / type.perRow();
    CubeWords words = new CubeWords(Profile.A5);
    String name = type.spelling;
    int rows = (m + 15) / 16;
    int columns = (n + 15) / 16;
    words
        .fractals(name, 0, 0, m, k, k * type.bytes, 16 * rows)
        .load("l1_to_l0a", name, 0, 0, rows, pieces, rows, rows)
        .fractals(name, 1, 1 << 18, n, k, k * type.bytes, 16 * columns)
        .load("l1_to_l0b", name, 1 << 18, 0, columns, pieces, columns, columns);
    String suffix = "." + name + "." + name + ".f32";
    for (int i = 0; i < repeats; i++) {
      words.mad("mad" + suffix, m, n, k, (i == 0 ? flags | ZERO : flags), rest);
    }
    words.store("f32.f32", 2, m, n, n, ROWS | 16 * rows, "");
    byte[] bytes =
        CubeWords.run(
                words.kernel(3),
                (byte) 0xFF,
                Engine.INTERPRET,
                type.bytes(a, k * type.bytes),
                type.bytes(b, k * type.bytes),
                new byte[4 * m * n])
            .get(2);
    return matrix(bytes, m, n);
  }

  private static int[][] matrix(byte[] bytes, int m, int n) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int[][] result = new int[m][n];
    for (int i = 0; i < m * n; i++) {
      result[i / n][i % n] = buffer.getInt(4 * i);
    }
    return result;
  }

  private static int[][] random(CubeElement type, Random random, int rows, int columns) {
    int[][] bits = new int[rows][columns];
    for (int[] row : bits) {
      for (int i = 0; i < columns; i++) {
        float value = (random.nextFloat() - 0.5f) * (1 << random.nextInt(12));
        row[i] =
            switch (type) {
              case F16 -> Float.floatToFloat16(value) & 0xFFFF;
              case BF16 -> Float.floatToRawIntBits(value) >>> 16;
              case F32 -> Float.floatToRawIntBits(value);
              default -> type.bits(random);
            };
      }
    }
    return bits;
  }

  /** Sums that depend on their order: k ascending, rounded once for each term. */
  @ParameterizedTest
  @EnumSource(CubeElement.class)
  void termsAreAddedInOrder(CubeElement type) {
    if (type == CubeElement.I8) {
      return; // Integers have no order.
    }
    Random random = new Random(5);
    int[][] a = random(type, random, 9, 77);
    int[][] b = random(type, random, 21, 77);
    int[][] actual = product(type, a, b, 0, ", NOSAT", 3);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 21; j++) {
        float sum = 0;
        for (int k = 0; k < 77; k++) {
          sum = Math.fma((float) type.value(a[i][k]), (float) type.value(b[j][k]), sum);
        }
        float all = sum + sum + sum;
        assertThat(actual[i][j]).as("%d, %d", i, j).isEqualTo(Float.floatToIntBits(all));
      }
    }
  }

  /** Shapes that fill no block of the kernel, and any bits: NaN, infinities, subnormals, zeros. */
  @ParameterizedTest
  @EnumSource(
      value = CubeElement.class,
      names = {"F32", "F16", "BF16"})
  void anyBitsInAnyShape(CubeElement type) {
    Random random = new Random(type.ordinal());
    for (int run = 0; run < 30; run++) {
      int k = 1 + random.nextInt(70);
      int[][] a = anyBits(type, random, 1 + random.nextInt(70), k);
      int[][] b = anyBits(type, random, 1 + random.nextInt(70), k);
      int[][] actual = product(type, a, b, ORDINARY, ", NOSAT", 1);
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < b.length; j++) {
          float sum = 0;
          for (int t = 0; t < k; t++) {
            sum = Math.fma((float) type.value(a[i][t]), (float) type.value(b[j][t]), sum);
          }
          int expected = Float.floatToIntBits(sum);
          if (actual[i][j] != expected) {
            assertThat(actual[i][j]).as("k %d, (%d, %d)", k, i, j).isEqualTo(expected);
          }
        }
      }
    }
  }

  /** Ordinary numbers in most rows, so that special values do not hide the others. */
  private static int[][] anyBits(CubeElement type, Random random, int rows, int columns) {
    int[][] bits = random(type, random, rows, columns);
    int mask = type == CubeElement.F32 ? -1 : 0xFFFF;
    for (int[] row : bits) {
      int special = random.nextInt(8) - 4;
      for (int i = 0; i < special; i++) {
        int width = 8 * type.bytes;
        int exponent = type == CubeElement.F16 ? 0x7C00 : 0x7F800000 >> 32 - width;
        int any = random.nextInt() & mask;
        row[random.nextInt(columns)] =
            switch (random.nextInt(4)) {
              case 0 -> any;
              case 1 -> any & ~exponent;
              case 2 -> any | exponent;
              default -> exponent | any & 1 << width - 1;
            };
      }
    }
    return bits;
  }

  @ParameterizedTest
  @CsvSource({"NOSAT, false", "SAT, true"})
  void specialValues(String word, boolean saturates) {
    float inf = Float.POSITIVE_INFINITY;
    float[][] left = {{Float.NaN, 1}, {inf, 2}, {-inf, 0}, {Float.MAX_VALUE, 1}, {1, 1}};
    float[][] right = {{1, 1}, {Float.MAX_VALUE, 3}, {0, 1}, {-inf, 1}, {Float.NaN, 2}};
    int[][] actual = product(CubeElement.F32, bits(left), bits(right), 0, ", " + word, 1);
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        float sum = 0;
        for (int k = 0; k < 2; k++) {
          float a = saturates ? finite(left[i][k]) : left[i][k];
          float b = saturates ? finite(right[j][k]) : right[j][k];
          sum = Math.fma(a, b, sum);
        }
        float expected = saturates ? finite(sum) : sum;
        assertThat(actual[i][j])
            .as("%d, %d", i, j)
            .isEqualTo(Float.isNaN(expected) ? 0x7FC00000 : Float.floatToRawIntBits(expected));
      }
    }
  }

  private static float finite(float value) {
    if (Float.isNaN(value)) {
      return 0;
    }
    return Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
  }

  private static int[][] bits(float[][] values) {
    int[][] bits = new int[values.length][];
    for (int i = 0; i < values.length; i++) {
      bits[i] = new int[values[i].length];
      for (int j = 0; j < values[i].length; j++) {
        bits[i][j] = Float.floatToRawIntBits(values[i][j]);
      }
    }
    return bits;
  }

  @Test
  void halfInfinitiesSaturateToTheLargestHalf() {
    int[][] a = {{0x7C00}, {0xFC00}, {0x7E00}};
    int[][] b = {{0x3C00}};
    int[][] actual = product(CubeElement.F16, a, b, 0, ", SAT", 1);
    assertThat(Float.intBitsToFloat(actual[0][0])).isEqualTo(65504f);
    assertThat(Float.intBitsToFloat(actual[1][0])).isEqualTo(-65504f);
    assertThat(actual[2][0]).isZero();
  }

  /**
   * F11: without a flag bit 48 of CTRL decides: 0 saturates, 1 does not; a kernel starts with 1.
   */
  @Test
  void controlDecidesWithoutAFlag() {
    int[][] nan = {{0x7E00}};
    int[][] one = {{0x3C00}};
    assertThat(product(CubeElement.F16, nan, one, 0, "", 1)[0][0]).isEqualTo(0x7FC00000);
  }

  /** Worked values of spec/60, 9.2. */
  @ParameterizedTest
  @CsvSource({
    "TF32_EVEN, 0x1.004p0, 0x1.004p0", "TF32_AWAY, 0x1.002p0, 0x1.004p0",
    "TF32_EVEN, 0x1.002p0, 0x1p0", "TF32_EVEN, 0x1.006p0, 0x1.008p0",
    "TF32_AWAY, 0x1.006p0, 0x1.008p0", "TF32_CTRL, 0x1.006p0, 0x1.006p0",
  })
  void inputsAreRounded(String word, String input, String expected) {
    float value = Float.parseFloat(input);
    int[][] a = {{Float.floatToRawIntBits(value)}};
    int[][] b = {{Float.floatToRawIntBits(1f)}};
    int[][] actual = product(CubeElement.F32, a, b, 0, ", " + word, 1);
    assertThat(Float.intBitsToFloat(actual[0][0])).isEqualTo(Float.parseFloat(expected));
  }

  /** One row of A is contiguous unless the word says that it lies as other rows do. */
  @ParameterizedTest
  @CsvSource({"64, F16", "300, F16", "70, F32", "130, E4M3"})
  void oneRowCanBeAVector(int k, CubeElement type) {
    Random random = new Random(k);
    int n = 32;
    int[][] a = type.matrix(random, 1, k);
    int[][] b = type.matrix(random, n, k);
    int bytes = k * type.bytes;
    int blocks = (bytes + 511) / 512;
    CubeWords words = new CubeWords(Profile.A5);
    words
        .set(21, 0)
        .set(22, 1L << 4 | (long) bytes << 25)
        .set(23, 0)
        .line("gm_to_l1." + type.spelling + " X21, X0, X22, X23")
        .load("l1_to_l0a", type.spelling, 0, 0, 1, blocks, 1, 1)
        .fractals(type.spelling, 1, 1 << 18, n, k, bytes, n)
        .load("l1_to_l0b", type.spelling, 1 << 18, 0, 2, (bytes + 31) / 32, 2, 2);
    String suffix = "." + type.spelling + "." + type.spelling + ".f32";
    words.mad("mad" + suffix, 1, n, k, ZERO, "").store("f32.f32", 2, 1, n, n, ROWS | 16, "");
    byte[] out =
        CubeWords.run(
                words.kernel(3),
                (byte) 0x7F,
                Engine.INTERPRET,
                type.bytes(a, bytes),
                type.bytes(b, bytes),
                new byte[4 * n])
            .get(2);
    int[][] ordinary = product(type, a, b, ORDINARY, "", 1);
    assertThat(matrix(out, 1, n)).isDeepEqualTo(ordinary);
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < k; i++) {
        sum += type.value(a[0][i]) * type.value(b[j][i]);
      }
      assertThat((double) Float.intBitsToFloat(ordinary[0][j])).isEqualTo(sum);
    }
  }
}
