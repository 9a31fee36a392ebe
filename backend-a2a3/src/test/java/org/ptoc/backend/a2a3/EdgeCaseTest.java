package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.passes.CompileOptions;

/** Inputs that public implementations get wrong (spec/21, section 9), by their names. */
class EdgeCaseTest {
  private static final String ADD = "pto.tadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)";

  private static void addition(Tile shape) {
    Random random = new Random(3);
    Tile a = shape.like(shape.element()).random(random);
    Tile b = shape.like(shape.element()).random(random);
    Tile d = shape.like(shape.element()).random(random);
    Tile after = new TileProgram().tile(a).tile(b).tile(d).run(ADD);
    Expect.numbers(
        d,
        after,
        shape.element().equals("f16") ? 1e-3 : 1e-6,
        (r, c) -> a.number(r, c) + b.number(r, c));
  }

  @Test
  void edgeE1EachOperandHasItsRepeatStride() {
    addition(Tile.of("f32", 4, 96, 4, 32));
    Tile tile = Tile.of("f32", 4, 96, 4, 32);
    assertThat(new TileProgram().tile(tile).tile(tile).tile(tile).trace(ADD))
        .contains("vadd 4000c0c0c010101");
  }

  @Test
  void edgeE2TheRepeatCountIsTheHighestByte() {
    Tile tile = Tile.of("f32", 4, 64, 4, 64);
    assertThat(new TileProgram().tile(tile).tile(tile).tile(tile).trace(ADD))
        .containsExactly("vadd 400080808010101");
  }

  @Test
  void edgeE3UnaryStridesDoNotOverlap() {
    Tile tile = Tile.of("f32", 5, 64, 5, 64);
    String relu = "pto.trelu ins(%t0 : T0) outs(%t1 : T1)";
    // Destination stride 8 in bits 39:32 and source stride 8 in bits 51:40 (spec/40, section 9).
    assertThat(new TileProgram().tile(tile).tile(tile).trace(relu))
        .containsExactly("vrelu 500080800010001");
    Tile a = tile.like("f32").random(new Random(1));
    Tile d = tile.like("f32");
    Expect.numbers(
        d, new TileProgram().tile(a).tile(d).run(relu), 0, (r, c) -> Math.max(a.number(r, c), 0));
  }

  @ParameterizedTest
  @CsvSource({"f32, 16448, 16384", "f16, 32896, 32768"})
  void edgeE4RowsOfMoreThan255RepeatsInPlace(String element, int columns, int valid) {
    Tile tile = Tile.of(element, 2, columns, 2, valid).random(new Random(4));
    String add = "pto.tadd ins(%t0, %t0 : T0, T0) outs(%t0 : T0)";
    Tile after = new TileProgram().tile(tile).run(add);
    Expect.numbers(tile, after, 0, (r, c) -> 2 * tile.number(r, c));
    assertThat(new TileProgram().tile(tile).trace(add))
        .containsExactly("loop", "vadd ff00080808010101", "vadd 100080808010101", "end");
  }

  @Test
  void edgeE5TailsOfWidePitchesAreSplit() {
    Random random = new Random(5);
    Tile a = Tile.of("f32", 4, 2400, 4, 100).random(random);
    Tile b = Tile.of("f32", 4, 104, 4, 100).random(random);
    Tile d = Tile.of("f32", 4, 104, 4, 100).random(random);
    Tile after = new TileProgram().tile(a).tile(b).tile(d).run(ADD);
    Expect.numbers(d, after, 1e-6, (r, c) -> a.number(r, c) + b.number(r, c));
  }

  @Test
  void edgeE6NothingIsEmittedForAnEmptyRegion() {
    Tile tile = Tile.of("f32", 4, 64, 4, 0);
    assertThat(new TileProgram().tile(tile).tile(tile).tile(tile).trace(ADD)).isEmpty();
  }

