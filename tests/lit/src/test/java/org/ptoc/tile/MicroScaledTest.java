package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;

/**
 * Products with a scale for each 32 elements along k, all of them different, and products of one
 * row that lies as a vector (spec/60, 3.3, 3.4 and 9.2).
 */
class MicroScaledTest {
  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** The E4M3 pattern of an integer up to 15. */
  private static int pattern(int value) {
    int magnitude = Math.abs(value);
    if (magnitude == 0) {
      return 0;
    }
    int exponent = 31 - Integer.numberOfLeadingZeros(magnitude);
    int mantissa = (magnitude << 3 >> exponent) & 7;
    return (value < 0 ? 0x80 : 0) | exponent + 7 << 3 | mantissa;
  }

  /** Where the scale of a row and a group lies (spec/60, 1.4). */
  private static int place(int row, int group, int groups) {
    return (row / 16 * (up(groups, 2) / 2) + group / 2) * 32 + row % 16 * 2 + group % 2;
  }

  private static byte[] scales(int rows, int groups, int[][] exponents) {
    byte[] bytes = new byte[up(rows, 16) * up(groups, 2) + 64];
    for (int row = 0; row < rows; row++) {
      for (int group = 0; group < groups; group++) {
        bytes[place(row, group, groups)] = (byte) exponents[row][group];
      }
    }
    return bytes;
  }

  private static int[][] exponents(int rows, int groups, SplittableRandom random) {
    int[][] exponents = new int[rows][groups];
    for (int[] row : exponents) {
      for (int j = 0; j < groups; j++) {
        row[j] = 124 + random.nextInt(7);
      }
    }
    return exponents;
  }

  private static byte[] bytes(int[][] values) {
    byte[] bytes = new byte[values.length * values[0].length + 64];
    int at = 0;
    for (int[] row : values) {
      for (int value : row) {
        bytes[at++] = (byte) pattern(value);
      }
    }
    return bytes;
  }

