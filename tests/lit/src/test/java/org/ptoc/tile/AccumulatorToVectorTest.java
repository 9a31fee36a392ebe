package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/**
 * Moves of accumulators to UB of the vector cores beside a cube core against plain loops: element
 * types, layouts, parameters, relu, halves and windows (spec/60, 2.8 and 3.8).
 */
class AccumulatorToVectorTest {
  private static final byte FILL = 0x5A;
  private static final int SIZE = 1 << 17;

  private enum Layout {
    ROWS(""),
    COLUMNS(", blayout=col_major"),
    BOXES(", blayout=col_major, slayout=row_major");

    private final String spelling;

    Layout(String spelling) {
      this.spelling = spelling;
    }
  }

  private enum Parameters {
    NONE,
    ONE,
    FOR_EACH_COLUMN
  }

  /** Who takes the result, as {@code accToVecMode} names it. */
  private enum Cores {
    DEFAULT(""),
    FIRST("single_mode_vec0"),
    SECOND("single_mode_vec1"),
    ROWS("dual_mode_split_m"),
    COLUMNS("dual_mode_split_n");

    private final String word;

    Cores(String word) {
      this.word = word;
    }
  }

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** Hears of the core, whose memories are read behind the run. */
  private record Witness(List<Core> cores) implements ExecutionListener {
    @Override
    public void started(Core core) {
      cores.add(core);
    }

    @Override
    public void executed(int word, ExecutionRecord record) {}
  }

