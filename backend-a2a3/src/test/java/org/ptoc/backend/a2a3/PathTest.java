package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * One program for each path of spec/21, section 7: configuration words bit by bit, masks and modes,
 * and the result.
 */
class PathTest {
  private static final String ADD = "pto.tadd ins(%t0, %t1 : T0, T1) outs(%t2 : T2)";

  private static List<String> add(Tile shape, Tile second) {
    Random random = new Random(7);
    Tile a = shape.like(shape.element()).random(random);
    Tile b = second.random(random);
    Tile d = shape.like(shape.element()).random(random);
    Tile after = new TileProgram().tile(a).tile(b).tile(d).run(ADD);
    Expect.numbers(d, after, 1e-6, (r, c) -> a.number(r, c) + b.number(r, c));
    return new TileProgram().tile(a).tile(b).tile(d).trace(ADD);
  }

  private static List<String> add(int rows, int columns, int validRows, int validColumns) {
    Tile shape = Tile.of("f32", rows, columns, validRows, validColumns);
    return add(shape, shape.like("f32"));
  }

  private static List<String> masked(long lanes, String... words) {
    List<String> lines = new ArrayList<>();
    lines.add("mask0 " + Long.toHexString(lanes));
    lines.add("mask1 0");
    lines.addAll(List.of(words));
    lines.add("mask0 ffffffffffffffff");
    lines.add("mask1 ffffffffffffffff");
    return lines;
  }

  private static List<String> counted(long count, String... words) {
    List<String> lines =
        new ArrayList<>(List.of("count mode", "mask0 " + Long.toHexString(count), "mask1 0"));
    lines.addAll(List.of(words));
    lines.addAll(List.of("normal mode", "mask0 ffffffffffffffff", "mask1 ffffffffffffffff"));
    return lines;
  }

  @Test
  void narrowTilesRepeatOverRowsUnderAMask() {
    assertThat(add(5, 24, 5, 20)).isEqualTo(masked((1L << 20) - 1, "vadd 500030303010101"));
  }

  @Test
  void contiguousTilesTakeOneDenseInstruction() {
    assertThat(add(4, 64, 4, 64)).containsExactly("vadd 400080808010101");
  }

  @Test
  void oddContiguousTilesCount() {
    assertThat(add(4, 72, 4, 72)).isEqualTo(counted(288, "vadd 80808010101"));
  }

  @Test
  void fewVectorsCountRowByRow() {
    assertThat(add(1, 192, 1, 160)).isEqualTo(counted(160, "vadd 80808010101"));
  }

  @Test
  void flatTilesGoRowByRow() {
    assertThat(add(3, 256, 3, 192)).containsExactly("loop", "vadd 300080808010101", "end");
    assertThat(add(3, 256, 3, 200)).isEqualTo(counted(200, "loop", "vadd 80808010101", "end"));
  }

  @Test
  void tallTilesGoColumnByColumn() {
    List<String> expected = new ArrayList<>(List.of("vadd 600101010010101"));
    expected.addAll(masked((1L << 36) - 1, "vadd 600101010010101"));
    assertThat(add(6, 128, 6, 100)).isEqualTo(expected);
  }

  @Test
  void veryTallTilesRepeatInChunks() {
    assertThat(add(300, 32, 300, 30))
        .isEqualTo(masked((1L << 30) - 1, "vadd ff00040404010101", "vadd 2d00040404010101"));
  }

  @Test
  void differentPitchesKeepThreeStrides() {
    Random random = new Random(8);
    Tile a = Tile.of("f32", 4, 96, 4, 72).random(random);
    Tile b = Tile.of("f32", 4, 80, 4, 72).random(random);
    Tile d = Tile.of("f32", 4, 128, 4, 72).random(random);
    TileProgram program = new TileProgram().tile(a).tile(b).tile(d);
    Expect.numbers(d, program.run(ADD), 1e-6, (r, c) -> a.number(r, c) + b.number(r, c));
    List<String> expected = new ArrayList<>(List.of("loop", "vadd 100080808010101", "end"));
    // Destination 16 blocks, first source 12, second 10.
    expected.addAll(masked(0xFF, "vadd 4000a0c10010101"));
    assertThat(program.trace(ADD)).isEqualTo(expected);
  }

  @Test
  void unaryWordsHoldTwelveBitStrides() {
    Random random = new Random(9);
    Tile a = Tile.of("f32", 3, 2400, 3, 40).random(random);
    Tile d = Tile.of("f32", 3, 64, 3, 40).random(random);
    String absolute = "pto.tabs ins(%t0 : T0) outs(%t1 : T1)";
    TileProgram program = new TileProgram().tile(a).tile(d);
    Expect.numbers(d, program.run(absolute), 0, (r, c) -> Math.abs(a.number(r, c)));
    assertThat(program.trace(absolute))
        .isEqualTo(masked((1L << 40) - 1, "vabs 30" + "12c0800010001"));
  }
}
