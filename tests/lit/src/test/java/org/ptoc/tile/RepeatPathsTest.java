package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * One program for each path of spec/21, section 7, and for the inputs of section 9 that public
 * implementations get wrong, by their names: configuration words bit by bit, masks and modes, and
 * the result with all bytes around it.
 */
class RepeatPathsTest {
  private static final CompileOptions BIT_SERIAL =
      CompileOptions.defaults().with(CodeSwitch.BIT_SERIAL_SHIFTS);

  /** Runs a program, whose result must be right. @return its words */
  private static List<String> words(TileProgram program, Grid expected) {
    assertThat(program.on(Profile.A2A3).image(expected)).isEmpty();
    return program.repeats();
  }

  private static List<String> add(Tile first, Tile second, Tile output) {
    SplittableRandom random = new SplittableRandom(7);
    Grid a = Grid.mixed(first, random);
    Grid b = Grid.mixed(second, random);
    Dtype type = output.type();
    return words(
        new TileProgram("tadd", output).input(first, a).input(second, b).match(Match.NUMBERS),
        Grid.of(output).fill((i, j) -> type.pattern(a.real(i, j) + b.real(i, j))));
  }

  private static List<String> add(int rows, int columns, int validRows, int validColumns) {
    Tile tile = Tile.of(Dtype.F32, rows, columns).valid(validRows, validColumns);
    return add(tile, tile, tile);
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
    List<String> expected = new ArrayList<>(List.of("loop", "vadd 100080808010101", "end"));
    // Destination 16 blocks, first source 12, second 10.
    expected.addAll(masked(0xFF, "vadd 4000a0c10010101"));
    assertThat(
            add(
                Tile.of(Dtype.F32, 4, 96).valid(4, 72),
                Tile.of(Dtype.F32, 4, 80).valid(4, 72),
                Tile.of(Dtype.F32, 4, 128).valid(4, 72)))
        .isEqualTo(expected);
  }

  private static List<String> unary(
      String operation, Tile source, Tile output, DoubleUnaryOperator meaning) {
    Grid a = Grid.mixed(source, new SplittableRandom(9));
    return words(
        new TileProgram(operation, output).input(source, a).match(Match.VALUES),
        Grid.of(output).fill((i, j) -> output.type().pattern(meaning.applyAsDouble(a.real(i, j)))));
  }

  @Test
  void unaryWordsHoldTwelveBitStrides() {
    Tile wide = Tile.of(Dtype.F32, 3, 2400).valid(3, 40);
    assertThat(unary("tabs", wide, wide.withColumns(64), Math::abs))
        .isEqualTo(masked((1L << 40) - 1, "vabs 30" + "12c0800010001"));
  }

  @Test
  void edgeE1EachOperandHasItsRepeatStride() {
    assertThat(add(4, 96, 4, 32)).contains("vadd 4000c0c0c010101");
  }

  @Test
  void edgeE2TheRepeatCountIsTheHighestByte() {
    assertThat(add(4, 64, 4, 64)).containsExactly("vadd 400080808010101");
  }

  @Test
  void edgeE3UnaryStridesDoNotOverlap() {
    Tile tile = Tile.of(Dtype.F32, 5, 64);
    // Destination stride 8 in bits 39:32 and source stride 8 in bits 51:40 (spec/40, section 9).
    assertThat(unary("trelu", tile, tile, x -> Math.max(x, 0)))
        .containsExactly("vrelu 500080800010001");
  }

  @ParameterizedTest
  @CsvSource({"f32, 16448, 16384", "f16, 32896, 32768"})
  void edgeE4RowsOfMoreThan255RepeatsInPlace(String element, int columns, int valid) {
    Dtype type = Dtype.of(element);
    Tile tile = Tile.of(type, 2, columns).valid(2, valid);
    Grid a = Grid.moderate(tile, new SplittableRandom(4));
    TileProgram program =
        new TileProgram("tadds", tile)
            .input(tile, a)
            .scalar(element, type.pattern(2))
            .match(Match.VALUES)
            .inPlace(0);
    assertThat(words(program, Grid.of(tile).fill((i, j) -> type.pattern(a.real(i, j) + 2))))
        .containsExactly("loop", "vadds ff00080800010001", "vadds 100080800010001", "end");
  }

  @Test
  void edgeE5TailsOfWidePitchesAreSplit() {
    Tile narrow = Tile.of(Dtype.F32, 4, 104).valid(4, 100);
    assertThat(add(narrow.withColumns(2400), narrow, narrow)).isNotEmpty();
  }

