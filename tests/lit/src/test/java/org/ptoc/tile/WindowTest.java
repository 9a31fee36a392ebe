package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tile.WindowProgram.Area;

/**
 * Windows of tiles in every memory, under every kind of operation that reads or writes them,
 * against loops over integers.
 */
class WindowTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final byte[] POISON = {0, 0x7F, (byte) 0xA5, (byte) 0xFF};

  private interface Maker {
    WindowProgram make(Profile profile, SplittableRandom random);
  }

  @Test
  void products() {
    check(2500, 60, true, WindowTest::product);
  }

  @Test
  void scaledProducts() {
    check(500, 20, true, WindowTest::scaled);
  }

  @Test
  void storesOfAccumulators() {
    check(600, 20, true, WindowTest::accumulators);
  }

  @Test
  void matrices() {
    check(900, 40, false, WindowTest::matrix);
  }

  @Test
  void vectors() {
    check(1200, 60, true, WindowTest::vector);
  }

  private static void check(int all, int sample, boolean isWatched, Maker maker) {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < (EXHAUSTIVE ? all : sample); i++) {
      SplittableRandom random = new SplittableRandom(i * 7919L + 60);
      Profile profile = random.nextBoolean() ? Profile.A5 : Profile.A2A3;
      WindowProgram program = maker.make(profile, random);
      String why = run(program, POISON[i % POISON.length], isWatched);
      if (!why.isEmpty()) {
        failures.add(i + " " + profile + ": " + why);
      }
    }
    assertThat(failures).as("%d", failures.size()).isEmpty();
  }

  private static String run(WindowProgram program, byte fill, boolean isWatched) {
    Toolchain.Compiled compiled =
        Toolchain.compile(program.text(), "k", CompileOptions.defaults(), program.profile());
    if (compiled.isRejected()) {
      return compiled.messages().toString();
    }
    RunResult result =
        isWatched
            ? Toolchain.run(compiled, program.arguments(), fill)
            : Toolchain.runUnwatched(compiled, program.arguments(), fill);
    if (!(result instanceof RunResult.Completed done)) {
      return result.toString();
    }
    byte[] actual = done.buffers().getLast();
    int wrong = 0;
    int first = -1;
    for (int i = 0; i < actual.length; i++) {
      if (program.cares()[i] && actual[i] != program.expected()[i]) {
        first = wrong++ == 0 ? i : first;
      }
    }
    return wrong == 0
        ? ""
        : wrong + " of " + actual.length + " bytes are wrong, the first is " + first;
  }

  private static <T> T pick(SplittableRandom random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static int boxes(SplittableRandom random, int box, int most) {
    return box * (1 + random.nextInt(most));
  }

  /** An extent of a window in a multiple of a box; the whole of it half the time. */
  private static int valid(SplittableRandom random, int extent) {
    return random.nextBoolean() ? extent : 1 + random.nextInt(extent);
  }

  private static int at(SplittableRandom random, int room, int extent, int box) {
    return box * random.nextInt((room - extent) / box + 1);
  }

  private static int room(SplittableRandom random, int extent, int box) {
    return extent + box * random.nextInt(3);
  }

  private static SmallIntegers factor(Profile profile, SplittableRandom random) {
    List<SmallIntegers> types =
        new ArrayList<>(
            List.of(SmallIntegers.F16, SmallIntegers.BF16, SmallIntegers.F32, SmallIntegers.I8));
    if (profile == Profile.A5) {
      types.addAll(List.of(SmallIntegers.E4M3, SmallIntegers.E5M2, SmallIntegers.HIF8));
    }
    return pick(random, types);
  }

  /** A factor in left or right, loaded as a whole or by windows, and the window that is used. */
  private static String factor(
      WindowProgram program,
      SplittableRandom random,
      String location,
      SmallIntegers type,
      int[][] values,
      Area area,
      boolean isWhole) {
    int rows = values.length;
    int columns = values[0].length;
    boolean left = location.equals("left");
    int unit = Math.max(16, type.block());
    boolean squares = rows % unit == 0 && columns % unit == 0;
    boolean turned = squares && type.block() < 64 ? random.nextBoolean() : !left && !squares;
    String boxes = turned ? WindowProgram.ZN : WindowProgram.NZ;
    int margin = unit * random.nextInt(2);
    int[][] larger = new int[rows + margin][columns + margin];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values[i], 0, larger[i + margin], margin, columns);
    }
    String storage = program.tile("mat", type, rows + margin, columns + margin, boxes);
    program.load(program.view(type, larger, turned), storage);
    String matrix =
        margin == 0 ? storage : program.window(storage, Area.of(margin, margin, rows, columns));
    String layout =
        left ? pick(random, List.of("slayout=row_major", WindowProgram.NZ)) : WindowProgram.ZN;
    String tile = program.tile(location, type, rows, columns, layout);
    boolean early = random.nextBoolean();
    String window = isWhole ? tile : early ? program.window(tile, area) : "";
    if (random.nextInt(4) == 0 && rows > unit && rows % unit == 0 && squares) {
      for (int row = 0; row < rows; row += unit) {
        String part = program.window(tile, Area.of(row, 0, unit, columns));
        if (random.nextBoolean()) {
          program.move(program.window(matrix, Area.of(row, 0, unit, columns)), part);
        } else {
          program.operation("textract", List.of(matrix, program.index(row), "%zero"), part, "");
        }
      }
    } else {
      program.move(matrix, tile);
    }
    return window.isEmpty() ? program.window(tile, area) : window;
  }

  /** A window of a left factor of one row, which has no boxes. */
  private static String row(WindowProgram program, SmallIntegers type, int[][] values, Area area) {
    String vector = program.tile("mat", type, 1, values[0].length, "");
    program.load(program.view(type, values, false), vector);
    String tile = program.tile("left", type, 1, values[0].length, "");
    program.move(vector, tile);
    return program.window(tile, area);
  }

  private static WindowProgram product(Profile profile, SplittableRandom random) {
    WindowProgram program = new WindowProgram(profile, random).cube();
    SmallIntegers type = factor(profile, random);
    SmallIntegers sums = type == SmallIntegers.I8 ? SmallIntegers.I32 : SmallIntegers.F32;
    int block = type.block();
    boolean gemv = random.nextInt(8) == 0;
    int m = gemv ? 16 : boxes(random, 16, 3);
    int n = boxes(random, 16, 3);
    int k = boxes(random, Math.max(block, 16), 4);
    boolean wholeLeft = random.nextInt(3) == 0;
    boolean wholeRight = random.nextInt(3) == 0;
    boolean wholeResult = random.nextInt(3) == 0;
    int vm = gemv ? 1 : wholeLeft || wholeResult ? m : valid(random, m);
    int vk = wholeLeft || wholeRight ? k : valid(random, k);
    int vn = wholeRight || wholeResult ? n : valid(random, n);
    if (gemv) {
      wholeLeft = false;
      wholeResult = false;
    }
    boolean isRow = gemv && random.nextBoolean();
    int lr = isRow ? 1 : wholeLeft ? m : room(random, m, 16);
    int lc = wholeLeft ? k : room(random, k, isRow ? block * 16 : block);
    int rr = wholeRight ? k : room(random, k, block);
    int rc = wholeRight || isRow ? n : room(random, n, 16);
    int dr = wholeResult || isRow ? m : room(random, m, 16);
    int dc = wholeResult ? n : room(random, n, 16);
    int lm = isRow ? 1 : m;
    int step = isRow ? block * 16 : block;
    Area la = new Area(at(random, lr, lm, 16), at(random, lc, k, step), lm, k, vm, vk);
    Area ra = new Area(at(random, rr, k, block), at(random, rc, n, 16), k, n, vk, vn);
    Area da = new Area(at(random, dr, m, 16), at(random, dc, n, 16), m, n, vm, vn);
    int[][] a = WindowProgram.matrix(1, lr, lc);
    int[][] b = WindowProgram.matrix(2, rr, rc);
    int depth = Math.max(block, 16);
    int[][] ones = WindowProgram.matrix(3, dr, depth);
    int[][] other = WindowProgram.matrix(4, depth, dc);

    String acc = program.tile("acc", sums, dr, dc, WindowProgram.NZ + ", fractal=1024");
    String window = wholeResult ? acc : program.window(acc, da);
    String l0 = factor(program, random, "left", type, ones, Area.of(0, 0, dr, depth), true);
    String r0 = factor(program, random, "right", type, other, Area.of(0, 0, depth, dc), true);
    program.operation("tmatmul", List.of(l0, r0), acc, "");
    String left =
        isRow ? row(program, type, a, la) : factor(program, random, "left", type, a, la, wholeLeft);
    String right = factor(program, random, "right", type, b, ra, wholeRight);
    String op = gemv ? "tgemv" : "tmatmul";
    int start = random.nextInt(3);
    switch (start) {
      case 0 -> program.operation(op, List.of(left, right), window, "");
      case 1 -> program.operation(op + ".acc", List.of(window, left, right), window, "");
      default -> {
        int room = 16 * ((n + 15) / 16) + 16 * random.nextInt(3);
        int from = 16 * random.nextInt((room - n) / 16 + 1);
        int[][] bias = WindowProgram.matrix(5, 1, room);
        String vector = program.tile("mat", sums, 1, room, "");
        program.load(program.view(sums, bias, false), vector);
        String table = program.tile("bias", sums, 1, room, "");
        program.move(vector, table);
        String part = program.window(table, Area.of(0, from, 1, n));
        program.operation(op + ".bias", List.of(left, right, part), window, "");
        start = 2 + from;
      }
    }
    int begin = start;
    program.store(
        acc,
        sums,
        dr,
        dc,
        "",
        (i, j) -> {
          int before = 0;
          for (int s = 0; s < depth; s++) {
            before += ones[i][s] * other[s][j];
          }
          if (!da.isValid(i, j)) {
            return before;
          }
          int y = j - da.column();
          int sum = begin == 0 ? 0 : begin == 1 ? before : WindowProgram.value(5, 0, y + begin - 2);
          for (int s = 0; s < vk; s++) {
            sum += a[la.row() + i - da.row()][la.column() + s] * b[ra.row() + s][ra.column() + y];
          }
          return sum;
        },
        (i, j) -> !da.contains(i, j) || da.isValid(i, j));
    return program;
  }

  private static final int GROUP = 32;

  /**
   * Products with scales of windows that no word divides: parts of k, and columns of the result.
   */
  private static WindowProgram scaled(Profile profile, SplittableRandom random) {
    WindowProgram program = new WindowProgram(Profile.A5, random).cube().fixed();
    List<SmallIntegers> bytes = List.of(SmallIntegers.E4M3, SmallIntegers.E5M2);
    boolean halves = random.nextInt(3) == 0;
    List<SmallIntegers> pairs = List.of(SmallIntegers.E2M1, SmallIntegers.E1M2);
    SmallIntegers lt = pick(random, halves ? pairs : bytes);
    SmallIntegers rt = pick(random, halves ? pairs : bytes);
    boolean gemv = random.nextInt(4) == 0;
    int m = boxes(random, 16, gemv ? 1 : 3);
    int n = boxes(random, halves ? 64 : 32, 2);
    int k = boxes(random, 64, 3);
    int vm = gemv ? 1 : valid(random, m);
    int vn = valid(random, n);
    int vk = valid(random, k);
    int lc = room(random, k, 64);
    int rr = room(random, k, 64);
    int dc = room(random, n, 16);
    Area la = new Area(0, at(random, lc, k, 64), m, k, vm, vk);
    Area ra = new Area(at(random, rr, k, 64), 0, k, n, vk, vn);
    Area da = new Area(0, at(random, dc, n, 16), m, n, vm, vn);
    int[][] a = WindowProgram.matrix(1, m, lc);
    int[][] b = WindowProgram.matrix(2, rr, n);
    int[][] as = powers(6, m, lc / GROUP);
    int[][] bs = powers(7, rr / GROUP, n);
    String acc = program.tile("acc", SmallIntegers.F32, m, dc, WindowProgram.NZ + ", fractal=1024");
    String left = factor(program, random, "left", lt, a, la, false);
    String right = factor(program, random, "right", rt, b, ra, false);
    int groups = (vk + GROUP - 1) / GROUP;
    String leftScales =
        scales(
            program,
            random,
            left,
            true,
            raised(as, lt),
            new Area(0, la.column() / GROUP, m, k / GROUP, m, groups));
    String rightScales =
        scales(
            program,
            random,
            right,
            false,
            raised(bs, rt),
            new Area(ra.row() / GROUP, 0, k / GROUP, n, groups, n));
    String window = program.window(acc, da);
    String op = gemv ? "tgemv.mx" : "tmatmul.mx";
    List<String> factors = List.of(left, leftScales, right, rightScales);
    int start = random.nextInt(3);
    int[][] bias = WindowProgram.matrix(5, 1, n);
    if (start < 2) {
      program.operation(op, factors, window, "");
    }
    List<String> operands = new ArrayList<>(factors);
    if (start == 1) {
      operands.addFirst(window);
      program.operation(op + ".acc", operands, window, "");
    } else if (start == 2) {
      String vector = program.tile("mat", SmallIntegers.F32, 1, n, "");
      program.load(program.view(SmallIntegers.F32, bias, false), vector);
      String table = program.tile("bias", SmallIntegers.F32, 1, n, "");
      program.move(vector, table);
      operands.add(table);
      program.operation(op + ".bias", operands, window, "");
    }
    program.store(
        acc,
        SmallIntegers.F32,
        m,
        dc,
        "",
        (i, j) -> {
          if (!da.isValid(i, j)) {
            return 0;
          }
          int y = j - da.column();
          int sum = 0;
          for (int s = 0; s < vk; s++) {
            int x = la.column() + s;
            int z = ra.row() + s;
            sum += a[i][x] * b[z][y] << as[i][x / GROUP] + bs[z / GROUP][y];
          }
          return start == 0 ? sum : start == 1 ? 2 * sum : sum + bias[0][y];
        },
        da::isValid);
    return program;
  }

  /** Scales that make the elements of a type integers. */
  private static int[][] raised(int[][] powers, SmallIntegers type) {
    int[][] raised = new int[powers.length][powers[0].length];
    for (int i = 0; i < raised.length; i++) {
      for (int j = 0; j < raised[i].length; j++) {
        raised[i][j] = powers[i][j] + (type == SmallIntegers.E1M2 ? 2 : 0);
      }
    }
    return raised;
  }

  private static int[][] powers(int matrix, int rows, int columns) {
    int[][] values = WindowProgram.matrix(matrix, rows, columns);
    for (int[] row : values) {
      for (int j = 0; j < columns; j++) {
        row[j] = Math.abs(row[j]);
      }
    }
    return values;
  }

  /** The scales of a factor, which are a window of those of the whole matrix in L1. */
  private static String scales(
      WindowProgram program,
      SplittableRandom random,
      String factor,
      boolean left,
      int[][] values,
      Area area) {
    String order = left ? "row_major" : "col_major";
    String layout = "blayout=%s, slayout=%s, fractal=32".formatted(order, order);
    String matrix =
        program.tile("mat", SmallIntegers.E8M0, values.length, values[0].length, layout);
    program.load(program.powers(values, left), matrix);
    String tile =
        program.tile(
            "scaling",
            SmallIntegers.E8M0,
            area.rows(),
            area.columns(),
            area.validRows() + "x" + area.validColumns(),
            layout);
    if (random.nextBoolean()) {
      program.move(
          program.window(matrix, Area.of(area.row(), area.column(), area.rows(), area.columns())),
          tile);
    } else {
      program.operation(
          "textract",
          List.of(matrix, program.index(area.row()), program.index(area.column())),
          tile,
          "");
    }
    program.operation("tget_scale_addr", List.of(factor), tile, "");
    return tile;
  }

  /** Accumulators with known contents: the product of two matrices. */
  private record Accumulators(String tile, SmallIntegers type, int[][] values) {}

  private static Accumulators accumulators(
      WindowProgram program, SplittableRandom random, SmallIntegers type, int rows, int columns) {
    SmallIntegers sums = type == SmallIntegers.I8 ? SmallIntegers.I32 : SmallIntegers.F32;
    int depth = Math.max(type.block(), 16);
    int[][] a = WindowProgram.matrix(3, rows, depth);
    int[][] b = WindowProgram.matrix(4, depth, columns);
    String acc = program.tile("acc", sums, rows, columns, WindowProgram.NZ + ", fractal=1024");
    String l = factor(program, random, "left", type, a, Area.of(0, 0, rows, depth), true);
    String r = factor(program, random, "right", type, b, Area.of(0, 0, depth, columns), true);
    program.operation("tmatmul", List.of(l, r), acc, "");
    int[][] values = new int[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int s = 0; s < depth; s++) {
          values[i][j] += a[i][s] * b[s][j];
        }
      }
    }
    return new Accumulators(acc, sums, values);
  }

  /** A window of accumulators in global memory, as they are, converted or with a scale each. */
  private static WindowProgram accumulators(Profile profile, SplittableRandom random) {
    WindowProgram program = new WindowProgram(profile, random).cube();
    SmallIntegers type =
        pick(random, List.of(SmallIntegers.F16, SmallIntegers.I8, SmallIntegers.BF16));
    int m = boxes(random, 16, 3);
    int n = boxes(random, 16, 3);
    int rows = room(random, m, 16);
    int columns = room(random, n, 16);
    Accumulators acc = accumulators(program, random, type, rows, columns);
    Area area =
        new Area(
            at(random, rows, m, 16),
            at(random, columns, n, 16),
            m,
            n,
            valid(random, m),
            valid(random, n));
    String window = program.window(acc.tile(), area);
    boolean relu = random.nextBoolean();
    List<String> flags = new ArrayList<>();
    if (relu) {
      flags.add("reluPreMode = #pto<relu_pre_mode normal_relu>");
    }
    String attributes = flags.isEmpty() ? "" : " {" + String.join(", ", flags) + "}";
    int[][] values = acc.values();
    if (random.nextInt(3) > 0) {
      quantised(program, random, type, window, area, values, relu, attributes);
      return program;
    }
    SmallIntegers output =
        type == SmallIntegers.I8
            ? SmallIntegers.I32
            : pick(random, List.of(SmallIntegers.F32, SmallIntegers.F16, SmallIntegers.BF16));
    program.store(
        window,
        output,
        area.validRows(),
        area.validColumns(),
        attributes,
        (i, j) -> {
          int x = values[area.row() + i][area.column() + j];
          return relu ? Math.max(x, 0) : x;
        },
        (i, j) -> true);
    return program;
  }

  /** Stores with one parameter, or with one for each column, in words or as numbers. */
  private static void quantised(
      WindowProgram program,
      SplittableRandom random,
      SmallIntegers type,
      String window,
      Area area,
      int[][] values,
      boolean relu,
      String attributes) {
    boolean a5 = program.profile() == Profile.A5;
    List<SmallIntegers> outputs = new ArrayList<>(List.of(SmallIntegers.I8, SmallIntegers.UI8));
    if (type == SmallIntegers.I8) {
      outputs.add(SmallIntegers.F16);
      outputs.add(a5 ? SmallIntegers.BF16 : SmallIntegers.I16);
    } else if (a5) {
      outputs.addAll(List.of(SmallIntegers.F16, SmallIntegers.BF16, SmallIntegers.F32));
    }
    SmallIntegers output = pick(random, outputs);
    boolean bytes = output == SmallIntegers.I8 || output == SmallIntegers.UI8;
    boolean shifts = output == SmallIntegers.I16;
    boolean vector = random.nextBoolean();
    SmallIntegers payload =
        vector && a5
            ? pick(
                random,
                List.of(
                    SmallIntegers.I64, SmallIntegers.F32, SmallIntegers.BF16, SmallIntegers.F16))
            : SmallIntegers.I64;
    float[] choices = bytes ? new float[] {0.5f, 1.5f, -0.25f, 3f} : new float[] {1, 2, 3, 4};
    int n = area.columns();
    int room = (n + 31) / 32 * 32 + 32 * random.nextInt(2);
    int from = 16 * random.nextInt((room - n) / 16 + 1);
    float[] scales = new float[room];
    int[] offsets = new int[room];
    int[] bits = new int[room];
    long[] words = new long[room];
    for (int j = 0; j < room; j++) {
      int c = vector ? j : 0;
      scales[j] = choices[(c * 5 + c / 3) % choices.length];
      offsets[j] = payload == SmallIntegers.I64 && bytes ? c * 7 % 40 : 0;
      bits[j] = c % 4;
      words[j] =
          Float.floatToRawIntBits(scales[j]) & 0xFFFFFFFFL
              | (long) offsets[j] << 37
              | (output == SmallIntegers.I8 ? 1L << 46 : 0)
              | (shifts ? (long) bits[j] << 32 : 0);
    }
    String parameter;
    if (vector) {
      String table = program.tile("mat", payload, 1, room, "");
      program.load(program.parameters(payload, words, scales), table);
      String fp = program.tile("scaling", payload, 1, room, "");
      program.move(table, fp);
      parameter = program.window(fp, Area.of(0, from, 1, n));
    } else {
      parameter = program.scalar("i64", Long.toString(words[0]));
    }
    WindowProgram.Cell cell =
        (i, j) -> {
          int c = from + j;
          int x = values[area.row() + i][area.column() + j];
          double y =
              shifts
                  ? x >> bits[c] + 1
                  : bytes ? Math.rint((double) (x * scales[c]) + offsets[c]) : x * scales[c];
          if (bytes) {
            y = output == SmallIntegers.I8 ? Math.clamp(y, -128, 127) : Math.clamp(y, 0, 255);
          }
          return (int) (relu ? Math.max(y, 0) : y);
        };
    program.storeScaled(
        window,
        parameter,
        vector,
        output,
        area.validRows(),
        area.validColumns(),
        random.nextBoolean(),
        attributes,
        cell);
  }

  /** A window of a matrix in L1 as the destination of loads, fills and accumulators. */
  private static WindowProgram matrix(Profile profile, SplittableRandom random) {
    WindowProgram program = new WindowProgram(profile, random).cube();
    int way = random.nextInt(5);
    SmallIntegers type = way == 0 || way == 4 ? factor(profile, random) : SmallIntegers.F16;
    int unit = Math.max(16, type.block());
    int m = boxes(random, unit, 2);
    int n = boxes(random, unit, 2);
    int rows = room(random, m, unit);
    int columns = room(random, n, unit);
    boolean turned = way == 0 && random.nextBoolean();
    Area area = new Area(at(random, rows, m, unit), at(random, columns, n, unit), m, n, m, n);
    int[][] before = WindowProgram.matrix(1, rows, columns);
    String matrix =
        program.tile("mat", type, rows, columns, turned ? WindowProgram.ZN : WindowProgram.NZ);
    program.load(program.view(type, before, turned), matrix);
    int[][] after = WindowProgram.matrix(2, m, n);
    int[][] moved = after;
    int validRows = m;
    int validColumns = n;
    switch (way) {
      case 0 -> program.load(program.view(type, after, turned), program.window(matrix, area));
      case 1, 2, 3 -> {
        int ar = room(random, m, 16);
        int ac = room(random, n, 16);
        Accumulators acc = accumulators(program, random, SmallIntegers.F16, ar, ac);
        boolean part = way == 3 && random.nextBoolean();
        validRows = part ? valid(random, m) : m;
        validColumns = part ? 16 * (1 + random.nextInt(n / 16)) : n;
        Area from =
            new Area(at(random, ar, m, 16), at(random, ac, n, 16), m, n, validRows, validColumns);
        moved = new int[m][n];
        for (int i = 0; i < m; i++) {
          System.arraycopy(acc.values()[from.row() + i], from.column(), moved[i], 0, n);
        }
        switch (way) {
          case 1 -> program.move(program.window(acc.tile(), from), program.window(matrix, area));
          case 2 ->
              program.operation(
                  "textract",
                  List.of(acc.tile(), program.index(from.row()), program.index(from.column())),
                  program.window(matrix, area),
                  "");
          default ->
              program.operation(
                  "tinsert",
                  List.of(
                      program.window(acc.tile(), from),
                      program.index(area.row()),
                      program.index(area.column())),
                  matrix,
                  "");
        }
      }
      default -> {
        boolean integers = type.isInteger();
        if (type.bytes(1) == 1 && !integers) {
          return matrix(profile, random.split());
        }
        String scalar = program.scalar(type.spelling(), integers ? "2" : "2.0");
        program.operation("texpands", List.of(scalar), program.window(matrix, area), "");
        for (int[] row : moved) {
          java.util.Arrays.fill(row, 2);
        }
      }
    }
    Area changed = new Area(area.row(), area.column(), m, n, validRows, validColumns);
    int[][] now = moved;
    int[][] identity = new int[columns][columns];
    for (int i = 0; i < columns; i++) {
      identity[i][i] = 1;
    }
    SmallIntegers sums = type == SmallIntegers.I8 ? SmallIntegers.I32 : SmallIntegers.F32;
    String left = program.tile("left", type, rows, columns, "slayout=row_major");
    program.move(matrix, left);
    String right =
        factor(program, random, "right", type, identity, Area.of(0, 0, columns, columns), true);
    String acc = program.tile("acc", sums, rows, columns, WindowProgram.NZ + ", fractal=1024");
    program.operation("tmatmul", List.of(left, right), acc, "");
    program.store(
        acc,
        sums,
        rows,
        columns,
        "",
        (i, j) -> changed.isValid(i, j) ? now[i - area.row()][j - area.column()] : before[i][j],
        (i, j) -> !changed.contains(i, j) || changed.isValid(i, j));
    return program;
  }

  /** A window of a tile of the vector core as source or destination. */
  private static WindowProgram vector(Profile profile, SplittableRandom random) {
    WindowProgram program = new WindowProgram(profile, random);
    int way = random.nextInt(5);
    SmallIntegers type =
        pick(
            random,
            way == 2 || way == 3
                ? List.of(
                    SmallIntegers.F16, SmallIntegers.F32, SmallIntegers.I16, SmallIntegers.I32)
                : List.of(
                    SmallIntegers.F16,
                    SmallIntegers.BF16,
                    SmallIntegers.F32,
                    SmallIntegers.I8,
                    SmallIntegers.I16,
                    SmallIntegers.I32));
    boolean columnMajor = way < 2 && random.nextInt(4) == 0;
    int block = type.block();
    int m = columnMajor ? boxes(random, block, 3) : 1 + random.nextInt(12);
    int n = columnMajor ? 1 + random.nextInt(12) : boxes(random, block, 5);
    int rows = columnMajor ? room(random, m, block) : m + random.nextInt(6);
    int columns = columnMajor ? n + random.nextInt(6) : room(random, n, block);
    Area area =
        new Area(
            columnMajor ? at(random, rows, m, block) : random.nextInt(rows - m + 1),
            columnMajor ? random.nextInt(columns - n + 1) : at(random, columns, n, block),
            m,
            n,
            valid(random, m),
            valid(random, n));
    String layout = columnMajor ? "blayout=col_major" : "";
    int[][] before = WindowProgram.matrix(1, rows, columns);
    String tile = program.tile("vec", type, rows, columns, layout);
    program.load(program.view(type, before, columnMajor), tile);
    String window = program.window(tile, area);
    int[][] after = WindowProgram.matrix(2, area.validRows(), area.validColumns());
    if (way == 0 && !columnMajor) {
      program.store(
          window,
          type,
          area.validRows(),
          area.validColumns(),
          "",
          (i, j) -> before[area.row() + i][area.column() + j],
          (i, j) -> true);
      return program;
    }
    int[][] now = after;
    switch (way) {
      case 0, 1 -> program.load(program.view(type, after, columnMajor), window);
      case 2 -> {
        now = new int[area.validRows()][area.validColumns()];
        for (int i = 0; i < now.length; i++) {
          for (int j = 0; j < now[i].length; j++) {
            now[i][j] = before[area.row() + i][area.column() + j] * 2 + after[i][j];
          }
        }
        int or = m + random.nextInt(3);
        int oc = room(random, n, block);
        String other = program.tile("vec", type, or, oc, "");
        Area second =
            new Area(
                random.nextInt(or - m + 1),
                at(random, oc, n, block),
                m,
                n,
                area.validRows(),
                area.validColumns());
        String part = program.window(other, second);
        program.load(program.view(type, after, false), part);
        program.operation("tadd", List.of(window, part), part, "");
        program.operation("tadd", List.of(window, part), window, "");
      }
      case 3 -> {
        now = new int[area.validRows()][area.validColumns()];
        for (int i = 0; i < now.length; i++) {
          for (int j = 0; j < now[i].length; j++) {
            now[i][j] = before[area.row() + i][area.column() + j] + 2;
          }
        }
        String two = program.scalar(type.spelling(), type.isInteger() ? "2" : "2.0");
        program.operation("tadds", List.of(window, two), window, "");
      }
      default -> {
        String other = program.tile("vec", type, m, n, "");
        String part =
            program.window(other, new Area(0, 0, m, n, area.validRows(), area.validColumns()));
        program.load(program.view(type, after, false), part);
        program.move(part, window);
      }
    }
    int[][] stored = now;
    program.store(
        tile,
        type,
        rows,
        columns,
        columnMajor,
        "",
        (i, j) -> area.isValid(i, j) ? stored[i - area.row()][j - area.column()] : before[i][j],
        (i, j) -> true);
    return program;
  }
}
