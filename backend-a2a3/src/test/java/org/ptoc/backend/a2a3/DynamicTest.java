package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid regions that are known when the program runs, the empty one included. */
class DynamicTest {
  private static final int[][] REGIONS = {
    {1, 1}, {7, 63}, {8, 64}, {12, 65}, {12, 160}, {5, 0}, {0, 5}, {3, 129}
  };

  private static Tile tile(String element, int[] region) {
    return Tile.of(element, 12, 160, region[0], region[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16"})
  void elementwise(String element) {
    Random random = new Random(1);
    for (int[] region : REGIONS) {
      Tile a = tile(element, region).random(random);
      Tile b = tile(element, region).random(random);
      Tile d = tile(element, region).random(random);
      Tile sum =
          new TileProgram()
              .dynamic()
              .tile(a)
              .tile(b)
              .tile(d)
              .run("pto.tadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
      Expect.numbers(d, sum, 1e-3, (r, c) -> a.number(r, c) + b.number(r, c));
      Tile relu =
          new TileProgram()
              .dynamic()
              .tile(a)
              .tile(b)
              .tile(d)
              .run("pto.tprelu ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
      Expect.numbers(
          d,
          relu,
          1e-3,
          (r, c) -> a.number(r, c) > 0 ? a.number(r, c) : a.number(r, c) * b.number(r, c));
    }
  }

  @ParameterizedTest
  @CsvSource({"f32, f16", "f16, f32", "f32, i16", "i16, f32", "f16, i8"})
  void conversions(String from, String to) {
    Random random = new Random(2);
    for (int[] region : REGIONS) {
      Tile a = tile(from, region).random(random);
      Tile d = tile(to, region).random(random);
      Tile after =
          new TileProgram().dynamic().tile(a).tile(d).run("pto.tcvt ins(%t0 : T0) outs(%t1 : T1)");
      if (d.isFloat()) {
        Expect.numbers(d, after, 1e-3, a::number);
      } else {
        Expect.wholes(d, after, (r, c) -> (long) Math.rint(a.number(r, c)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"f32, sum", "i32, prod", "i16, max"})
  void rowReductions(String element, String op) {
    Random random = new Random(3);
    for (int[] region : REGIONS) {
      for (boolean rowMajor : new boolean[] {true, false}) {
        Tile a = tile(element, region).random(random);
        Tile d =
            (rowMajor
                    ? Tile.of(element, 12, 16, region[0], 1)
                    : Tile.of(element, 16, 1, region[0], 1).with("blayout=col_major"))
                .random(random);
        Tile after =
            new TileProgram()
                .dynamic()
                .tile(a)
                .tile(d)
                .run("pto.trow" + op + " ins(%t0 : T0) outs(%t1 : T1)");
        if (region[1] == 0) {
          assertThat(after.data()).isEqualTo(d.data());
          continue;
        }
        if (d.isFloat()) {
          Expect.numbers(
              d,
              after,
              1e-3,
              (r, c) -> {
                double total = 0;
                for (int k = 0; k < region[1]; k++) {
                  total += a.number(r, k);
                }
                return total;
              });
        } else {
          Expect.wholes(
              d,
              after,
              (r, c) -> {
                long total = op.equals("prod") ? 1 : Long.MIN_VALUE;
                for (int k = 0; k < region[1]; k++) {
                  total =
                      op.equals("prod") ? total * a.whole(r, k) : Math.max(total, a.whole(r, k));
                }
                return total;
              });
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "i8", "f16"})
  void expansionsFillsAndOverlays(String element) {
    Random random = new Random(4);
    for (int[] region : REGIONS) {
      Tile d = tile(element, region).random(random);
      Tile e = Tile.of(element, 12, 32, region[0], 1).random(random);
      Tile expanded =
          new TileProgram()
              .dynamic()
              .tile(e)
              .tile(d)
              .run("pto.trowexpand ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(d, expanded, (r, c) -> e.bits(e.at(r, 0)));
      Tile part = Tile.of(element, 12, 160, region[0] / 2, region[1] / 3).random(random);
      Tile padded = tile(element, region).with("pad=zero").random(random);
      Tile filled =
          new TileProgram()
              .dynamic()
              .tile(part)
              .tile(padded)
              .run("pto.tfillpad ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(
          padded,
          filled,
          (r, c) -> r < region[0] / 2 && c < region[1] / 3 ? part.bits(part.at(r, c)) : 0);
      if (!element.equals("i8")) {
        Tile a = tile(element, region).random(random);
        Tile sum =
            new TileProgram()
                .dynamic()
                .tile(a)
                .tile(part)
                .tile(d)
                .run("pto.tpartadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        Expect.numbers(
            d,
            sum,
            1e-3,
            (r, c) ->
                a.number(r, c) + (r < region[0] / 2 && c < region[1] / 3 ? part.number(r, c) : 0));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"sum, f32", "argmax, f32", "argmin, f16"})
  void rowArgumentsAndSequences(String op, String element) {
    Random random = new Random(5);
    for (int[] region : REGIONS) {
      Tile a = tile(element, region).random(random);
      Tile d = Tile.of(op.equals("sum") ? element : "i32", 12, 16, region[0], 1).random(random);
      if (!op.equals("sum") && region[1] > 0) {
        Tile after =
            new TileProgram()
                .dynamic()
                .tile(a)
                .tile(d)
                .run("pto.trow" + op + " ins(%t0 : T0) outs(%t1 : T1)");
        Expect.wholes(
            d,
            after,
            (r, c) -> {
              int best = 0;
              for (int k = 1; k < region[1]; k++) {
                double delta = a.number(r, k) - a.number(r, best);
                best = (op.equals("argmax") ? delta > 0 : delta < 0) ? k : best;
              }
              return best;
            });
      }
      Tile row = Tile.of("i32", 1, 160, 1, region[1]).random(random);
      Tile numbers =
          new TileProgram()
              .dynamic()
              .line("%s = arith.constant 9 : i32")
              .tile(row)
              .run("pto.tci ins(%s : i32) outs(%t0 : T0)");
      Expect.wholes(row, numbers, (r, c) -> 9 + c);
      Tile column = Tile.of(element, 1, 160, 1, region[1]).random(random);
      Tile total =
          new TileProgram()
              .dynamic()
              .tile(a)
              .tile(column)
              .run("pto.tcolmax ins(%t0 : T0) outs(%t1 : T1)");
      if (region[0] == 0) {
        assertThat(total.data()).isEqualTo(column.data());
        continue;
      }
      Expect.numbers(
          column,
          total,
          0,
          (r, c) -> {
            double best = a.number(0, c);
            for (int k = 1; k < region[0]; k++) {
              best = Math.max(best, a.number(k, c));
            }
            return best;
          });
    }
  }

  /** Scalars that are known when the program runs: the number of valid rows, 7. */
  @ParameterizedTest
  @CsvSource({
    "adds, f32, 1",
    "subs, f32, -1",
    "subs, i16, -1",
    "subs, f16, -1",
    "ands, i8, 0",
    "xors, i16, 0",
    "rems, f32, 0",
    "divs, i16, 0"
  })
  void scalars(String op, String element, int sign) {
    Random random = new Random(6);
    Tile a = Tile.of(element, 7, 64, 7, 33).random(random);
    Tile d = a.like(element).random(random);
    String bits = "i" + Tile.bits(element);
    String type = a.isFloat() ? element : bits;
    TileProgram program = new TileProgram().dynamic().tile(a).tile(d);
    program.line("%w = arith.index_cast %r0 : index to " + (a.isFloat() ? "i32" : bits));
    program.line(
        a.isFloat()
            ? "%s = arith.sitofp %w : i32 to " + element
            : "%z = arith.constant 0 : " + bits);
    if (!a.isFloat()) {
      program.line("%s = arith.addi %w, %z : " + bits);
    }
    Tile after = program.run("pto.t" + op + " ins(%t0, %s : T0, " + type + ") outs(%t1 : T1)");
    if (a.isFloat()) {
      Expect.numbers(
          d,
          after,
          1e-3,
          (r, c) ->
              sign != 0
                  ? a.number(r, c) + sign * 7
                  : a.number(r, c) - Math.floor(a.number(r, c) / 7) * 7);
    } else {
      Expect.wholes(
          d,
          after,
          (r, c) ->
              ElementwiseTest.whole(op, Tile.bits(element), true).applyAsLong(a.whole(r, c), 7));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prelu f32",
        "fmod f32",
        "shl i8",
        "shr ui8",
        "sub i32",
        "rem i32",
        "partadd f32",
        "rowexpandmul f32"
      })
  void inPlace(String row) {
    String op = row.split(" ")[0];
    String element = row.split(" ")[1];
    Random random = new Random(7);
    for (int valid : new int[] {64, 33, 5}) {
      Tile first = Tile.of(element, 6, 64, 6, valid).random(random);
      Tile second =
          Tile.of(element, 6, op.startsWith("row") ? 8 : 64, 6, op.startsWith("row") ? 1 : valid)
              .random(random);
      for (int i = 0; i < 6 * second.columns(); i++) {
        second.setBits(i, second.isFloat() ? Float.floatToRawIntBits(1.5f + i % 7) : 1 + i % 7);
      }
      String text = "pto.t" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)";
      Tile apart = new TileProgram().tile(first).tile(second).tile(first).run(text);
      Tile after =
          new TileProgram()
              .tile(second)
              .tile(first)
              .run("pto.t" + op + " ins(%t1, %t0 : T1, T0) outs(%t1 : T1)");
      assertThat(after.data()).isEqualTo(apart.data());
    }
  }
}
