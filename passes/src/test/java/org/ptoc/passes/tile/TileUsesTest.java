package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.storage.GappedTiles;

/**
 * Which tiles live within a few operations, and which have other data between their rows. Tiles
 * {@code a} to {@code d} are placed by the compiler, {@code g} by the program; {@code exp a b}
 * reads a and writes b.
 */
class TileUsesTest {
  private static final String TILE = "!pto.tile_buf<vec, 8x64xf32>";

  private static Function placed(String program) {
    List<String> lines = new ArrayList<>();
    for (char name = 'a'; name <= 'd'; name++) {
      lines.add("%" + name + " = pto.alloc_tile : T");
    }
    lines.add("%at_g = arith.constant 65536 : i64");
    lines.add("%g = pto.alloc_tile addr = %at_g : T");
    for (String line : program.split("; ")) {
      String[] words = line.split(" ");
      lines.add(
          words[0].equals("exp")
              ? "pto.texp ins(%" + words[1] + ") outs(%" + words[2] + ")"
              : line);
    }
    lines.replaceAll(line -> line.replaceAll("\\bT\\b", TILE));
    return new Placement(Placement.ScratchNeed.NONE)
        .run(
            TileText.function("%flag: i1", lines), TileText.context(Profile.A5, new Diagnostics()));
  }

  private static List<Operation> computations(Function function) {
    return TileText.operations(function).stream()
        .filter(op -> op.name().equals("pto.texp"))
        .toList();
  }

  /** Of the first operations, as many as a number says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | exp a b; exp b c; exp c d                                    | b
          3 | exp a b; exp b c; exp c d                                    | b c d
          2 | exp a b; exp b c; exp b d                                    | c
          2 | exp a b; exp b b                                             | b
          2 | exp b b; exp b c                                             | c
          2 | exp a g; exp g c                                             | c
          2 | exp a b; exp b c; scf.if %flag {; exp b d; }                 | c
          2 | %v = pto.treshape %b : T -> T; exp a b; exp v c              | c
          2 | %w = pto.subview %b[%c0, %c0] sizes [8, 64] : T -> T; exp a b; exp w c | c
          """)
  void tilesThatOnlyTheseUse(int count, String program, String expected) {
    Function function = placed(program);
    List<Operation> some = computations(function).subList(0, count);
    assertThat(
            TileUses.of(function).onlyWithin(some).stream()
                .map(Value::name)
                .sorted()
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  /** The tiles that nothing uses behind the second operation. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exp a b; exp b c; exp c d                              | a b
          exp a b; exp b c                                       | a b c
          exp a g; exp g c                                       | a c
          scf.for %i = %c0 to %c8 step %c1 {; exp a b; exp b b; } | -
          exp a b; scf.if %flag {; exp b c; }                    | a
          """)
  void tilesWhoseUsesAreOver(String program, String expected) {
    Function function = placed(program);
    TileUses.Progress progress = TileUses.of(function).begin();
    computations(function).subList(0, 2).forEach(progress::iteration);
    assertThat(
            TileText.operations(function).stream()
                .filter(TileLowering::isAllocation)
                .map(Operation::result)
                .filter(tile -> program.matches(".*exp .*\\b" + tile.name() + "\\b.*"))
                .filter(progress::isOver)
                .map(Value::name)
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected.equals("-") ? "" : expected);
  }

  /** Whether the tile {@code w} may have gaps. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %w = pto.subview %a[%c0, %c0] sizes [4, 8] : T -> !pto.tile_buf<vec, 4x8xf32>            | true
          %w = pto.subview %a[%c0, %c0] sizes [1, 8] : T -> !pto.tile_buf<vec, 1x8xf32>            | false
          %w = pto.subview %a[%c0, %c0] sizes [4, 64] : T -> !pto.tile_buf<vec, 4x64xf32>          | false
          scf.if %flag {; %w = pto.subview %a[%c0, %c0] sizes [4, 8] : T -> !pto.tile_buf<vec, 4x8xf32>; } | true
          %v = pto.subview %a[%c0, %c0] sizes [4, 8] : T -> !pto.tile_buf<vec, 4x8xf32>; %w = scf.if %flag -> (!pto.tile_buf<vec, 4x8xf32>) {; scf.yield %v : !pto.tile_buf<vec, 4x8xf32>; } else {; scf.yield %v : !pto.tile_buf<vec, 4x8xf32>; } | true
          %v = pto.subview %a[%c0, %c0] sizes [4, 8] : T -> !pto.tile_buf<vec, 4x8xf32>; %w = pto.alloc_tile : T | false
          %w = pto.treshape %a : T -> T                                                            | false
          """)
  void windowsOfWiderTilesHaveGaps(String program, boolean expected) {
    Function function = placed(program);
    Value window =
        TileText.operations(function).stream()
            .filter(op -> op.results().size() == 1 && op.result().name().equals("w"))
            .map(Operation::result)
            .findFirst()
            .orElseThrow();
    assertThat(GappedTiles.of(function).mayContain(window)).isEqualTo(expected);
    assertThat(GappedTiles.NONE.mayContain(window)).isFalse();
  }
}
