package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;

/**
 * Products whose elements are scaled in groups of 32, with a scale of its own for every row and
 * group (spec/60, 1.4; F13, F17).
 */
class CubeScaleTest {
  private static final double[] E2M1 = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

  private static double value(String type, int bits) {
    return switch (type) {
      case "e4m3" -> CubeElement.E4M3.value(bits);
      case "e5m2" -> CubeElement.E5M2.value(bits);
      case "e2m1x2" -> (bits & 8) != 0 ? -E2M1[bits & 7] : E2M1[bits & 7];
      default -> (bits & 8) != 0 ? -(bits & 7) * 0.25 : (bits & 7) * 0.25;
    };
  }

  private static int bits(String type, Random random) {
    return switch (type) {
      case "e4m3" -> CubeElement.E4M3.bits(random);
      case "e5m2" -> CubeElement.E5M2.bits(random);
      default -> random.nextInt(16);
    };
  }

  private static boolean isPacked(String type) {
    return type.endsWith("x2");
  }

  private static byte[] bytes(String type, int[][] matrix, int stride) {
    byte[] result = new byte[matrix.length * stride];
    for (int row = 0; row < matrix.length; row++) {
      for (int column = 0; column < matrix[row].length; column++) {
        int at = row * stride + (isPacked(type) ? column / 2 : column);
        int shift = isPacked(type) ? 4 * (column % 2) : 0;
        result[at] |= (byte) (matrix[row][column] << shift);
      }
    }
    return result;
  }

  /** Scales of rows as they are packed in GM and L1. */
  private static byte[] packed(int[][] scales) {
    int pairs = (scales[0].length + 1) / 2;
    byte[] result = new byte[(scales.length + 15) / 16 * pairs * 32];
    for (int r = 0; r < scales.length; r++) {
      for (int g = 0; g < scales[0].length; g++) {
        result[(r / 16 * pairs + g / 2) * 32 + r % 16 * 2 + g % 2] = (byte) scales[r][g];
      }
    }
    return result;
  }

  private static int[][] scales(Random random, int rows, int groups, int low, int high) {
    int[][] result = new int[rows][groups];
    for (int[] row : result) {
      for (int g = 0; g < groups; g++) {
        row[g] = low + random.nextInt(high - low + 1);
      }
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource({
    "128, 63, 110, e4m3, e4m3, 125, 129",
    "32, 64, 128, e2m1x2, e2m1x2, 124, 130",
    "17, 33, 64, e5m2, e4m3, 126, 128",
    "16, 16, 192, e1m2x2, e2m1x2, 120, 127",
    "5, 7, 96, e4m3, e5m2, 0, 3",
    "3, 4, 40, e4m3, e4m3, 0, 254",
    "20, 18, 70, e2m1x2, e1m2x2, 0, 254",
  })
  void everyRowAndGroupHasAScale(
      int m, int n, int k, String left, String right, int low, int high) {
    Random random = new Random(m + n + k);
    int[][] a = new int[m][k];
    int[][] b = new int[n][k];
    for (int i = 0; i < k; i++) {
      for (int[] row : a) {
        row[i] = bits(left, random);
      }
      for (int[] row : b) {
        row[i] = bits(right, random);
      }
    }
    int groups = (k + 31) / 32;
    int[][] sa = scales(random, m, groups, low, high);
    int[][] sb = scales(random, n, groups, low, high);
    int[][] actual = run(a, b, sa, sb, left, right);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int x = 0; x < k; x++) {
          double p = value(left, a[i][x]) * Math.pow(2, sa[i][x / 32] - 127);
          double q = value(right, b[j][x]) * Math.pow(2, sb[j][x / 32] - 127);
          if (Float.isFinite(sum)) {
            sum = new BigDecimal(p * q).add(new BigDecimal(sum)).floatValue();
          }
        }
        assertThat(Float.intBitsToFloat(actual[i][j])).as("%d, %d", i, j).isEqualTo(sum + 0f);
      }
    }
  }

  private static int[][] run(
      int[][] a, int[][] b, int[][] sa, int[][] sb, String left, String right) {
    int m = a.length;
    int n = b.length;
    int k = a[0].length;
    int stride = isPacked(left) ? (k + 1) / 2 : k;
    int pairs = (sa[0].length + 1) / 2;
    int rows = (m + 15) / 16;
    int columns = (n + 15) / 16;
    int pieces = (stride + 31) / 32;
    CubeWords words = new CubeWords(Profile.A5);
    words
        .fractals(left, 0, 0, m, k, stride, 16 * rows)
        .load("l1_to_l0a", left, 0, 0, rows, pieces, rows, rows)
        .fractals(right, 1, 1 << 17, n, k, stride, 16 * columns)
        .load("l1_to_l0b", right, 1 << 17, 0, columns, pieces, columns, columns);
    scales(words, 3, "l1_to_l0a_mx", 0x60000, rows, pairs);
    scales(words, 4, "l1_to_l0b_mx", 0x70000, columns, pairs);
    words
        .mad("mad_mx." + left + "." + right + ".f32", m, n, k, 1L << 63 | 1L << 61, "")
        .store("f32.f32", 2, m, n, n, 1L << 43 | 16 * rows, "");
    byte[] bytes =
        CubeWords.run(
                words.kernel(5),
                (byte) 0xFF,
                Engine.INTERPRET,
                bytes(left, a, stride),
                bytes(right, b, stride),
                new byte[4 * m * n],
                packed(sa),
                packed(sb))
            .get(2);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int[][] result = new int[m][n];
    for (int i = 0; i < m * n; i++) {
      result[i / n][i % n] = buffer.getInt(4 * i);
    }
    return result;
  }

  private static void scales(CubeWords words, int gm, String load, int l1, int rows, int pairs) {
    words
        .set(21, l1)
        .set(22, 1L << 4 | (long) rows * pairs * 32 << 25)
        .set(23, 0)
        .line("gm_to_l1.e8m0 X21, X" + gm + ", X22, X23")
        .set(22, 0)
        .set(23, (long) rows << 32 | (long) pairs << 40)
        .set(24, pairs | (long) pairs << 16)
        .line(load + ".e8m0 X22, X21, X23, X24");
  }

  @ParameterizedTest
  @CsvSource({"NOSAT", "SAT"})
  void notANumberAsScale(String mode) {
    // A scale of 255 in a word that saturates makes its elements 0.
    CubeWords words = new CubeWords(Profile.A5);
    words
        .fractals("e4m3", 0, 0, 1, 32, 32, 16)
        .load("l1_to_l0a", "e4m3", 0, 0, 1, 1, 1, 1)
        .load("l1_to_l0b", "e4m3", 0, 0, 1, 1, 1, 1);
    scales(words, 1, "l1_to_l0a_mx", 0x60000, 1, 1);
    scales(words, 2, "l1_to_l0b_mx", 0x70000, 1, 1);
    words
        .mad("mad_mx.e4m3.e4m3.f32", 1, 1, 32, 1L << 63 | 1L << 61, ", " + mode)
        .store("f32.f32", 3, 1, 1, 1, 1L << 43 | 16, "");
    byte[] ones = new byte[32];
    java.util.Arrays.fill(ones, (byte) 0x38);
    byte[] nan = new byte[32];
    nan[0] = (byte) 0xFF;
    byte[] one = new byte[32];
    one[0] = 127;
    byte[] out =
        CubeWords.run(words.kernel(4), (byte) 0, Engine.INTERPRET, ones, nan, one, new byte[4])
            .get(3);
    int result = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
    assertThat(result).isEqualTo(mode.equals("SAT") ? 0 : 0x7FC00000);
  }
}
