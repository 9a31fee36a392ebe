package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;

/**
 * Stores of accumulators by micro operations against plain loops: quantisation with one parameter
 * and one for each column, relu, clips, saturation, layouts and repetition (spec/60, 3.8 and 9.2).
 */
class MicroStoreTest {
  private static final byte[] FILLS = {0, 0x7F, (byte) 0xA5, (byte) 0xFF};

  /** How an accumulator becomes an element. */
  private enum Mode {
    PLAIN("", Dtype.F32, false),
    INTEGERS("", Dtype.I32, false),
    F32_F16("f32_f16", Dtype.F16, false),
    F32_BF16("f32_bf16", Dtype.BF16, false),
    QF322B8("qf322b8_pre", Dtype.I8, false),
    QF322UB8("vqf322b8_pre", Dtype.UI8, false),
    DEQF16("deqf16", Dtype.F16, false),
    REQ8("req8", Dtype.I8, false),
    REQU8("req8_scalar", Dtype.UI8, false),
    QF322F16("qf322f16_pre", Dtype.F16, true),
    QF322BF16("qf322bf16_pre_scalar", Dtype.BF16, true),
    QF322F32("qf322f32", Dtype.F32, true),
    QS322BF16("qs322bf16_pre_vec", Dtype.BF16, true);

    private final String spelling;
    private final Dtype result;
    private final boolean onA5Only;

    Mode(String spelling, Dtype result, boolean onA5Only) {
      this.spelling = spelling;
      this.result = result;
      this.onA5Only = onA5Only;
    }

    boolean ofIntegers() {
      return switch (this) {
        case INTEGERS, DEQF16, REQ8, REQU8, QS322BF16 -> true;
        default -> false;
      };
    }

    boolean hasParameter() {
      return !spelling.isEmpty() && !spelling.startsWith("f32_");
    }
  }

  private enum Layout {
    ROWS("nz2nd"),
    COLUMNS("nz2dn"),
    BOXES("nz2nz"),
    HALF_BOXES("nz2nz");

    private final String word;

