package org.ptoc.backend.a2a3;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid regions that are known when the program runs, the empty one included. */
class DynamicTest {
  private static final int[][] REGIONS = {{1, 1}, {7, 63}, {8, 64}, {12, 65}, {12, 160}, {5, 0}, {0, 5}, {3, 129}};

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
      Tile sum = new TileProgram().dynamic().tile(a).tile(b).tile(d).run("pto.tadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
      Expect.numbers(d, sum, 1e-3, (r, c) -> a.number(r, c) + b.number(r, c));
      Tile relu = new TileProgram().dynamic().tile(a).tile(b).tile(d).run("pto.tprelu ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
      Expect.numbers(d, relu, 1e-3, (r, c) -> a.number(r, c) > 0 ? a.number(r, c) : a.number(r, c) * b.number(r, c));
    }
  }

  @ParameterizedTest
  @CsvSource({"f32, f16", "f16, f32", "f32, i16", "i16, f32", "f16, i8"})
  void conversions(String from, String to) {
    Random random = new Random(2);
    for (int[] region : REGIONS) {
      Tile a = tile(from, region).random(random);
      Tile d = tile(to, region).random(random);
      Tile after = new TileProgram().dynamic().tile(a).tile(d).run("pto.tcvt ins(%t0 : T0) outs(%t1 : T1)");
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
        Tile d = (rowMajor ? Tile.of(element, 12, 16, region[0], 1) : Tile.of(element, 16, 1, region[0], 1).with("blayout=col_major")).random(random);
        Tile after = new TileProgram().dynamic().tile(a).tile(d).run("pto.trow" + op + " ins(%t0 : T0) outs(%t1 : T1)");
        if (region[1] == 0) {
          continue;
        }
        if (d.isFloat()) {
          Expect.numbers(d, after, 1e-3, (r, c) -> {
            double total = 0;
            for (int k = 0; k < region[1]; k++) {
              total += a.number(r, k);
            }
            return total;
          });
        } else {
          Expect.wholes(d, after, (r, c) -> {
            long total = op.equals("prod") ? 1 : Long.MIN_VALUE;
            for (int k = 0; k < region[1]; k++) {
              total = op.equals("prod") ? total * a.whole(r, k) : Math.max(total, a.whole(r, k));
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
      Tile expanded = new TileProgram().dynamic().tile(e).tile(d).run("pto.trowexpand ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(d, expanded, (r, c) -> e.bits(e.at(r, 0)));
      Tile part = Tile.of(element, 12, 160, region[0] / 2, region[1] / 3).random(random);
      Tile padded = tile(element, region).with("pad=zero").random(random);
      Tile filled = new TileProgram().dynamic().tile(part).tile(padded).run("pto.tfillpad ins(%t0 : T0) outs(%t1 : T1)");
      Expect.exact(
          padded, filled, (r, c) -> r < region[0] / 2 && c < region[1] / 3 ? part.bits(part.at(r, c)) : 0);
      if (!element.equals("i8")) {
        Tile a = tile(element, region).random(random);
        Tile sum = new TileProgram().dynamic().tile(a).tile(part).tile(d).run("pto.tpartadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
        Expect.numbers(d, sum, 1e-3, (r, c) ->
            a.number(r, c) + (r < region[0] / 2 && c < region[1] / 3 ? part.number(r, c) : 0));
      }
    }
  }
}
