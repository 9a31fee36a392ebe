package org.ptoc.backend.a2a3;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reductions and expansions over random shapes, valid regions and data against plain functions. */
class ReductionTest {
  private static final int ROUNDS = 8;

  private static LongBinaryOperator whole(String op) {
    return switch (op) {
      case "sum" -> Long::sum;
      case "prod" -> (a, b) -> a * b;
      case "max" -> Math::max;
      case "min" -> Math::min;
      default -> throw new IllegalArgumentException(op);
    };
  }

  private static DoubleBinaryOperator real(String op) {
    return switch (op) {
      case "sum" -> Double::sum;
      case "prod" -> (a, b) -> a * b;
      case "max" -> Math::max;
      case "min" -> Math::min;
      default -> throw new IllegalArgumentException(op);
    };
  }

  private static Tile data(Random random, String op, String element, int[] s) {
    Tile tile = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
    for (int i = 0; i < s[0] * s[1] && tile.isFloat(); i++) {
      float value = op.equals("prod") ? 0.9f + random.nextInt(20) / 100f : random.nextInt(64);
      tile.setBits(
          i, element.equals("f16") ? Float.floatToFloat16(value) : Float.floatToRawIntBits(value));
    }
    return tile;
  }

  private static double tolerance(String op, String element) {
    boolean half = element.equals("f16");
    return switch (op) {
      case "prod" -> half ? 1e-1 : 1e-3;
      case "sum" -> half ? 5e-3 : 1e-3;
      default -> 0;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "prod", "max", "min"})
  void rows(String op) {
    Random random = new Random(op.hashCode());
    for (String element : new String[] {"f32", "f16", "i16", "i32"}) {
      for (int round = 0; round < ROUNDS; round++) {
        int[] s = Expect.shape(random, element, round);
        Tile a = data(random, op, element, s);
        Tile d = result(random, element, s[0], s[2], round % 2 == 0);
        Tile tmp = Tile.of(element, 1, 256, 1, 256);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(tmp)
                .tile(d)
                .run("pto.trow" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        if (d.isFloat()) {
          Expect.numbers(
              d,
              after,
              tolerance(op, element),
              (r, c) -> {
                double total = a.number(r, 0);
                for (int k = 1; k < s[3]; k++) {
                  total = real(op).applyAsDouble(total, a.number(r, k));
                }
                return total;
              });
        } else {
          Expect.wholes(
              d,
              after,
              (r, c) -> {
                long total = a.whole(r, 0);
                for (int k = 1; k < s[3]; k++) {
                  total = whole(op).applyAsLong(total, a.whole(r, k));
                }
                return total;
              });
        }
      }
    }
  }

  /** One result per row: column 0 of a row-major tile, or a column-major tile of one column. */
  private static Tile result(
      Random random, String element, int rows, int validRows, boolean rowMajor) {
    int block = 32 / (Tile.bits(element) / 8);
    Tile tile =
        rowMajor
            ? Tile.of(element, rows, 2 * block, validRows, 1)
            : Tile.of(element, (rows + block - 1) / block * block, 1, validRows, 1)
                .with("blayout=col_major");
    return tile.random(random);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16"})
  void rowArguments(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      for (String op : new String[] {"max", "min"}) {
        int[] s = Expect.shape(random, element, round);
        Tile a = data(random, "sum", element, s);
        Tile d = result(random, "i32", s[0], s[2], round % 2 == 0);
        Tile tmp = Tile.of(element, 1, 256, 1, 256);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(tmp)
                .tile(d)
                .run("pto.trowarg" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        Expect.wholes(
            d,
            after,
            (r, c) -> {
              int best = 0;
              for (int k = 1; k < s[3]; k++) {
                double delta = a.number(r, k) - a.number(r, best);
                best = (op.equals("max") ? delta > 0 : delta < 0) ? k : best;
              }
              return best;
            });
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "prod", "max", "min"})
  void columns(String op) {
    Random random = new Random(op.hashCode());
    for (String element : new String[] {"f32", "f16", "i16", "i32"}) {
      for (int round = 0; round < ROUNDS; round++) {
        int[] s = Expect.shape(random, element, round);
        Tile a = data(random, op, element, s);
        Tile d = Tile.of(element, 1, s[1], 1, s[3]).random(random);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(d)
                .run("pto.tcol" + op + " ins(%t0 : T0) outs(%t1 : T1)");
        if (d.isFloat()) {
          double tolerance = tolerance(op, element);
          Expect.numbers(
              d,
              after,
              op.equals("sum") && element.equals("f16") ? 0.05 : tolerance,
              (r, c) -> {
                double total = a.number(0, c);
                for (int k = 1; k < s[2]; k++) {
                  total = real(op).applyAsDouble(total, a.number(k, c));
                }
                return total;
              });
        } else {
          Expect.wholes(
              d,
              after,
              (r, c) -> {
                long total = a.whole(0, c);
                for (int k = 1; k < s[2]; k++) {
                  total = whole(op).applyAsLong(total, a.whole(k, c));
                }
                return total;
              });
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "ui16", "ui32"})
  void columnArguments(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      for (String op : new String[] {"max", "min"}) {
        int[] s = Expect.shape(random, element, round);
        Tile a = data(random, "sum", element, s);
        Tile d = Tile.of("i32", 1, s[1], 1, s[3]).random(random);
        Tile tmp = Tile.of(element, 1, 1024, 1, 1024);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(tmp)
                .tile(d)
                .run("pto.tcolarg" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        Expect.wholes(
            d,
            after,
            (r, c) -> {
              int best = 0;
              for (int k = 1; k < s[2]; k++) {
                double delta = a.number(k, c) - a.number(best, c);
                best = (op.equals("max") ? delta > 0 : delta < 0) ? k : best;
              }
              return best;
            });
      }
    }
  }

  private static Tile carrier(Random random, String element, int rows, int validRows, int form) {
    Tile tile = result(random, element, rows, validRows, form != 0);
    if (form == 2) {
      int block = 32 / (Tile.bits(element) / 8);
      tile = Tile.of(element, rows, block, validRows, block).random(random);
    }
    return tile;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "i16", "i32", "i8", "ui8", "bf16"})
  void expansions(String element) {
    Random random = new Random(element.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      int[] s = Expect.shape(random, element, round);
      Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
      Tile e = carrier(random, element, s[0], s[2], round % 2);
      Tile byRow =
          new TileProgram().tile(e).tile(d).run("pto.trowexpand ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(d, byRow, (r, c) -> e.bits(e.at(r, 0)));
      Tile row = Tile.of(element, 1, s[1], 1, s[3]).random(random);
      Tile byColumn =
          new TileProgram().tile(row).tile(d).run("pto.tcolexpand ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(d, byColumn, (r, c) -> row.bits(row.at(0, c)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add f32 f16 i16 i32",
        "sub f32 i16",
        "mul f16 i16",
        "div f32 f16",
        "max f32 i16",
        "min f16 i32",
        "expdif f32 f16"
      })
  void expansionsWithOperation(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int w = 1; w < words.length; w++) {
      for (int round = 0; round < ROUNDS; round++) {
        String element = words[w];
        int[] s = Expect.shape(random, element, round);
        Tile a = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
        Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
        boolean carrierFirst = round % 3 == 1 && s[2] > 1 && s[3] > 16;
        Tile e = carrier(random, element, s[0], s[2], round % 2 == 0 ? 0 : 2);
        Tile column = Tile.of(element, 1, s[1], 1, s[3]).random(random);
        with(words[0], "row", element, a, e, d, carrierFirst, (r, c) -> value(e, r, 0));
        with(words[0], "col", element, a, column, d, carrierFirst, (r, c) -> value(column, 0, c));
      }
    }
  }

  private static double value(Tile tile, int r, int c) {
    return tile.isFloat() ? tile.number(r, c) : tile.whole(r, c);
  }

  private static void with(
      String op,
      String way,
      String element,
      Tile a,
      Tile e,
      Tile d,
      boolean carrierFirst,
      Expect.Reference carrier) {
    TileProgram program =
        new TileProgram().tile(carrierFirst ? e : a).tile(carrierFirst ? a : e).tile(d);
    Tile after =
        program.run("pto.t" + way + "expand" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
    DoubleBinaryOperator function =
        switch (op) {
          case "add" -> Double::sum;
          case "sub" -> (x, y) -> x - y;
          case "mul" -> (x, y) -> x * y;
          case "div" -> (x, y) -> x / y;
          case "max" -> Math::max;
          case "min" -> Math::min;
          default -> (x, y) -> Math.exp(x - y);
        };
    Expect.Reference reference =
        (r, c) -> {
          double data = value(a, r, c);
          double other = carrier.at(r, c);
          return carrierFirst
              ? function.applyAsDouble(other, data)
              : function.applyAsDouble(data, other);
        };
    if (d.isFloat()) {
      Expect.numbers(d, after, element.equals("f16") ? 1e-3 : 1e-5, reference);
    } else {
      Expect.wholes(d, after, (r, c) -> (long) reference.at(r, c));
    }
  }
}