    Layout(String word) {
      this.word = word;
    }
  }

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  private record Case(
      Profile profile,
      Mode mode,
      boolean vector,
      int relu,
      boolean clip,
      String saturation,
      Layout layout,
      int times,
      int m,
      int n) {

    private Dtype source() {
      return mode.ofIntegers() ? Dtype.I8 : Dtype.F16;
    }

    private Dtype sum() {
      return mode.ofIntegers() ? Dtype.I32 : Dtype.F32;
    }

    /** Elements of a row of a box at the destination. */
    private int width() {
      return layout == Layout.HALF_BOXES
          ? 8
          : mode.result.bytes() == 4 ? 16 : 32 / mode.result.bytes();
    }

    /** Distance of rows, columns or columns of boxes in elements. */
    private int stride() {
      return switch (layout) {
        case ROWS -> n + 3;
        case COLUMNS -> m + 5;
        case BOXES, HALF_BOXES -> (m + 1) * width();
      };
    }

    private int at(int i, int j) {
      return switch (layout) {
        case ROWS -> i * stride() + j;
        case COLUMNS -> j * stride() + i;
        case BOXES, HALF_BOXES -> j / width() * stride() + i * width() + j % width();
      };
    }

    private int extent() {
      return layout == Layout.ROWS ? m * stride() : up(n, 16) * Math.max(stride(), up(m, 16) * 16);
    }

    private static float cut(float value) {
      return Float.intBitsToFloat(Float.floatToRawIntBits(value) & ~0x1FFF);
    }

    /** The parameter word of a column. */
    private long parameter(float scale, int offset) {
      long word = Float.floatToRawIntBits(scale) & 0xFFFFFFFFL;
      boolean bytes = mode.result.bytes() == 1;
      return word | (bytes ? (long) offset << 37 : 0) | (mode.result == Dtype.I8 ? 1L << 46 : 0);
    }

    private long element(long accumulator, float scale, int offset, float alpha, float limit) {
      double x = accumulator;
      if (mode.hasParameter()) {
        float scaled = (float) accumulator * scale;
        x = scaled;
        if (mode.result.bytes() == 1) {
          double rounded = Math.rint((double) (scaled + offset));
          x = Math.clamp(rounded, mode.result.least(), mode.result.greatest());
        }
      }
      if (relu == 1) {
        x = x > 0 ? x : 0;
      } else if (relu > 1) {
        x = x >= 0 ? x : (float) x * alpha;
      }
      if (clip) {
        x = Math.min(x, limit);
      }
      if (!mode.result.isFloat()) {
        return mode.result.cut((long) x);
      }
      if (mode.result == Dtype.F32) {
        return mode.result.pattern((float) x);
      }
      return mode.result.pattern(x, Dtype.Rounding.NEAREST_EVEN, saturation.startsWith("sat"));
    }

    void check(SplittableRandom random) {
      MicroProgram program = new MicroProgram(profile);
      boolean integers = mode.ofIntegers();
      int factor = integers ? 100 : 1;
      long[][][] values = new long[times][m][n];
      long[][] unit = new long[n][n];
      for (int j = 0; j < n; j++) {
        unit[j][j] = factor;
      }
      int bound = integers ? 128 : 2048;
      MicroProgram.Pointer right = program.buffer(source(), MicroProductTest.bytes(unit, source()));
      int bytes = mode.result.bytes();
      byte[] before = new byte[times * extent() * bytes + 64];
      random.nextBytes(before);
      MicroProgram.Pointer result = program.buffer(mode.result, before);
      program.fractals(
          right, program.at("l1", source(), 1 << 17), n, n, source().bytes(), up(n, 16));
      int c0 = 32 / source().bytes();
      int rows = up(m, 16);
      int sums = rows * up(n, 16) * 4;
      for (int t = 0; t < times; t++) {
        for (long[] row : values[t]) {
          for (int j = 0; j < n; j++) {
            row[j] = random.nextInt(-bound, bound);
          }
        }
        MicroProgram.Pointer left =
            program.buffer(source(), MicroProductTest.bytes(values[t], source()));
        MicroProgram.Pointer l1 = program.at("l1", source(), 0);
        program.phase();
        program.fractals(left, l1, m, n, source().bytes(), rows);
        program.phase();
        program.add(
            "pto.mte_l1_l0a",
            List.of(l1, program.at("l0a", source(), 0)),
            program.i(m) + ", " + program.i(n),
            2,
            "");
        program.add(
            "pto.mte_l1_l0b",
            List.of(program.at("l1", source(), 1 << 17), program.at("l0b", source(), 0)),
            program.i(n) + ", " + program.i(n),
            2,
            "");
        program.phase();
        program.add(
            "pto.mad",
            List.of(
                program.at("l0a", source(), 0),
                program.at("l0b", source(), 0),
                program.at("l0c", sum(), (long) t * sums)),
            program.i(m) + ", " + program.i(n) + ", " + program.i(n) + " disable_gemv",
            3,
            "");
        program.phase();
      }
      assertThat(c0).isPositive();
      store(program, result, values, before, sums, factor, random);
    }

    private void store(
        MicroProgram program,
        MicroProgram.Pointer result,
        long[][][] values,
        byte[] before,
        int sums,
        int factor,
        SplittableRandom random) {
      List<MicroProgram.Pointer> pointers = List.of(program.at("l0c", sum(), 0), result);
      StringBuilder clauses = new StringBuilder();
      StringBuilder types = new StringBuilder();
      float[] scales = new float[n];
      int[] offsets = new int[n];
      float[] alphas = new float[n];
      float limit = mode.result.isFloat() ? 3.5f : 20;
      float whole = mode.result.bytes() == 1 ? 0.0625f : random.nextBoolean() ? 0.7f : 64.3f;
      for (int j = 0; j < n; j++) {
        scales[j] = vector ? cut(whole + j * 0.01f) : whole;
        offsets[j] = vector ? j % 7 : 3;
        alphas[j] = relu == 3 ? 0.25f + j : 0.5f;
      }
      if (!mode.spelling.isEmpty()) {
        clauses.append(", pre_quant(");
        if (vector && mode.hasParameter()) {
          long[][] words = new long[1][n];
          for (int j = 0; j < n; j++) {
            words[0][j] = parameter(whole + j * 0.01f, offsets[j]);
          }
          MicroProgram.Pointer table = table(program, Dtype.I64, words, 128);
          clauses.append(table.name());
          types.append(", ").append(table.type());
        } else if (mode.hasParameter() && mode.result.bytes() == 1) {
          clauses.append(program.i(parameter(whole, 3)));
          types.append(", i64");
        } else {
          clauses.append(program.real(Dtype.F32, whole));
          types.append(", f32");
        }
        clauses.append(", mode = ").append(mode.spelling).append(')');
      }
      if (relu > 0 || clip) {
        clauses.append(", pre_relu(");
        if (relu == 2) {
          clauses.append(program.real(Dtype.F32, 0.5)).append(", ");
          types.append(", f32");
        } else if (relu == 3) {
          long[][] words = new long[1][n];
          for (int j = 0; j < n; j++) {
            words[0][j] = Float.floatToRawIntBits(alphas[j]);
          }
          MicroProgram.Pointer table = table(program, Dtype.F32, words, 65536 + 64);
          clauses.append(table.name()).append(", ");
          types.append(", ").append(table.type());
        }
        clauses.append("mode = ");
        clauses.append(List.of("no_relu", "normal_relu", "scalar_relu", "vector_relu").get(relu));
        if (clip) {
          clauses.append(", clip = ").append(program.real(mode.result, limit));
          types.append(", ").append(mode.result.spelling());
        }
        clauses.append(')');
      }
      clauses.append(", ").append(layout.word);
      if (layout == Layout.COLUMNS || layout == Layout.HALF_BOXES) {
        clauses.append('(').append(program.i(1)).append(')');
        types.append(", i64");
      }
      if (times > 1) {
        clauses.append(", loop3(").append(program.i(times)).append(", ");
        clauses.append(program.i(sums / 64)).append(", ").append(program.i(extent())).append(')');
        types.append(", i64, i64, i64");
      }
      clauses.append(saturation.isEmpty() ? "" : ", " + saturation);
      program.phase();
      program.add(
          "pto.mte_l0c_gm",
          pointers,
          String.join(
                  ", ",
                  program.i(m),
                  program.i(n),
                  program.i(up(m, 16)),
                  program.i(stride()),
                  program.i(0),
                  program.i(0))
              + clauses,
          6,
          types.toString());
      byte[] expected = before.clone();
      int bytes = mode.result.bytes();
      for (int t = 0; t < times; t++) {
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            long value = element(values[t][i][j] * factor, scales[j], offsets[j], alphas[j], limit);
            Grid.put(expected, (t * extent() + at(i, j)) * bytes, value, bytes);
          }
        }
      }
      byte[] got = program.run(FILLS[random.nextInt(4)]).get(1);
      for (int t = 0; t < times; t++) {
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            int at = (t * extent() + at(i, j)) * bytes;
            assertThat(Grid.take(got, at, bytes))
                .as("%s %d (%d, %d) %d\n%s", this, t, i, j, values[t][i][j], program.text())
                .isEqualTo(Grid.take(expected, at, bytes));
          }
        }
      }
    }

    /** A table of the fix-pipe, by way of L1. */
    private MicroProgram.Pointer table(
        MicroProgram program, Dtype type, long[][] words, long address) {
      byte[] contents = new byte[words[0].length * type.bytes() + 512];
      for (int j = 0; j < words[0].length; j++) {
        Grid.put(contents, j * type.bytes(), words[0][j], type.bytes());
      }
      MicroProgram.Pointer from = program.buffer(type, contents);
      MicroProgram.Pointer l1 = program.at("l1", type, (1 << 18) + address % 4096 * 64);
      MicroProgram.Pointer fb = program.at("fb", type, address);
      int length = up(words[0].length * type.bytes(), 128);
      program.phase();
      program.add(
          "pto.mte_gm_l1",
          List.of(from, l1),
          program.i(length)
              + " nburst("
              + program.i(1)
              + ", "
              + program.i(length)
              + ", "
              + program.i(length)
              + ")",
          4,
          "");
      program.phase();
      program.add(
          "pto.mte_l1_fb",
          List.of(l1, fb),
          program.i(length / (profile == Profile.A5 ? 64 : 128))
              + " nburst("
              + program.i(1)
              + ", "
              + program.i(0)
              + ", "
              + program.i(0)
              + ")",
          4,
          "");
      return fb;
    }
  }

  @Test
  void storesEqualPlainLoops() {
    SplittableRandom random = new SplittableRandom(38);
    for (int i = 0; i < 260; i++) {
      Profile profile = Profile.values()[i % 2];
      Mode mode = Mode.values()[i / 2 % Mode.values().length];
      if (mode.onA5Only && profile == Profile.A2A3) {
        continue;
      }
      boolean small = mode.result.isFloat() && mode.result != Dtype.F32;
      List<Layout> layouts = new ArrayList<>(List.of(Layout.ROWS, Layout.COLUMNS, Layout.BOXES));
      if (mode.result == Dtype.F32) {
        layouts.add(Layout.HALF_BOXES);
      }
      new Case(
              profile,
              mode,
              random.nextBoolean(),
              mode.result.isFloat() ? random.nextInt(4) : random.nextInt(2),
              mode.result.isFloat() && random.nextInt(3) == 0,
              small ? List.of("sat", "nosat", "sat(preserve_nan)").get(random.nextInt(3)) : "",
              layouts.get(random.nextInt(layouts.size())),
              1 + random.nextInt(2),
              1 + random.nextInt(40),
              1 + random.nextInt(40))
          .check(random);
    }
  }
}
