package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * Which tile a load reaches, and how much of it, where control flow hands tiles on: tiles {@code a}
 * to {@code d} lie apart, {@code T} is their type, and each load is told as its tile, rows and
 * columns.
 */
class TileControlFlowTest {
  private static final String TILE = "!pto.tile_buf<vec, 8x64xf32, valid=?x?>";
  private static final int TILE_BYTES = 8192;
  private static final int ROW_BYTES = 256;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3 | scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (T, T) {; load p; scf.yield %q, %p : T, T; } | a8x64 b4x8 a8x64
          3 | %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (T, T) {; scf.yield %q, %p : T, T; }; load r#0 | b4x8
          0 | %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (T, T) {; scf.yield %q, %p : T, T; }; load r#1 | b4x8
          2 | scf.for %i = %c0 to %n step %c1 {; pto.set_validshape %a, %c2, %c3; load a; }; load a | a2x3 a2x3 a2x3
          2 | scf.for %i = %c0 to %n step %c1 {; load a; %m = arith.addi %i, %c1 : index; pto.set_validshape %a, %m, %c8; }; load a | a8x64 a1x8 a2x8
          0 | scf.for %i = %c0 to %n step %c1 {; pto.set_validshape %a, %c2, %c3; }; load a; load b | a8x64 b4x8
          0 | scf.if %flag {; pto.set_validshape %a, %c2, %c3; load a; }; load a | a8x64
          9 | scf.if %flag {; pto.set_validshape %a, %c2, %c3; load a; }; load a | a2x3 a2x3
          0 | scf.if %flag {; pto.set_validshape %a, %c2, %c3; } else {; load a; pto.set_validshape %a, %c4, %c1; }; load a | a8x64 a4x1
          9 | scf.if %flag {; pto.set_validshape %a, %c2, %c3; } else {; load a; pto.set_validshape %b, %c4, %c1; }; load a; load b | a2x3 b4x8
          9 | %r = scf.if %flag -> (T) {; scf.yield %a : T; } else {; scf.yield %b : T; }; load r | a8x64
          0 | %r = scf.if %flag -> (T) {; scf.yield %a : T; } else {; scf.yield %b : T; }; load r | b4x8
          0 | %r:2 = scf.if %flag -> (index, T) {; scf.yield %c1, %a : index, T; } else {; scf.yield %c2, %b : index, T; }; pto.set_validshape %c, %r#0, %c8; load c; load r#1 | c2x8 b4x8
          2 | %r:3 = scf.while (%i = %c0, %p = %a, %q = %b) : (index, T, T) -> (T, index, T) {; %m = arith.cmpi slt, %i, %n : index; load p; scf.condition(%m) %q, %i, %p : T, index, T; } do {; ^bb0(%s: T, %j: index, %t: T):; load t; %k = arith.addi %j, %c1 : index; scf.yield %k, %s, %t : index, T, T; }; load r#0; load r#2 | a8x64 a8x64 b4x8 b4x8 a8x64 b4x8 a8x64
          """)
  void loadsReachTheTileThatWasHandedOn(int number, String program, String expected) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] :"
            + " !pto.tensor_view<8x64xf32>");
    lines.add(
        "%w = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] :"
            + " !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>");
    List<String> extents = List.of("%c8 %c64", "%c4 %c8", "%c8 %c64", "%c8 %c64");
    for (int i = 0; i < extents.size(); i++) {
      String[] valid = extents.get(i).split(" ");
      lines.add("%%at_%c = arith.constant %d : i64".formatted('a' + i, i * TILE_BYTES));
      lines.add(
          "%%%1$c = pto.alloc_tile addr = %%at_%1$c valid_row = %2$s valid_col = %3$s : T"
              .formatted('a' + i, valid[0], valid[1]));
    }
    for (String line : program.split("; ")) {
      lines.add(
          line.startsWith("load ") ? "pto.tload ins(%w) outs(%" + line.substring(5) + ")" : line);
    }
    lines.replaceAll(line -> line.replaceAll("\\bT\\b", TILE));
    Function function = TileText.function("%n: index, %flag: i1, %x: !pto.ptr<f32>", lines);
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function, Profile.A5, false, problems);
    assertThat(problems.all()).isEmpty();
    assertThat(loads(ScalarRun.of(lowered, number, number == 0 ? 0 : 1, 1 << 20).moves()))
        .isEqualTo(expected);
  }

  /** Rows that follow each other in one tile are one load. */
  private static String loads(List<ScalarRun.Move> moves) {
    List<long[]> loads = new ArrayList<>();
    for (ScalarRun.Move move : moves) {
      boolean begins = move.tile() % TILE_BYTES == 0;
      if (begins) {
        loads.add(new long[] {move.tile() / TILE_BYTES, 0, Math.min(move.bytes(), ROW_BYTES) / 4});
      }
      loads.getLast()[1] += Math.max(1, move.bytes() / ROW_BYTES);
    }
    return loads.stream()
        .map(load -> (char) ('a' + load[0]) + "" + load[1] + "x" + load[2])
        .collect(Collectors.joining(" "));
  }
}