  @Test
  void edgeE7OddBytesStayInTheRow() {
    Random random = new Random(7);
    Tile a = Tile.of("i8", 2, 32, 2, 31).random(random);
    Tile b = Tile.of("i8", 2, 32, 2, 31).random(random);
    Tile d = Tile.of("i8", 2, 32, 2, 31).random(random);
    Tile after =
        new TileProgram()
            .tile(a)
            .tile(b)
            .tile(d)
            .run("pto.tand ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
    Expect.wholes(d, after, (r, c) -> a.whole(r, c) & b.whole(r, c));
  }

  /** Blocks of 32 scores with ascending indices, each in descending order after the sort. */
  private static void sort(String element, int rows, int columns, int valid) {
    Random random = new Random(columns);
    int coefficient = element.equals("f32") ? 2 : 4;
    int size = Tile.bits(element) / 8;
    Tile s = Tile.of(element, rows, columns, rows, valid).random(random);
    Tile x = Tile.of("ui32", rows, (columns + 7) / 8 * 8, rows, valid);
    for (int i = 0; i < x.rows() * x.columns(); i++) {
      x.setBits(i, i % x.columns());
    }
    Tile tmp = Tile.of(element, 1, 32, 1, 32);
    int width = (valid * coefficient * size + 31) / 32 * 32 / size;
    Tile d = Tile.of(element, rows, width, rows, valid * coefficient);
    Tile after =
        new TileProgram()
            .tile(s)
            .tile(x)
            .tile(tmp)
            .tile(d)
            .run("pto.tsort32 ins(%t0, %t1, %t2 : T0, T1, T2) outs(%t3 : T3)");
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < valid; c++) {
        double score = after.number(r, c * coefficient);
        long low =
            after.bits(after.at(r, c * coefficient + coefficient - 1)) & (size == 4 ? -1L : 0xFFFF);
        long index =
            size == 4 ? low : low << 16 | after.bits(after.at(r, c * coefficient + 2)) & 0xFFFF;
        assertThat(s.number(r, (int) index)).as("(%d, %d)", r, c).isEqualTo(score);
        if (c % 32 > 0) {
          assertThat(score).isLessThanOrEqualTo(after.number(r, (c - 1) * coefficient));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"f32, 2048, 2041", "f32, 2088, 2084", "f16, 4096, 4081"})
  void edgeS6TheResultDoesNotDependOnThePath(String element, int columns, int valid) {
    sort(element, 1, columns, valid);
  }

  @ParameterizedTest
  @CsvSource({"f32, 40, 33", "f32, 48, 45", "f32, 64, 63", "f16, 48, 33", "f16, 64, 63"})
  void edgeS25AllRowsShareTheScratch(String element, int columns, int valid) {
    sort(element, 3, columns, valid);
  }

  @ParameterizedTest
  @CsvSource({"tshls, 3, 64", "tshrs, 3, 64"})
  void edgeT1ScalarShiftsTakeMoreColumnsThanRows(String op, int rows, int columns) {
    Tile a = Tile.of("i32", rows, columns, rows, columns).random(new Random(1));
    Tile d = a.like("i32");
    Tile after =
        new TileProgram()
            .line("%s = arith.constant 5 : i32")
            .tile(a)
            .tile(d)
            .run("pto." + op + " ins(%t0, %s : T0, i32) outs(%t1 : T1)");
    Expect.wholes(d, after, (r, c) -> op.equals("tshls") ? a.whole(r, c) << 5 : a.whole(r, c) >> 5);
  }

  @ParameterizedTest
  @CsvSource({"i16, 7, 15", "i8, 1, 8", "i16, 1, 40", "i32, -1, 31", "ui32, 1, 32", "i32, 1, -1"})
  void edgeT3ShiftsAreModular(String element, int value, int count) {
    Tile a = Tile.of(element, 2, 64, 2, 64);
    Tile b = a.like(element);
    for (int i = 0; i < 128; i++) {
      a.setBits(i, value);
      b.setBits(i, count);
    }
    Tile d = a.like(element);
    long want = count < 0 || count >= Tile.bits(element) ? 0 : (long) value << count;
    String shift = "pto.tshl ins(%t0, %t1 : T0, T1) outs(%t2 : T2)";
    Expect.wholes(d, new TileProgram().tile(a).tile(b).tile(d).run(shift), (r, c) -> want);
    Expect.wholes(
        d, new TileProgram().bitSerial().tile(a).tile(b).tile(d).run(shift), (r, c) -> want);
  }

  @Test
  void edgeT4ShiftsByTileAreOneInstructionOrASequence() {
    Tile tile = Tile.of("i32", 16, 64, 16, 64);
    String shift = "pto.tshl ins(%t0, %t1 : T0, T1) outs(%t2 : T2)";
    TileProgram program = new TileProgram().tile(tile).tile(tile).tile(tile);
    assertThat(program.trace(shift)).containsExactly("vshl 1000080808010101");
    assertThat(program.bitSerial().trace(shift))
        .noneMatch(line -> line.startsWith("vshl "))
        .contains("vnot 1000080800010001");
  }

  @ParameterizedTest
  @CsvSource({"lt", "gt", "le", "ge", "ne"})
  void edgeC2IntegerComparisonsAreNeverTakenForEquality(String mode) {
    Tile tile = Tile.of("i32", 2, 64, 2, 64);
    Tile mask = Tile.of("ui8", 2, 32, 2, 32);
    String message =
        new TileProgram()
            .tile(tile)
            .tile(tile)
            .tile(mask)
            .reject(
                "pto.tcmp ins(%t0, %t1 {cmpMode = #pto<cmp "
                    + mode
                    + ">} : T0, T1) outs(%t2 : T2)");
    assertThat(message).contains("cmpMode " + mode + " does not exist for i32 on a2a3");
  }

  /** A manual program whose tiles fill UB: intermediate results must find room in its tmp tile. */
  @Test
  void aFullUnifiedBufferWorksThroughTheProgramsTmp() {
    String type = "!pto.tile_buf<vec, 15x1024xf32>";
    String tmp = "!pto.tile_buf<vec, 16x256xui8>";
    StringBuilder text = new StringBuilder("module {\n  func.func @k() attributes {pto.entry} {\n");
    for (int i = 0; i < 3; i++) {
      text.append("    %a")
          .append(i)
          .append(" = arith.constant ")
          .append(i * 61440)
          .append(" : i64\n");
      text.append("    %t")
          .append(i)
          .append(" = pto.alloc_tile addr = %a")
          .append(i)
          .append(" : ")
          .append(type)
          .append('\n');
    }
    text.append("    %a3 = arith.constant 184320 : i64\n    %t3 = pto.alloc_tile addr = %a3 : ")
        .append(tmp)
        .append('\n');
    String room =
        "    %a4 = arith.constant 188416 : i64\n"
            + "    %t4 = pto.alloc_tile addr = %a4 : !pto.tile_buf<vec, 1x1920xf32>\n";
    String relu =
        "    pto.tprelu ins(%t0, %t1, %t3 : "
            + type
            + ", "
            + type
            + ", "
            + tmp
            + ") outs(%t2 : "
            + type
            + ")\n";
    String end = "    return\n  }\n}\n";
    Diagnostics diagnostics = new Diagnostics();
    assertThat(
            TileProgram.compileText(
                text + room + relu + end, CompileOptions.defaults(), diagnostics))
        .as("%s", diagnostics.all())
        .isPresent();
  }
}