  @Test
  void edgeE6NothingIsEmittedForAnEmptyRegion() {
    assertThat(add(4, 64, 4, 0)).isEmpty();
  }

  @Test
  void edgeE7OddBytesStayInTheRow() {
    Tile tile = Tile.of(Dtype.I8, 2, 32).valid(2, 31);
    Grid a = Grid.mixed(tile, new SplittableRandom(7));
    Grid b = Grid.mixed(tile, new SplittableRandom(8));
    TileProgram program = new TileProgram("tand", tile).input(tile, a).input(tile, b).sharesLane();
    assertThat(words(program, Grid.of(tile).fill((i, j) -> a.get(i, j) & b.get(i, j))))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"tshls", "tshrs"})
  void edgeT1ScalarShiftsTakeMoreColumnsThanRows(String operation) {
    Tile tile = Tile.of(Dtype.I32, 3, 64);
    Grid a = Grid.mixed(tile, new SplittableRandom(1));
    LongBinaryOperator shift = operation.equals("tshls") ? (x, n) -> x << n : (x, n) -> x >> n;
    TileProgram program = new TileProgram(operation, tile).input(tile, a).constant("i32", 5);
    assertThat(words(program, Grid.of(tile).fill((i, j) -> shift.applyAsLong(a.integer(i, j), 5))))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"i16, 7, 15", "i8, 1, 8", "i16, 1, 40", "i32, -1, 31", "ui32, 1, 32", "i32, 1, -1"})
  void edgeT3ShiftsAreModular(String element, int value, int count) {
    Tile tile = Tile.of(Dtype.of(element), 2, 64);
    Grid a = Grid.of(tile).fill((i, j) -> value);
    Grid b = Grid.of(tile).fill((i, j) -> count);
    boolean empties = count < 0 || count >= tile.type().bits();
    Grid expected = Grid.of(tile).fill((i, j) -> empties ? 0 : (long) value << count);
    TileProgram program = new TileProgram("tshl", tile).input(tile, a).input(tile, b);
    assertThat(words(program, expected)).isNotEqualTo(words(program.options(BIT_SERIAL), expected));
  }

  @Test
  void edgeT4ShiftsByTileAreOneInstructionOrASequence() {
    Tile tile = Tile.of(Dtype.I32, 16, 64);
    Grid any = Grid.of(tile);
    TileProgram program = new TileProgram("tshl", tile).input(tile, any).input(tile, any);
    assertThat(program.repeats()).containsExactly("vshl 1000080808010101");
    assertThat(program.options(BIT_SERIAL).repeats())
        .noneMatch(line -> line.startsWith("vshl "))
        .contains("vnot 1000080800010001");
  }

  @ParameterizedTest
  @CsvSource({"lt", "gt", "le", "ge", "ne"})
  void edgeC2IntegerComparisonsAreNeverTakenForEquality(String mode) {
    Tile tile = Tile.of(Dtype.I32, 2, 64);
    TileProgram program =
        new TileProgram("tcmp", Tile.of(Dtype.UI8, 2, 32))
            .input(tile, Grid.of(tile))
            .input(tile, Grid.of(tile))
            .with("cmpMode = #pto<cmp " + mode + ">")
            .on(Profile.A2A3);
    assertThat(program.compileAuto().messages().toString())
        .contains("cmpMode " + mode + " does not exist for i32 on a2a3");
  }

  /** A manual program whose tiles fill UB: intermediate results must find room in its tmp tile. */
  @Test
  void aFullUnifiedBufferWorksThroughTheProgramsTmp() {
    String text =
        """
        func.func @k() attributes {pto.entry} {
          %a0 = arith.constant 0 : i64
          %a1 = arith.constant 61440 : i64
          %a2 = arith.constant 122880 : i64
          %a3 = arith.constant 184320 : i64
          %a4 = arith.constant 188416 : i64
          %t0 = pto.alloc_tile addr = %a0 : !pto.tile_buf<vec, 15x1024xf32>
          %t1 = pto.alloc_tile addr = %a1 : !pto.tile_buf<vec, 15x1024xf32>
          %t2 = pto.alloc_tile addr = %a2 : !pto.tile_buf<vec, 15x1024xf32>
          %t3 = pto.alloc_tile addr = %a3 : !pto.tile_buf<vec, 16x256xui8>
          %t4 = pto.alloc_tile addr = %a4 : !pto.tile_buf<vec, 1x1920xf32>
          pto.tprelu ins(%t0, %t1, %t3) outs(%t2)
          return
        }
        """;
    assertThat(Toolchain.compile(text, "k", CompileOptions.defaults(), Profile.A2A3).messages())
        .isEmpty();
  }
}
