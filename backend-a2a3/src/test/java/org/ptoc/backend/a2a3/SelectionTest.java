package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparison, selection, conversion, overlays, fills, sequences and merges against plain functions.
 */
class SelectionTest {
  private static final int ROUNDS = 9;

  private static boolean holds(String mode, double a, double b) {
    return switch (mode) {
      case "eq" -> a == b;
      case "ne" -> a != b;
      case "lt" -> a < b;
      case "le" -> a <= b;
      case "gt" -> a > b;
      default -> a >= b;
    };
  }

  private static int maskColumns(int columns) {
    return (columns + 127) / 128 * 16 + 31 & -32;
  }

  private static void bits(
      Tile mask, int rows, int columns, java.util.function.BiPredicate<Integer, Integer> expected) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        boolean bit = (mask.bits(mask.at(r, c / 8)) >> c % 8 & 1) != 0;
        if (bit != expected.test(r, c)) {
          org.assertj.core.api.Assertions.fail("bit (%d, %d)", r, c);
        }
      }
    }
  }

  private static Tile few(Tile tile, Random random) {
    tile.random(random);
    for (int i = 0; i < tile.rows() * tile.columns(); i++) {
      int value = random.nextInt(5) - 2;
      switch (tile.element()) {
        case "f32" -> tile.setBits(i, Float.floatToRawIntBits(value == 2 ? Float.NaN : value));
        case "f16" -> tile.setBits(i, Float.floatToFloat16(value == 2 ? Float.NaN : value));
        default -> tile.setBits(i, value);
      }
    }
    return tile;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "i32", "i16", "ui16"})
  void comparisons(String element) {
    Random random = new Random(element.hashCode());
    for (String mode : new String[] {"eq", "ne", "lt", "le", "gt", "ge"}) {
      for (int round = 0; round < ROUNDS; round += 2) {
        if (element.equals("i32") && !mode.equals("eq")) {
          continue;
        }
        int[] s = Expect.shape(random, element, round);
        Tile a = few(Tile.of(element, s[0], s[1], s[2], s[3]), random);
        Tile b = few(Tile.of(element, s[0], s[1], s[2], s[3]), random);
        Tile m = Tile.of("ui8", s[0], maskColumns(s[1]), s[0], maskColumns(s[1]));
        String attribute = "{cmpMode = #pto<cmp " + mode + ">}";
        if (!element.endsWith("16") || a.isFloat()) {
          Tile after =
              new TileProgram()
                  .tile(a)
                  .tile(b)
                  .tile(m)
                  .run("pto.tcmp ins(%t0, %t1 " + attribute + " : T0, T1) outs(%t2 : T2)");
          bits(after, s[2], s[3], (r, c) -> holds(mode, a.number(r, c), b.number(r, c)));
        }
        String type = a.isFloat() ? element : "i" + Tile.bits(element);
        Tile after =
            new TileProgram()
                .line("%s = arith.constant " + (a.isFloat() ? "1.0" : "1") + " : " + type)
                .tile(a)
                .tile(m)
                .run("pto.tcmps ins(%t0, %s " + attribute + " : T0, " + type + ") outs(%t1 : T1)");
        bits(after, s[2], s[3], (r, c) -> holds(mode, a.number(r, c), 1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "i16", "ui32"})
  void selections(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      int[] s = Expect.shape(random, element, round);
      Tile a = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
      Tile b = a.like(element).random(random);
      Tile d = a.like(element).random(random);
      Tile m = Tile.of("ui8", s[0], maskColumns(s[1]), s[0], maskColumns(s[1])).random(random);
      Tile tmp = Tile.of("i32", 1, 64, 1, 64);
      Tile after =
          new TileProgram()
              .tile(m)
              .tile(a)
              .tile(b)
              .tile(tmp)
              .tile(d)
              .run("pto.tsel ins(%t0, %t1, %t2, %t3 : T0, T1, T2, T3) outs(%t4 : T4)");
      Expect.exact(d, after, (r, c) -> isSet(m, r, c) ? a.bits(a.at(r, c)) : b.bits(b.at(r, c)));
      String type = a.isFloat() ? element : "i" + Tile.bits(element);
      Tile row = Tile.of(element, 1, Math.max(s[1], 128), 1, Math.max(s[1], 128));
      Tile scalar =
          new TileProgram()
              .line("%s = arith.constant " + (a.isFloat() ? "1.0" : "1") + " : " + type)
              .tile(m)
              .tile(a)
              .tile(row)
              .tile(d)
              .run("pto.tsels ins(%t0, %t1, %t2, %s : T0, T1, T2, " + type + ") outs(%t3 : T3)");
      long one = element.equals("f32") ? 0x3F800000 : element.equals("f16") ? 0x3C00 : 1;
      Expect.exact(d, scalar, (r, c) -> isSet(m, r, c) ? a.bits(a.at(r, c)) : one);
    }
  }

  private static boolean isSet(Tile mask, int row, int column) {
    return (mask.bits(mask.at(row, column / 8)) >> column % 8 & 1) != 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32 f16",
        "f32 bf16",
        "f32 i16",
        "f32 i32",
        "f32 i64",
        "f32 f32",
        "f16 f32",
        "f16 i32",
        "f16 i16",
        "f16 i8",
        "f16 ui8",
        "bf16 f32",
        "bf16 i32",
        "ui8 f16",
        "i8 f16",
        "i16 f16",
        "i16 f32",
        "i32 f32",
        "i32 i16",
        "i32 i64",
        "i32 f16",
        "i64 f32",
        "i64 i32"
      })
  void conversions(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int round = 0; round < ROUNDS; round++) {
      int[] s =
          Expect.shape(
              random, Tile.bits(words[0]) < Tile.bits(words[1]) ? words[0] : words[1], round);
      if ((long) s[0] * s[1] * (Tile.bits(words[0]) + Tile.bits(words[1])) / 8 > 150_000) {
        continue;
      }
      Tile a = Tile.of(words[0], s[0], s[1], s[2], s[3]).random(random);
      for (int i = 0; i < s[0] * s[1] && words[0].equals("i64"); i++) {
        a.setBits(i, random.nextInt(1 << 24));
      }
      Tile d = Tile.of(words[1], s[0], s[1], s[2], s[3]).random(random);
      Tile after =
          new TileProgram()
              .tile(a)
              .tile(d)
              .run("pto.tcvt ins(%t0 {rmode = #pto<round_mode RINT>} : T0) outs(%t1 : T1)");
      if (words[1].contains("bf16")) {
        Expect.numbers(d, after, 5e-3, a::number);
      } else if (d.isFloat()) {
        boolean integral = row.equals("f32 f32");
        Expect.numbers(
            d,
            after,
            words[1].equals("f16") ? 1e-3 : 1e-6,
            (r, c) -> integral ? Math.rint(a.number(r, c)) : a.number(r, c));
      } else {
        Expect.wholes(d, after, (r, c) -> (long) Math.rint(a.number(r, c)));
      }
    }
  }

  @Test
  void conversionModes() {
    Tile a = Tile.of("f32", 1, 8, 1, 8);
    double[] values = {2.5, -2.5, 1e6, -1e6, Double.NaN, Double.POSITIVE_INFINITY, 40000.5, 1e12};
    for (int i = 0; i < 8; i++) {
      a.set(0, i, values[i]);
    }
    Tile d = Tile.of("i16", 1, 16, 1, 8);
    String text =
        "pto.tcvt ins(%t0 {rmode = #pto<round_mode X>, sat_mode = Y} : T0) outs(%t1 : T1)";
    String on = text.replace("Y", "#pto<saturation_mode ON>");
    String off = text.replace("Y", "#pto<saturation_mode OFF>");
    assertThat(row(new TileProgram().tile(a).tile(d).run(on.replace("X", "FLOOR"))))
        .containsExactly(2, -3, 32767, -32768, 0, 32767, 32767, 32767);
    assertThat(row(new TileProgram().tile(a).tile(d).run(on.replace("X", "ROUND"))))
        .containsExactly(3, -3, 32767, -32768, 0, 32767, 32767, 32767);
    assertThat(row(new TileProgram().tile(a).tile(d).run(off.replace("X", "CEIL"))))
        .containsExactly(3, -2, (short) 1_000_000, (short) -1_000_000, 0, 0, (short) 40001, 0);
  }

  private static long[] row(Tile tile) {
    long[] row = new long[tile.validColumns()];
    for (int c = 0; c < row.length; c++) {
      row[c] = tile.whole(0, c);
    }
    return row;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "i16", "i32"})
  void overlays(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      for (String op : new String[] {"add", "mul", "max", "min"}) {
        int[] s = Expect.shape(random, element, round);
        int rows = round % 2 == 0 ? s[2] : 1 + random.nextInt(s[2]);
        int columns = round % 3 == 0 ? s[3] : 1 + random.nextInt(s[3]);
        boolean covering = op.length() == 3 && (op.equals("add") || op.equals("mul"));
        Tile a =
            Tile.of(
                    element,
                    s[0],
                    s[1],
                    covering ? s[2] : 1 + random.nextInt(s[2]),
                    covering ? s[3] : 1 + random.nextInt(s[3]))
                .random(random);
        Tile b = Tile.of(element, s[0], s[1], rows, columns).random(random);
        Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(b)
                .tile(d)
                .run("pto.tpart" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        Expect.Reference reference = (r, c) -> overlay(op, a, b, element, r, c);
        if (d.isFloat()) {
          Expect.numbers(d, after, element.equals("f16") ? 1e-3 : 1e-6, reference);
        } else if (!op.equals("mul") || element.equals("i16")) {
          Expect.wholes(d, after, (r, c) -> (long) reference.at(r, c));
        }
      }
    }
  }

  private static double overlay(String op, Tile a, Tile b, String element, int r, int c) {
    boolean first = r < a.validRows() && c < a.validColumns();
    boolean second = r < b.validRows() && c < b.validColumns();
    if (first && second) {
      double x = a.number(r, c);
      double y = b.number(r, c);
      return switch (op) {
        case "add" -> x + y;
        case "mul" -> x * y;
        case "max" -> Math.max(x, y);
        default -> Math.min(x, y);
      };
    }
    if (first || second) {
      return first ? a.number(r, c) : b.number(r, c);
    }
    double lowest =
        switch (element) {
          case "f32" -> -Float.MAX_VALUE;
          case "f16" -> -65504;
          default -> -Math.pow(2, Tile.bits(element) - 1);
        };
    return op.equals("max") ? lowest : element.startsWith("i") ? -lowest - 1 : -lowest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "bf16", "i8", "ui8", "i16", "ui32"})
  void fills(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      int[] s = Expect.shape(random, element, round);
      Tile a =
          Tile.of(element, s[0], s[1], 1 + random.nextInt(s[2]), 1 + random.nextInt(s[3]))
              .random(random);
      Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).with("pad=max").random(random);
      Tile after =
          new TileProgram().tile(a).tile(d).run("pto.tfillpad ins(%t0 : T0) outs(%t1 : T1)");
      long pad =
          switch (element) {
            case "f32" -> 0x7F7FFFFF;
            case "f16" -> 0x7BFF;
            case "bf16" -> 0x7F7F;
            case "i8" -> 127;
            case "i16" -> 32767;
            default -> -1;
          };
      Expect.exact(
          d, after, (r, c) -> r < a.validRows() && c < a.validColumns() ? a.bits(a.at(r, c)) : pad);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"i16", "ui16", "i32", "ui32", "f16", "f32"})
  void sequences(String element) {
    Random random = new Random(element.hashCode());
    for (int columns : new int[] {1, 5, 16, 63, 64, 65, 127, 128, 129, 255, 256, 257, 700}) {
      Tile d = Tile.of(element, 1, 704, 1, columns).random(random);
      String type = d.isFloat() ? element : "i" + Tile.bits(element);
      String start = d.isFloat() ? "3.0" : "3";
      for (String attribute : new String[] {"", " {descending}"}) {
        Tile after =
            new TileProgram()
                .line("%s = arith.constant " + start + " : " + type)
                .tile(d)
                .run("pto.tci ins(%s : " + type + ") outs(%t0 : T0)" + attribute);
        int sign = attribute.isEmpty() ? 1 : -1;
        if (d.isFloat()) {
          Expect.numbers(d, after, 0, (r, c) -> 3 + sign * c);
        } else {
          Expect.wholes(d, after, (r, c) -> 3 + sign * c);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"i8", "i16", "ui32", "f16", "bf16", "f32"})
  void splats(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      int[] s = Expect.shape(random, element, round);
      Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
      String type = d.isFloat() ? element : "i" + Tile.bits(element);
      Tile after =
          new TileProgram()
              .line("%s = arith.constant " + (d.isFloat() ? "1.0" : "77") + " : " + type)
              .tile(d)
              .run("pto.texpands ins(%s : " + type + ") outs(%t0 : T0)");
      long bits =
          switch (element) {
            case "f32" -> 0x3F800000;
            case "f16" -> 0x3C00;
            case "bf16" -> 0x3F80;
            default -> 77;
          };
      Expect.exact(d, after, (r, c) -> bits);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void merges(int recordColumns) {
    String element = recordColumns == 2 ? "f32" : "f16";
    Random random = new Random(recordColumns);
    int block = 64;
    int groups = 2;
    Tile a = Tile.of(element, 1, groups * 4 * block, 1, groups * 4 * block);
    int records = block / recordColumns;
    for (int list = 0; list < groups * 4; list++) {
      double value = 100;
      for (int i = 0; i < records; i++) {
        value -= random.nextInt(3);
        a.set(0, list * block + i * recordColumns, value);
      }
    }
    Tile d = a.like(element).random(random);
    Tile after =
        new TileProgram()
            .line("%b = arith.constant 64 : i32")
            .tile(a)
            .tile(d)
            .run("pto.tmrgsort ins(%t0, %b : T0, i32) outs(%t1 : T1)");
    for (int g = 0; g < groups; g++) {
      double[] expected = new double[4 * records];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = a.number(0, g * 4 * block + i * recordColumns);
      }
      java.util.Arrays.sort(expected);
      for (int i = 0; i < expected.length; i++) {
        assertThat(after.number(0, g * 4 * block + i * recordColumns))
            .isEqualTo(expected[expected.length - 1 - i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mergesOfLists(boolean withTmp) {
    Random random = new Random(9);
    Tile a = list(random, 128);
    Tile b = list(random, 64);
    Tile tmp = Tile.of("f32", 1, 192, 1, 192);
    Tile d = Tile.of("f32", 1, 192, 1, 192);
    TileProgram program = new TileProgram().tile(a).tile(b);
    Tile after =
        withTmp
            ? program
                .tile(tmp)
                .tile(d)
                .run(
                    "pto.tmrgsort ins(%t0, %t1, %t2 {exhausted = false} : T0, T1, T2) outs(%t3, %ex"
                        + " : T3, vector<4xi16>)")
            : program
                .tile(d)
                .run(
                    "pto.tmrgsort ins(%t0, %t1 {exhausted = false} : T0, T1) outs(%t2, %ex : T2,"
                        + " vector<4xi16>)");
    for (int i = 1; i < 96; i++) {
      assertThat(after.number(0, 2 * i)).isLessThanOrEqualTo(after.number(0, 2 * i - 2));
    }
  }

  private static Tile list(Random random, int columns) {
    Tile tile = Tile.of("f32", 1, columns, 1, columns);
    double value = 50;
    for (int i = 0; i < columns; i += 2) {
      value -= random.nextInt(3);
      tile.set(0, i, value);
    }
    return tile;
  }
}
