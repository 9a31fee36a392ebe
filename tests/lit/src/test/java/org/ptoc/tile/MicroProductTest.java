package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;

/**
 * Products by micro operations against plain loops: spellings of loads, straight and transposed,
 * tails, accumulation and bias on both profiles (spec/60, 9.2). Sums are exact in every order.
 */
class MicroProductTest {
  private static final byte[] FILLS = {0, 0x7F, (byte) 0xA5, (byte) 0xFF};

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  private static long[][] matrix(int rows, int columns, SplittableRandom random) {
    long[][] values = new long[rows][columns];
    for (long[] row : values) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextInt(-8, 9);
      }
    }
    return values;
  }

  private static long[][] turned(long[][] values) {
    long[][] turned = new long[values[0].length][values.length];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[0].length; j++) {
        turned[j][i] = values[i][j];
      }
    }
    return turned;
  }

  /** Rows one after the other, and some bytes behind them. */
  static byte[] bytes(long[][] values, Dtype type) {
    byte[] bytes = new byte[values.length * values[0].length * type.bytes() + 256];
    int at = 0;
    for (long[] row : values) {
      for (long value : row) {
        Grid.put(bytes, at, type.isFloat() ? type.pattern(value) : type.cut(value), type.bytes());
        at += type.bytes();
      }
    }
    return bytes;
  }

  private enum Adds {
    NOTHING,
    ITSELF,
    BIAS
  }

  private record Case(
      Profile profile,
      Dtype type,
      int m,
      int n,
      int k,
      boolean leftTransposed,
      boolean rightTransposed,
      Adds adds,
      int spelling) {

    Dtype sum() {
      return type.isFloat() ? Dtype.F32 : Dtype.I32;
    }

    private int c0() {
      return 32 / type.bytes();
    }

    void check(SplittableRandom random) {
      long[][] a = matrix(m, k, random);
      long[][] b = matrix(k, n, random);
      long[] bias = matrix(1, n, random)[0];
      MicroProgram program = new MicroProgram(profile);
      MicroProgram.Pointer x = program.buffer(type, bytes(leftTransposed ? turned(a) : a, type));
      MicroProgram.Pointer y = program.buffer(type, bytes(rightTransposed ? b : turned(b), type));
      MicroProgram.Pointer z = program.buffer(sum(), new byte[m * n * 4]);
      MicroProgram.Pointer w = program.buffer(sum(), bytes(new long[][] {bias}, sum()));
      int unit = Math.max(16, c0());
      int leftRows = leftTransposed ? up(k, unit) : up(m, 16);
      int rightRows = rightTransposed ? up(k, unit) : up(n, 16);
      MicroProgram.Pointer l1a = program.at("mat", type, 0);
      MicroProgram.Pointer l1b = program.at("l1", type, 1 << 17);
      // Columns that lie together become rows of boxes on A5.
      boolean byColumns = leftTransposed && profile == Profile.A5 && spelling % 2 == 0;
      if (byColumns) {
        program.fractals("dn2nz", x, l1a, m, k, m * type.bytes(), up(m, 16));
      } else {
        program.fractals(
            x, l1a, leftTransposed ? k : m, leftTransposed ? m : k, type.bytes(), leftRows);
      }
      program.fractals(
          y, l1b, rightTransposed ? k : n, rightTransposed ? n : k, type.bytes(), rightRows);
      MicroProgram.Pointer table = program.at("l1", sum(), 1 << 18);
      int row = up(4 * n, 64);
      program.add(
          "pto.mte_gm_l1",
          List.of(w, table),
          program.i(row)
              + " nburst("
              + program.i(1)
              + ", "
              + program.i(row)
              + ", "
              + program.i(row)
              + ")",
          4,
          "");
      program.phase();
      boolean turnsLeft = leftTransposed && !byColumns;
      load(
          program,
          true,
          l1a,
          program.at("left", type, 0),
          turnsLeft,
          m,
          turnsLeft ? leftRows : up(m, 16));
      load(program, false, l1b, program.at("right", type, 0), rightTransposed, n, rightRows);
      MicroProgram.Pointer bt = program.at("bias", sum(), 64);
      program.add(
          "pto.mte_l1_bt",
          List.of(table, bt),
          program.i(row / (profile == Profile.A5 ? 32 : 64))
              + " nburst("
              + program.i(1)
              + ", "
              + program.i(0)
              + ", "
              + program.i(0)
              + ")",
          4,
          "");
      program.phase();
      MicroProgram.Pointer la = program.at("l0a", type, 0);
      MicroProgram.Pointer lb = program.at("l0b", type, 0);
      MicroProgram.Pointer lc = program.at("acc", sum(), 1024);
      // Short forms of loads turn squares: a product with their pitch takes whole squares too.
      boolean isShort = spelling < 3;
      int rows = isShort && turnsLeft && profile == Profile.A5 ? up(m, unit) : m;
      int columns = isShort && rightTransposed ? up(n, unit) : n;
      String extents =
          program.i(rows) + ", " + program.i(columns) + ", " + program.i(k) + " disable_gemv";
      if (adds == Adds.BIAS) {
        program.add("pto.mad_bias", List.of(la, lb, lc, bt), extents, 3, "");
      } else {
        program.add("pto.mad", List.of(la, lb, lc), extents, 3, "");
      }
      if (adds == Adds.ITSELF) {
        program.add("pto.mad_acc", List.of(la, lb, lc), extents + " n_dir", 3, "");
      }
      program.phase();
      program.add(
          "pto.mte_l0c_gm",
          List.of(lc, z),
          String.join(
                  ", ",
                  program.i(m),
                  program.i(n),
                  program.i(up(rows, 16)),
                  program.i(n),
                  program.i(0),
                  program.i(0))
              + ", nz2nd",
          6,
          "");
      byte[] got = program.run(FILLS[random.nextInt(4)]).get(2);
      long[][] expected = new long[m][n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          long s = 0;
          for (int kk = 0; kk < k; kk++) {
            s += a[i][kk] * b[kk][j];
          }
          expected[i][j] = adds == Adds.ITSELF ? 2 * s : adds == Adds.BIAS ? s + bias[j] : s;
        }
      }
      byte[] wanted = bytes(expected, sum());
      assertThat(java.util.Arrays.mismatch(got, 0, got.length, wanted, 0, got.length))
          .as("%s\n%s", this, program.text())
          .isEqualTo(-1);
    }

    /** One load in one of its spellings. */
    private void load(
        MicroProgram program,
        boolean left,
        MicroProgram.Pointer from,
        MicroProgram.Pointer to,
        boolean transposed,
        int other,
        int rows) {
      String first = program.i(left ? other : k);
      String second = program.i(left ? k : other);
      String zero = program.i(0);
      int unit = Math.max(16, c0());
      int extent = transposed ? up(k, unit) : other;
      int width = transposed ? up(other, unit) : k;
      String pitch =
          program.i(
              left && profile == Profile.A2A3
                  ? type.bytes() == 4 ? 2 * up(k, 16) / 16 : up(k, c0()) / c0()
                  : up(other, 16) / 16);
      String[] names = left ? new String[] {"m", "k"} : new String[] {"k", "n"};
      String operands =
          switch (spelling) {
            case 0 -> first + ", " + second;
            case 1 -> first + ", " + second + ", " + zero + ", " + zero;
            case 2 ->
                "start_col("
                    + zero
                    + "), "
                    + names[1]
                    + "("
                    + second
                    + "), start_row("
                    + zero
                    + "), "
                    + names[0]
                    + "("
                    + first
                    + ")";
            default ->
                String.join(
                    ", ",
                    zero,
                    zero,
                    program.i(up(extent, 16) / 16),
                    program.i(up(width, c0()) / c0()),
                    program.i(rows / 16),
                    pitch);
          };
      int integers = spelling == 0 ? 2 : spelling < 3 ? 4 : 6;
      String mnemonic =
          spelling == 4
              ? left ? "pto.load_cbuf_to_ca" : "pto.load_cbuf_to_cb"
              : left ? "pto.mte_l1_l0a" : "pto.mte_l1_l0b";
      program.add(
          mnemonic,
          List.of(from, to),
          operands + (transposed ? " {transpose = true}" : ""),
          integers,
          "");
    }
  }

  @Test
  void productsEqualPlainLoops() {
    SplittableRandom random = new SplittableRandom(601);
    for (int i = 0; i < 120; i++) {
      Dtype type = List.of(Dtype.F16, Dtype.BF16, Dtype.F32, Dtype.I8).get(random.nextInt(4));
      new Case(
              Profile.values()[i % 2],
              type,
              1 + random.nextInt(70),
              1 + random.nextInt(70),
              1 + random.nextInt(70),
              random.nextBoolean(),
              random.nextBoolean(),
              Adds.values()[random.nextInt(3)],
              random.nextInt(5))
          .check(random);
    }
  }
}