  private static int[][] matrix(int rows, int columns, SplittableRandom random) {
    int[][] values = new int[rows][columns];
    for (int[] row : values) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextInt(-8, 9);
      }
    }
    return values;
  }

  @Test
  void scalesBelongToRowsAndGroups() {
    SplittableRandom random = new SplittableRandom(34);
    for (int round = 0; round < 12; round++) {
      int m = 1 + random.nextInt(48);
      int n = 1 + random.nextInt(48);
      int k = 64 * (1 + random.nextInt(3));
      int groups = k / 32;
      int[][] a = matrix(m, k, random);
      int[][] b = matrix(n, k, random);
      int[][] sa = exponents(m, groups, random);
      int[][] sb = exponents(n, groups, random);
      String type = "f8E4M3FN";
      String scale = "!pto.f8E8M0";
      MicroProgram program = new MicroProgram(Profile.A5);
      MicroProgram.Pointer left = program.at("l1", type, 0);
      MicroProgram.Pointer right = program.at("l1", type, 1 << 17);
      MicroProgram.Pointer leftScales = program.at("l1", scale, 1 << 18);
      MicroProgram.Pointer rightScales = program.at("l1", scale, (1 << 18) + (1 << 16));
      program.fractals(program.buffer(type, bytes(a)), left, m, k, 1, up(m, 16));
      program.fractals(program.buffer(type, bytes(b)), right, n, k, 1, up(n, 16));
      program.copy(program.buffer(scale, scales(m, groups, sa)), leftScales, up(m, 16) * groups);
      program.copy(program.buffer(scale, scales(n, groups, sb)), rightScales, up(n, 16) * groups);
      MicroProgram.Pointer result = program.buffer(Dtype.F32, new byte[m * n * 4]);
      program.phase();
      String row = program.i(m) + ", " + program.i(k);
      String column = program.i(k) + ", " + program.i(n);
      int at = 1024;
      program.add("pto.mte_l1_l0a", List.of(left, program.at("l0a", type, at)), row, 2, "");
      program.add("pto.mte_l1_l0b", List.of(right, program.at("l0b", type, at)), column, 2, "");
      program.add(
          "pto.mte_l1_l0a_mx",
          List.of(leftScales, program.at("l0a", scale, at)),
          round % 2 == 0 ? row : "k(" + program.i(k) + "), m(" + program.i(m) + ")",
          2,
          "");
      if (round % 3 == 0) {
        // The register form names the address of the scales itself.
        program.add(
            "pto.load_cbuf_to_cb_mx",
            List.of(rightScales, program.at("l0b", scale, at / 16)),
            String.join(
                ", ",
                program.i(0),
                program.i(0),
                program.i(up(n, 16) / 16),
                program.i(groups / 2),
                program.i(groups / 2),
                program.i(groups / 2)),
            6,
            "");
      } else {
        program.add(
            "pto.mte_l1_l0b_mx", List.of(rightScales, program.at("l0b", scale, at)), column, 2, "");
      }
      program.phase();
      program.add(
          "pto.mad_mx",
          List.of(
              program.at("l0a", type, at),
              program.at("l0b", type, at),
              program.at("acc", "f32", 0)),
          program.i(m) + ", " + program.i(n) + ", " + program.i(k) + " disable_gemv nosat",
          3,
          "");
      program.phase();
      store(program, result, m, n);
      byte[] got = program.run((byte) 0xA5).get(4);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int kk = 0; kk < k; kk++) {
            sum += Math.scalb((double) a[i][kk] * b[j][kk], sa[i][kk / 32] + sb[j][kk / 32] - 254);
          }
          assertThat(Dtype.F32.real(Grid.take(got, 4 * (i * n + j), 4)))
              .as("(%d, %d)%n%s", i, j, program.text())
              .isEqualTo(sum);
        }
      }
    }
  }

  private static void store(MicroProgram program, MicroProgram.Pointer result, int m, int n) {
    program.add(
        "pto.mte_l0c_gm",
        List.of(program.at("acc", "f32", 0), result),
        String.join(
            ", ",
            program.i(m),
            program.i(n),
            program.i(up(m, 16)),
            program.i(n),
            program.i(0),
            program.i(0)),
        6,
        "");
  }

  /** The same product with the row as a vector and as a matrix of one row. */
  @Test
  void oneRowIsAVector() {
    SplittableRandom random = new SplittableRandom(27);
    for (int round = 0; round < 16; round++) {
      Profile profile = Profile.values()[round % 2];
      boolean vector = round / 2 % 2 == 0;
      int k = 1 + random.nextInt(300);
      int n = 1 + random.nextInt(64);
      int[][] a = matrix(1, k, random);
      int[][] b = matrix(n, k, random);
      MicroProgram program = new MicroProgram(profile);
      MicroProgram.Pointer left = program.at("l1", "f16", 0);
      MicroProgram.Pointer right = program.at("l1", "f16", 1 << 17);
      MicroProgram.Pointer row = program.buffer("f16", halves(a));
      MicroProgram.Pointer matrix = program.buffer("f16", halves(b));
      MicroProgram.Pointer result = program.buffer("f32", new byte[4 * n]);
      int pieces = up(2 * k, 512) / 512;
      if (vector) {
        program.copy(row, left, up(2 * k, 32));
      } else {
        program.fractals(row, left, 1, k, 2, 16);
      }
      program.fractals(matrix, right, n, k, 2, up(n, 16));
      program.phase();
      String one = program.i(1);
      String zero = program.i(0);
      String load =
          vector
              ? String.join(", ", zero, zero, one, program.i(pieces), one, one)
              : one + ", " + program.i(k);
      program.add(
          "pto.mte_l1_l0a", List.of(left, program.at("l0a", "f16", 0)), load, vector ? 6 : 2, "");
      program.add(
          "pto.mte_l1_l0b",
          List.of(right, program.at("l0b", "f16", 0)),
          program.i(k) + ", " + program.i(n),
          2,
          "");
      program.phase();
      program.add(
          "pto.mad",
          List.of(
              program.at("l0a", "f16", 0),
              program.at("l0b", "f16", 0),
              program.at("acc", "f32", 0)),
          one + ", " + program.i(n) + ", " + program.i(k) + (vector ? "" : " disable_gemv"),
          3,
          "");
      program.phase();
      store(program, result, 1, n);
      byte[] got = program.run((byte) 0x7F).get(2);
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int kk = 0; kk < k; kk++) {
          sum += a[0][kk] * b[j][kk];
        }
        assertThat(Dtype.F32.real(Grid.take(got, 4 * j, 4)))
            .as("%s column %d%n%s", profile, j, program.text())
            .isEqualTo(sum);
      }
    }
  }

  private static byte[] halves(int[][] values) {
    byte[] bytes = new byte[values.length * values[0].length * 2 + 64];
    int at = 0;
    for (int[] row : values) {
      for (int value : row) {
        Grid.put(bytes, at, Dtype.F16.pattern(value), 2);
        at += 2;
      }
    }
    return bytes;
  }
}