  /**
   * A move of m x n accumulators.
   *
   * @param form tmov, textract or tinsert
   * @param row first row of the window
   * @param column first column of the window
   */
  private record Case(
      String form,
      boolean integers,
      Dtype result,
      Layout layout,
      Parameters parameters,
      boolean relu,
      Cores cores,
      int row,
      int column,
      int m,
      int n) {

    private boolean extracts() {
      return form.equals("textract");
    }

    private boolean inserts() {
      return form.equals("tinsert");
    }

    /** Rows of accumulators. */
    private int rows() {
      return extracts() ? row + m : m;
    }

    private int columns() {
      return extracts() ? column + n : n;
    }

    private int tileRows() {
      return up(m + (inserts() ? row : 0), 32);
    }

    private int tileColumns() {
      return up(n + (inserts() ? column : 0), 32);
    }

    private String source() {
      return integers ? "i8" : "f16";
    }

    private String accumulator() {
      return tile("acc", rows(), columns(), integers ? "i32" : "f32", up(rows(), 16))
          .replace(">", ", blayout=col_major, slayout=row_major, fractal=1024>");
    }

    private static String tile(String memory, int rows, int columns, String type, int tileRows) {
      int tileColumns = up(columns, 32);
      return "!pto.tile_buf<%s, %dx%dx%s, valid=%dx%d>"
          .formatted(memory, tileRows, tileColumns, type, rows, columns);
    }

    private String destination() {
      int rows = inserts() ? tileRows() : m;
      int columns = inserts() ? tileColumns() : n;
      return "!pto.tile_buf<vec, %dx%dx%s, valid=%dx%d%s>"
          .formatted(tileRows(), tileColumns(), result.spelling(), rows, columns, layout.spelling);
    }

    private static String memref(int rows, int columns, String type) {
      return "memref<%dx%dx%s, #pto.address_space<gm>>".formatted(rows, columns, type);
    }

    /** A parameter goes to a tile in mat and on to one where the operations read it. */
    private String load(String name, int rows, int columns, int tileRows, String to) {
      boolean isTable = name.equals("q");
      String type = isTable ? "ui64" : source();
      String mat = tile("mat", rows, columns, type, tileRows);
      return """
      %m{n} = pto.alloc_tile : {m}
      pto.tload ins(%{n} : {v}) outs(%m{n} : {m})
      %t{n} = pto.alloc_tile : {t}
      pto.tmov ins(%m{n} : {m}) outs(%t{n} : {t})
      """
          .replace("{v}", memref(rows, columns, type))
          .replace("{m}", isTable ? mat : mat.replace(">", Layout.BOXES.spelling + ">"))
          .replace("{n}", name)
          .replace("{t}", to);
    }

    private String text() {
      int k = up(columns(), 32);
      String type = source();
      String boxes = ", blayout=col_major, slayout=row_major>";
      String leftBoxes = tile("left", rows(), k, type, up(rows(), 16)).replace(">", boxes);
      String rightBoxes = tile("right", k, columns(), type, k).replace(">", ", slayout=col_major>");
      String scaling = "!pto.tile_buf<scaling, 1x" + k + "xui64>";
      StringBuilder text = new StringBuilder("func.func @k(");
      text.append("%a: ").append(memref(rows(), k, type));
      text.append(", %b: ").append(memref(k, columns(), type));
      text.append(", %q: ").append(memref(1, k, "ui64"));
      text.append(", %s: i64) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {\n");
      text.append("%r = arith.constant ").append(row).append(" : index\n");
      text.append("%c = arith.constant ").append(column).append(" : index\n");
      text.append(load("a", rows(), k, up(rows(), 16), leftBoxes));
      text.append(load("b", k, columns(), k, rightBoxes));
      text.append("%acc = pto.alloc_tile : ").append(accumulator());
      text.append("\npto.tmatmul ins(%ta, %tb : ").append(leftBoxes).append(", ");
      text.append(rightBoxes).append(") outs(%acc : ").append(accumulator()).append(")\n");
      if (parameters == Parameters.FOR_EACH_COLUMN) {
        text.append(load("q", 1, k, 1, scaling));
      }
      text.append("%v = pto.alloc_tile : ").append(destination());
      text.append("\npto.").append(form).append(" ins(%acc");
      boolean moves = form.equals("tmov");
      boolean vector = parameters == Parameters.FOR_EACH_COLUMN;
      boolean scalar = parameters == Parameters.ONE;
      text.append(moves ? "" : ", %r, %c").append(scalar ? ", %s" : "");
      text.append(vector && moves ? ", %tq" : "").append(" : ").append(accumulator());
      text.append(moves ? "" : ", index, index").append(scalar ? ", i64" : "");
      text.append(vector ? (moves ? ", " : " fp %tq : ") + scaling : "");
      text.append(") outs(%v : ").append(destination()).append(")");
      List<String> attributes = new ArrayList<>();
      if (!cores.word.isEmpty()) {
        attributes.add("accToVecMode = #pto<acc_to_vec_mode " + cores.word + ">");
      }
      if (relu) {
        attributes.add("reluPreMode = #pto<relu_pre_mode normal_relu>");
      }
      text.append(attributes.isEmpty() ? "" : " {" + String.join(", ", attributes) + "}");
      return text.append("\nreturn\n}\n").toString();
    }

    /** Offset of an element of dst in bytes. */
    private int at(int i, int j) {
      int width = 32 / result.bytes();
      return result.bytes()
          * switch (layout) {
            case ROWS -> i * tileColumns() + j;
            case COLUMNS -> j * tileRows() + i;
            case BOXES -> j / width * tileRows() * width + i * width + j % width;
          };
    }

    private float scale(int column) {
      return parameters == Parameters.ONE ? 0.5f : 0.25f + column * 0.125f;
    }

    private int offset(int column) {
      return result.bytes() > 1 ? 0 : parameters == Parameters.ONE ? 3 : column % 7;
    }

    private long parameter(int column) {
      return Float.floatToRawIntBits(scale(column))
          | (long) offset(column) << 37
          | (result == Dtype.I8 ? 1L << 46 : 0);
    }

    private long element(int accumulator, int column) {
      double x = accumulator;
      if (parameters != Parameters.NONE) {
        x = (float) accumulator * scale(column);
        if (result.bytes() == 1) {
          x = Math.clamp(Math.rint(x + offset(column)), result.least(), result.greatest());
        }
      }
      x = relu && x <= 0 ? 0 : x;
      return result.isFloat() ? result.pattern(x) : result.cut((long) x);
    }

    private byte[][] expected(int[][] accumulators) {
      byte[][] buffers = filled();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          int core =
              switch (cores) {
                case DEFAULT, FIRST -> 0;
                case SECOND -> 1;
                case ROWS -> 2 * i / m;
                case COLUMNS -> 2 * j / n;
              };
          int toRow = (inserts() ? row : 0) + i - (cores == Cores.ROWS ? core * m / 2 : 0);
          int toColumn = (inserts() ? column : 0) + j - (cores == Cores.COLUMNS ? core * n / 2 : 0);
          int value = accumulators[extracts() ? row + i : i][extracts() ? column + j : j];
          Grid.put(buffers[core], at(toRow, toColumn), element(value, j), result.bytes());
        }
      }
      return buffers;
    }

    private static byte[][] filled() {
      byte[][] buffers = new byte[2][SIZE];
      Arrays.fill(buffers[0], FILL);
      Arrays.fill(buffers[1], FILL);
      return buffers;
    }

    void check(SplittableRandom random) {
      int k = up(columns(), 32);
      int factor = integers ? 3 : 1;
      int bound = integers ? 100 : 300;
      long[][] left = new long[rows()][k];
      int[][] accumulators = new int[rows()][columns()];
      for (int i = 0; i < rows(); i++) {
        for (int j = 0; j < columns(); j++) {
          left[i][j] = random.nextInt(-bound, bound);
          accumulators[i][j] = (int) left[i][j] * factor;
        }
      }
      long[][] right = new long[k][columns()];
      byte[] words = new byte[up(columns(), 32) * 8];
      for (int j = 0; j < columns(); j++) {
        right[j][j] = factor;
        Grid.put(words, 8 * j, parameter(j), 8);
      }
      Dtype type = Dtype.of(source());
      List<Argument> arguments =
          List.of(
              new Argument.Buffer(MicroProductTest.bytes(left, type)),
              new Argument.Buffer(MicroProductTest.bytes(right, type)),
              new Argument.Buffer(words),
              new Argument.Scalar(parameter(0)));
      String text = text();
      Toolchain.Compiled compiled =
          Toolchain.compile(text, "k", CompileOptions.defaults(), Profile.A5);
      assertThat(compiled.messages()).as(text).noneMatch(message -> message.startsWith("error"));
      List<Core> found = new ArrayList<>();
      KernelLaunch launch =
          KernelLaunch.of(Toolchain.image(compiled), arguments)
              .withUnifiedBufferFill(FILL)
              .withListeners(block -> new Witness(found));
      assertThat(Emulator.run(launch)).as(text).isInstanceOf(RunResult.Completed.class);
      byte[][] expected = expected(accumulators);
      for (int core = 0; core < 2; core++) {
        byte[] got = Arrays.copyOf(found.getFirst().cube.unifiedBuffer(core), SIZE);
        assertThat(Arrays.mismatch(got, expected[core])).as("%s\n%s", this, text).isEqualTo(-1);
      }
    }
  }

  @Test
  void movesEqualPlainLoops() {
    SplittableRandom random = new SplittableRandom(60);
    int done = 0;
    while (done < 120) {
      boolean integers = random.nextBoolean();
      Parameters parameters = Parameters.values()[random.nextInt(3)];
      List<Dtype> results =
          parameters == Parameters.NONE
              ? integers ? List.of(Dtype.I32) : List.of(Dtype.F32, Dtype.F16, Dtype.BF16)
              : integers
                  ? List.of(Dtype.I8, Dtype.UI8, Dtype.F16, Dtype.BF16)
                  : List.of(Dtype.I8, Dtype.UI8, Dtype.F16, Dtype.BF16, Dtype.F32);
      Dtype result = results.get(random.nextInt(results.size()));
      String form = List.of("tmov", "tmov", "textract", "tinsert").get(random.nextInt(4));
      Layout layout = Layout.values()[random.nextInt(3)];
      boolean relu = random.nextBoolean();
      boolean whole = parameters == Parameters.NONE && !relu;
      Cores cores = Cores.values()[random.nextInt(whole ? 5 : 3)];
      int m = 1 + random.nextInt(64);
      int n = 1 + random.nextInt(64);
      if (cores == Cores.ROWS) {
        m = up(m, 2);
      }
      if (cores == Cores.COLUMNS) {
        n = up(n, 32);
      }
      int row = form.equals("tmov") ? 0 : random.nextInt(20);
      int column = form.equals("tmov") ? 0 : 32 * random.nextInt(2);
      boolean legal =
          !(layout == Layout.COLUMNS && (!form.equals("tmov") || cores.ordinal() > 2))
              && !(layout == Layout.BOXES && form.equals("textract"))
              && !(layout == Layout.BOXES && relu && result == Dtype.I32)
              && !(layout == Layout.BOXES && cores == Cores.COLUMNS && result.bytes() < 4);
      if (!legal) {
        continue;
      }
      done++;
      new Case(form, integers, result, layout, parameters, relu, cores, row, column, m, n)
          .check(random);
    }
  }
}
