package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/** The rows of spec/21, section 9, that concern A5, each with the inputs that show the fault. */
class EdgeTest {
  private static final int IMAGE = 192 * 1024;
  private static final List<Dtype> SORTED = List.of(Dtype.F32, Dtype.F16);

  private final SplittableRandom random = new SplittableRandom(21);

  private static void passes(Optional<String> problem) {
    assertThat(problem).isEmpty();
  }

  private static void rejects(Toolchain.Compiled compiled, String code) {
    assertThat(compiled.messages()).anyMatch(message -> message.startsWith("error " + code));
    assertThat(compiled.isRejected()).isTrue();
  }

  /** A sort with explicit physical widths; the destination has the records of whole blocks. */
  private SortMergeTest.Sort sort(Dtype type, int rows, int physical, int columns, int tmpColumns) {
    int width = Records.columns(type);
    Tile source = Tile.of(type, rows, physical).valid(rows, columns);
    Tile index = Tile.fitting(Dtype.UI32, rows, columns);
    Tile output = Tile.of(type, rows, physical * width).valid(rows, columns * width);
    Optional<Tile> tmp =
        tmpColumns == 0 ? Optional.empty() : Optional.of(Tile.of(type, 1, tmpColumns));
    Grid indices = Grid.of(index).fill((i, j) -> 100_000 - j);
    return new SortMergeTest.Sort(
        source, index, tmp, output, SortMergeTest.scores(source, random), indices);
  }

  private static void inImage(SortMergeTest.Sort sort) {
    passes(sort.program().image(IMAGE).image(sort.expected()));
  }

  @Test
  void edge_S1() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort sort = sort(type, 1, 16_320, 16_320, 0);
      passes(sort.program().manual(sort.expected()));
    }
  }

  @Test
  void edge_S2() {
    SortMergeTest.Sort sort = sort(Dtype.F32, 1, 8_160, 8_150, 32);
    inImage(sort);
    passes(sort.program().auto(sort.expected()));
  }

  @Test
  void edge_S3() {
    SortMergeTest.Sort sort = sort(Dtype.F16, 1, 16_320, 16_300, 32);
    passes(sort.program().manual(sort.expected()));
    passes(sort.program().auto(sort.expected()));
  }

  @Test
  void edge_S4() {
    SortMergeTest.Sort single = sort(Dtype.F32, 1, 8_160, 8_150, 8_160);
    passes(single.program().auto(single.expected()));
    SortMergeTest.Sort half = sort(Dtype.F16, 1, 16_320, 16_300, 64);
    passes(half.program().auto(half.expected()));
  }

  @Test
  void edge_S5() {
    for (int columns : new int[] {8_161, 8_176, 8_190, 8_191}) {
      SortMergeTest.Sort sort = sort(Dtype.F32, 1, 8_192, columns, 32);
      inImage(sort);
    }
  }

  @Test
  void edge_S6() {
    for (int tmp : new int[] {32, 2_112}) {
      inImage(sort(Dtype.F32, 1, 2_048, 2_041, tmp));
      inImage(sort(Dtype.F32, 1, 2_112, 2_084, tmp));
    }
    for (int tmp : new int[] {32, 4_096}) {
      inImage(sort(Dtype.F16, 1, 4_096, 4_081, tmp));
    }
  }

  @Test
  void edge_S7() {
    inImage(sort(Dtype.F16, 1, 48, 48, 32));
    inImage(sort(Dtype.F32, 2, 16, 13, 32));
  }

  /** Padding is a bit pattern below every number, also when all scores are very negative. */
  @Test
  void edge_S8() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort shape = sort(type, 2, 64, 45, 32);
      Grid scores =
          Grid.of(shape.source())
              .fill(
                  (i, j) ->
                      type.pattern(j % 3 == 0 ? Double.NEGATIVE_INFINITY : -type.greatestFinite()));
      SortMergeTest.Sort sort =
          new SortMergeTest.Sort(
              shape.source(), shape.index(), shape.tmp(), shape.output(), scores, shape.indices());
      inImage(sort);
    }
  }

  /** Small indices are subnormal as floats; they are compared as bits. */
  @Test
  void edge_S9() {
    SortMergeTest.Sort shape = sort(Dtype.F32, 1, 32, 32, 0);
    Grid indices = Grid.of(shape.index()).fill((i, j) -> j);
    Grid scores = Grid.of(shape.source()).fill((i, j) -> Dtype.F32.pattern(j));
    SortMergeTest.Sort sort =
        new SortMergeTest.Sort(
            shape.source(), shape.index(), Optional.empty(), shape.output(), scores, indices);
    Grid expected = sort.expected();
    assertThat(expected.get(0, 1)).isEqualTo(31);
    passes(sort.program().auto(expected));
  }

  /** A half record holds score, zero, low and high half of the index. */
  @Test
  void edge_S10() {
    SortMergeTest.Sort shape = sort(Dtype.F16, 1, 32, 32, 0);
    Grid indices = Grid.of(shape.index()).fill((i, j) -> 0xABCD0000L + j);
    Grid scores = Grid.of(shape.source()).fill((i, j) -> Dtype.F16.pattern(-j));
    Grid expected = Grid.of(shape.output());
    for (int j = 0; j < 32; j++) {
      expected.set(0, 4 * j, Dtype.F16.pattern(-j));
      expected.set(0, 4 * j + 2, j);
      expected.set(0, 4 * j + 3, 0xABCD);
    }
    passes(
        new SortMergeTest.Sort(
                shape.source(), shape.index(), Optional.empty(), shape.output(), scores, indices)
            .program()
            .auto(expected));
  }

  @Test
  void edge_S11() {
    inImage(sort(Dtype.F16, 1, 48, 48, 48));
    SortMergeTest.Sort automatic = sort(Dtype.F16, 1, 48, 48, 48);
    passes(automatic.program().auto(automatic.expected()));
  }

  @Test
  void edge_S12() {
    inImage(sort(Dtype.F16, 1, 48, 48, 32));
    inImage(sort(Dtype.F32, 1, 4_168, 4_164, 4_168));
    SortMergeTest.Sort small = sort(Dtype.F32, 2, 16, 13, 16);
    rejects(small.program().compileManual(), "PTO");
    Toolchain.Compiled automatic = small.program().compileAuto();
    assertThat(automatic.messages())
        .anyMatch(message -> message.startsWith("warning") && message.contains("scratch"));
    passes(small.program().auto(small.expected()));
  }

  /** A scratch tile is legal where it is not needed, and stays as it was. */
  @Test
  void edge_S13() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort sort = sort(type, 1, 64, 64, 0);
      Tile tmp = Tile.of(type, 1, 64);
      passes(
          sort.program().input(tmp, Grid.mixed(tmp, random)).image(IMAGE).image(sort.expected()));
    }
  }

  @Test
  void edge_S14() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort sort = sort(type, 1, 64, 33, 0);
      rejects(sort.program().compileManual(), "PTO");
      passes(sort.program().auto(sort.expected()));
    }
  }

  @Test
  void edge_S15() {
    Tile source = Tile.of(Dtype.F32, 4, 64);
    Tile output = Tile.of(Dtype.F32, 4, 128);
    Grid scores = SortMergeTest.scores(source, random);
    Tile three = Tile.of(Dtype.UI32, 3, 64);
    rejects(
        new TileProgram("tsort32", output)
            .input(source, scores)
            .input(three, Grid.of(three))
            .compileAuto(),
        "PTO");
    Tile one = Tile.of(Dtype.UI32, 1, 64);
    Grid indices = Grid.mixed(one, random);
    TileProgram broadcast =
        new TileProgram("tsort32", output).input(source, scores).input(one, indices);
    passes(broadcast.image(IMAGE).image(Records.sortedBlocks(output, scores, indices)));
  }

  @Test
  void edge_S16() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort shape = sort(type, 2, 64, 64, 0);
      Grid scores = Grid.of(shape.source()).fill((i, j) -> type.pattern(1.5));
      Grid expected = Records.sortedBlocks(shape.output(), scores, shape.indices());
      int first = type == Dtype.F32 ? 1 : 2;
      assertThat(expected.get(0, first)).isEqualTo(type.cut(100_000 - 31));
      passes(
          new SortMergeTest.Sort(
                  shape.source(),
                  shape.index(),
                  Optional.empty(),
                  shape.output(),
                  scores,
                  shape.indices())
              .program()
              .auto(expected));
    }
  }

  @Test
  void edge_S17() {
    for (Dtype type : SORTED) {
      long[] special = Grid.special(type);
      for (int tail : new int[] {1, 16, 31}) {
        for (long last : special) {
          SortMergeTest.Sort shape = sort(type, 1, 64, 32 + tail, 32);
          Grid scores =
              Grid.of(shape.source())
                  .fill((i, j) -> j == 31 + tail ? last : special[random.nextInt(special.length)]);
          Grid indices = Grid.of(shape.index()).fill((i, j) -> -1 - j / 2);
          inImage(
              new SortMergeTest.Sort(
                  shape.source(), shape.index(), shape.tmp(), shape.output(), scores, indices));
        }
      }
    }
  }

  /** The records of the last block leave no byte behind the tile. */
  @Test
  void edge_S18() {
    Tile source = Tile.of(Dtype.F16, 2, 112).valid(2, 100);
    Tile index = Tile.of(Dtype.UI32, 2, 104).valid(2, 100);
    Tile output = Tile.of(Dtype.F16, 2, 400);
    Tile tmp = Tile.of(Dtype.F16, 1, 128);
    Grid scores = SortMergeTest.scores(source, random);
    Grid indices = Grid.mixed(index, random);
    SortMergeTest.Sort sort =
        new SortMergeTest.Sort(source, index, Optional.of(tmp), output, scores, indices);
    inImage(sort);
  }

  @Test
  void edge_S19() {
    Tile source = Tile.of(Dtype.F32, 1, 104).valid(1, 100);
    Tile index = Tile.of(Dtype.UI32, 1, 104).valid(1, 100);
    Tile output = Tile.of(Dtype.F32, 1, 200);
    Tile tmp = Tile.of(Dtype.F32, 1, 32);
    Grid indices = Grid.mixed(index, random);
    SortMergeTest.Sort sort =
        new SortMergeTest.Sort(
            source, index, Optional.of(tmp), output, SortMergeTest.scores(source, random), indices);
    passes(sort.program().manual(sort.expected(), 0, 262_144 - index.bytes(), 4_096, 8_192));
    passes(sort.program().manual(sort.expected(), 262_144 - source.bytes(), 0, 4_096, 8_192));
    passes(sort.program().manual(sort.expected(), 0, 1_024, 4_096, 262_144 - output.bytes()));
  }

  @Test
  void edge_S20() {
    inImage(sort(Dtype.F16, 1, 64, 64, 0));
  }

  @Test
  void edge_S21() {
    for (Dtype type : SORTED) {
      int width = Records.columns(type);
      for (int columns : new int[] {64, 45}) {
        Tile source = Tile.of(type, 3, 96).valid(3, columns);
        Tile index = Tile.of(Dtype.UI32, 3, 128).valid(3, columns);
        Tile output = Tile.of(type, 3, 160 * width).valid(3, columns * width);
        Grid indices = Grid.mixed(index, random);
        SortMergeTest.Sort sort =
            new SortMergeTest.Sort(
                source,
                index,
                Optional.of(Tile.of(type, 1, 32)),
                output,
                SortMergeTest.scores(source, random),
                indices);
        inImage(sort);
      }
      for (int[] empty : new int[][] {{0, 64}, {3, 0}}) {
        Tile source = Tile.of(type, 3, 64).valid(empty[0], empty[1]).open();
        Tile index = source.as(Dtype.UI32);
        Tile output = Tile.of(type, 3, 64 * width).valid(empty[0], empty[1] * width).open();
        TileProgram program =
            new TileProgram("tsort32", output)
                .input(source, Grid.of(source))
                .input(index, Grid.of(index));
        program.input(Tile.of(type, 1, 32), new Grid(type, 1, 32));
        passes(program.image(IMAGE).image(Grid.of(output)));
      }
    }
  }

  @Test
  void edge_S22() {
    for (int rows : new int[] {16, 255, 256, 300}) {
      SortMergeTest.Sort sort = sort(Dtype.F32, rows, 32, 32, 0);
      passes(sort.program().auto(sort.expected()));
    }
  }

  @Test
  void edge_S23() {
    for (int columns : new int[] {33, 47, 48, 49, 63}) {
      SortMergeTest.Sort tight = SortMergeTest.fitting(Dtype.F16, 1, columns, 1, true, random);
      inImage(tight);
      inImage(sort(Dtype.F16, 1, 64, columns, 32));
    }
  }

  @Test
  void edge_S24() {
    for (Dtype type : SORTED) {
      SortMergeTest.Sort sort = sort(type, 1, 64, 45, 32);
      passes(sort.program().manual(sort.expected(), 0, 4_096, 262_144 - 32 * type.bytes(), 8_192));
    }
  }

  @Test
  void edge_S25() {
    for (Dtype type : SORTED) {
      for (int columns = 33; columns < 64; columns += 5) {
        inImage(sort(type, 3, 64, columns, 32));
      }
    }
  }

  @Test
  void edge_S26() {
    for (int[] shape : new int[][] {{32, 64}, {48, 96}}) {
      Tile source = Tile.of(Dtype.F16, 1, shape[0]);
      Tile index = Tile.fitting(Dtype.UI32, 1, shape[0]);
      Tile output = Tile.of(Dtype.F16, 1, shape[1]);
      TileProgram program =
          new TileProgram("tsort32", output)
              .input(source, Grid.of(source))
              .input(index, Grid.of(index));
      rejects(program.compileAuto(), "PTO");
    }
  }

  // Merging.

  private static TileProgram blocks(Dtype type, int columns, int blockLength) {
    Tile tile = Tile.of(type, 1, columns);
    return new TileProgram("tmrgsort", tile)
        .input(tile, Grid.of(tile))
        .constant("i32", blockLength);
  }

  @Test
  void edge_M1() {
    rejects(blocks(Dtype.F32, 384, 64).compileAuto(), "PTO");
  }

  @Test
  void edge_M2() {
    rejects(blocks(Dtype.F16, 65_536, 64).compileManual(), "PTO");
  }

  @Test
  void edge_M3() {
    Tile list = Tile.of(Dtype.F32, 1, 64);
    TransferTest.ViewText text = new TransferTest.ViewText();
    Tile output = Tile.of(Dtype.F32, 1, 136);
    text.alloc("a", list.spelling(), list);
    text.alloc("b", list.spelling(), list);
    text.alloc("d", output.spelling(), output);
    text.line(
        "pto.tmrgsort ins(%a, %b {exhausted = false} : "
            + list.spelling()
            + ", "
            + list.spelling()
            + ") outs(%d, %ex : "
            + output.spelling()
            + ", vector<4xi16>)");
    rejects(Toolchain.compile(text.toString(), "k"), "PTO");
  }

  @Test
  void edge_M4() {
    rejects(blocks(Dtype.F32, 32_768, 8_192).compileAuto(), "PTO");
  }

  // Shifts.

  private static void shifts(Dtype type, long[] counts, LongUnaryOperator expected) {
    Tile tile = Tile.fitting(type, 1, counts.length);
    Grid values = Grid.of(tile).fill((i, j) -> -3);
    Grid amount = Grid.row(type, counts);
    Grid result = Grid.of(tile).fill((i, j) -> expected.applyAsLong(counts[j]));
    passes(new TileProgram("tshl", tile).input(tile, values).input(tile, amount).image(result));
  }

  @Test
  void edge_T2() {
    shifts(
        Dtype.I32,
        new long[] {0, 1, 31, 32, 33, -1, 255},
        count -> count < 0 || count > 31 ? 0 : -3L << count);
    shifts(Dtype.I8, new long[] {7, 8}, count -> count > 7 ? 0 : -3L << count);
    shifts(Dtype.UI8, new long[] {200}, count -> 0);
    shifts(Dtype.UI16, new long[] {0x8000}, count -> 0);
  }

  // Elementwise.

  /**
   * The last vector of a tile at the end of UB is not read beyond it, for one operation of every
   * family.
   */
  @Test
  void edge_E8() {
    Tile tile = Tile.of(Dtype.I32, 1, 8);
    Grid a = Grid.mixed(tile, random);
    Grid b = Grid.mixed(tile, random);
    passes(
        new TileProgram("tadd", tile)
            .input(tile, a)
            .input(tile, b)
            .atEnd()
            .image(Grid.of(tile).fill((i, j) -> a.get(i, j) + b.get(i, j))));
    for (Dtype type : Dtype.list("i8 i16 i32 f32")) {
      for (int[] shape : new int[][] {{1, 1, 1}, {3, 1, 5}, {2, 3, 70}}) {
        atEnd(type, shape[0], shape[1] * type.block(), Math.min(shape[1] * type.block(), shape[2]));
      }
    }
  }

  private void atEnd(Dtype type, int rows, int physical, int columns) {
    Tile tile = Tile.of(type, rows, physical).valid(rows, columns);
    Grid a = Grid.moderate(tile, random);
    passes(
        new TileProgram("tabs", tile)
            .input(tile, a)
            .atEnd()
            .image(
                Grid.of(tile)
                    .fill(
                        (i, j) ->
                            type.isFloat()
                                ? type.pattern(Math.abs(a.real(i, j)))
                                : Math.abs(a.integer(i, j)))));
    Tile mask = Tile.of(Dtype.I8, rows, 32);
    Grid bits = Grid.mixed(mask, random);
    Tile tmp = Tile.of(Dtype.I32, 1, 8);
    passes(
        new TileProgram("tsel", tile)
            .input(mask, bits)
            .input(tile, a)
            .input(tile, a)
            .input(tmp, Grid.of(tmp))
            .atEnd()
            .image(a));
    passes(new TileProgram("tpartmax", tile).input(tile, a).input(tile, a).atEnd().image(a));
    Tile carrier = Tile.of(type, rows, type.block()).valid(rows, 1);
    Grid first = Grid.of(carrier).fill((i, j) -> a.get(i, 0));
    passes(
        new TileProgram("trowexpand", tile)
            .input(carrier, first)
            .atEnd()
            .image(Grid.of(tile).fill((i, j) -> first.get(i, 0))));
    Tile line = Tile.of(type, 1, physical).valid(1, columns);
    Grid row = Grid.moderate(line, random);
    passes(
        new TileProgram("tcolexpand", tile)
            .input(line, row)
            .atEnd()
            .image(Grid.of(tile).fill((i, j) -> row.get(0, j))));
    Tile packed = Tile.of(Dtype.UI8, rows, 64);
    Grid all = Grid.of(packed);
    Grid zeros = Grid.of(tile);
    fillMask(all, columns, type);
    passes(
        new TileProgram("tcmp", packed)
            .input(tile, a)
            .input(tile, a)
            .with("cmpMode = #pto<cmp eq>")
            .touchesPadding()
            .atEnd()
            .image(all));
    passes(
        new TileProgram("tcmp", packed)
            .input(tile, zeros)
            .input(tile, zeros)
            .with("cmpMode = #pto<cmp ne>")
            .touchesPadding()
            .atEnd()
            .image(released(Grid.of(packed), columns, type)));
    reductionsAtEnd(type, tile, a);
    if (type == Dtype.F32) {
      conversionsAtEnd(tile);
    }
  }

  private static void fillMask(Grid mask, int columns, Dtype type) {
    released(mask, columns, type);
    for (int i = 0; i < mask.rows(); i++) {
      for (int j = 0; j < columns; j++) {
        mask.set(i, j / 8, mask.get(i, j / 8) | 1L << j % 8);
      }
    }
  }

  private static Grid released(Grid mask, int columns, Dtype type) {
    int group = type.bits() == 8 ? 256 : 128;
    int written = (columns + group - 1) / group * group / 8;
    for (int i = 0; i < mask.rows(); i++) {
      for (int k = written; k < mask.columns(); k++) {
        mask.release(i, k);
      }
    }
    return mask;
  }

  private void reductionsAtEnd(Dtype type, Tile tile, Grid a) {
    Tile column = Tile.of(type, tile.rows(), type.block()).valid(tile.rows(), 1);
    Grid greatest =
        Grid.of(column)
            .fill(
                (i, j) -> {
                  long best = a.get(i, 0);
                  for (int k = 1; k < a.columns(); k++) {
                    boolean better =
                        type.isFloat()
                            ? a.real(i, k) > type.real(best)
                            : a.integer(i, k) > type.integer(best);
                    best = better ? a.get(i, k) : best;
                  }
                  return best;
                });
    passes(
        new TileProgram("trowmax", column)
            .input(tile, a)
            .match(Match.VALUES)
            .atEnd()
            .image(greatest));
    Tile line = Tile.of(type, 1, tile.columns()).valid(1, tile.validColumns());
    Grid same = Grid.of(tile).fill((i, j) -> a.get(0, j));
    Grid top = Grid.of(line).fill((i, j) -> a.get(0, j));
    passes(
        new TileProgram("tcolmax", line).input(tile, same).match(Match.VALUES).atEnd().image(top));
    Tile indices = line.as(Dtype.I32);
    if (indices.columns() % 8 == 0) {
      Tile tmp = Tile.of(type, 1, type.block());
      passes(
          new TileProgram("tcolargmax", indices)
              .input(tile, same)
              .input(tmp, Grid.of(tmp))
              .atEnd()
              .image(Grid.of(indices)));
    }
  }

  /** Widening loads take part of a vector, narrowing ones all of it. */
  private void conversionsAtEnd(Tile tile) {
    for (String pair : List.of("i8 i16", "i8 i32", "i16 i32", "i32 i64", "i64 i32", "i32 i16")) {
      Dtype from = Dtype.of(pair.substring(0, pair.indexOf(' ')));
      Dtype to = Dtype.of(pair.substring(pair.indexOf(' ') + 1));
      Tile source =
          Tile.of(from, tile.rows(), from.block())
              .valid(
                  tile.rows(), Math.min(tile.validColumns(), Math.min(from.block(), to.block())));
      Tile output =
          Tile.of(to, tile.rows(), to.block()).valid(source.validRows(), source.validColumns());
      Grid data = Grid.of(source).fill((i, j) -> random.nextInt(-100, 100));
      passes(
          new TileProgram("tcvt", output)
              .input(source, data)
              .atEnd()
              .image(Grid.of(output).fill((i, j) -> data.integer(i, j))));
      passes(
          new TileProgram("tcvt", output)
              .input(source, data)
              .manual(
                  Grid.of(output).fill((i, j) -> data.integer(i, j)), 262_144 - source.bytes(), 0));
    }
  }

  @Test
  void edge_E9() {
    TransferTest.ViewText text = new TransferTest.ViewText();
    String type = "!pto.tile_buf<vec, 4x64xf32, compact=row_plus_one>";
    Tile tile = Tile.of(Dtype.F32, 4, 64);
    text.alloc("a", type, tile);
    text.line("pto.tadd ins(%a, %a : " + type + ", " + type + ") outs(%a : " + type + ")");
    rejects(Toolchain.compile(text.toString(), "k"), "PTO");
  }

  // Comparison.

  @Test
  void edge_C1() {
    Tile first = Tile.of(Dtype.F32, 2, 128);
    Tile second = Tile.of(Dtype.F32, 2, 192).valid(2, 128);
    Tile mask = Tile.of(Dtype.UI8, 2, 32);
    Grid a = Grid.moderate(first, random);
    Grid b = Grid.moderate(second, random);
    Grid expected = released(Grid.of(mask), 128, Dtype.F32);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 128; j++) {
        if (a.real(i, j) < b.real(i, j)) {
          expected.set(i, j / 8, expected.get(i, j / 8) | 1L << j % 8);
        }
      }
    }
    passes(
        new TileProgram("tcmp", mask)
            .input(first, a)
            .input(second, b)
            .with("cmpMode = #pto<cmp lt>")
            .touchesPadding()
            .image(expected));
  }

  @Test
  void edge_C3() {
    for (Dtype type : Dtype.list("i8 i16 f32")) {
      Tile tile = Tile.fitting(type, 1, 12);
      Tile mask = Tile.of(Dtype.UI8, 1, 32);
      Grid a = Grid.moderate(tile, random);
      Grid expected = Grid.of(mask);
      fillMask(expected, 12, type);
      passes(
          new TileProgram("tcmp", mask)
              .input(tile, a)
              .input(tile, a)
              .with("cmpMode = #pto<cmp eq>")
              .touchesPadding()
              .image(expected));
    }
  }

  // Remainders, reductions, fills.

  @Test
  void edge_R1() {
    Tile tile = Tile.of(Dtype.I32, 1, 8).valid(1, 2);
    Tile tmp = Tile.of(Dtype.I32, 2, 64);
    TileProgram program =
        new TileProgram("trem", tile)
            .input(tile, Grid.row(Dtype.I32, -7, 7))
            .input(tile, Grid.row(Dtype.I32, 3, -3))
            .input(tmp, Grid.of(tmp));
    passes(program.auto(Grid.row(Dtype.I32, 2, -2)));
  }

  @Test
  void edge_R2() {
    for (Dtype type : Dtype.list("f16 f32")) {
      long lowest = type.pattern(Double.NEGATIVE_INFINITY);
      Tile tile = Tile.of(type, 2, 96).valid(2, 95);
      Grid data = Grid.of(tile).fill((i, j) -> lowest);
      Tile column = Tile.of(type, 2, type.block()).valid(2, 1);
      passes(
          new TileProgram("trowmax", column)
              .input(tile, data)
              .auto(Grid.of(column).fill((i, j) -> lowest)));
      Tile part = tile.valid(1, 95);
      Grid other = Grid.of(part).fill((i, j) -> lowest);
      passes(new TileProgram("tpartmax", tile).input(tile, data).input(part, other).auto(data));
      passes(new TileProgram("tpartmax", tile).input(part, other).input(tile, data).auto(data));
    }
  }

  @Test
  void edge_R3() {
    for (Dtype type : Dtype.list("i8 i16 i32 f16 f32")) {
      Tile tile = Tile.of(type, 3, 64).valid(3, 63);
      Tile column = Tile.of(type, 3, type.block()).valid(3, 1);
      for (int sign : new int[] {-1, 1}) {
        Grid data =
            Grid.of(tile)
                .fill((i, j) -> type.isFloat() ? type.pattern(sign * (j + 2)) : sign * (j + 2));
        String name = sign < 0 ? "trowmax" : "trowmin";
        long expected = type.isFloat() ? type.pattern(2 * sign) : type.cut(2 * sign);
        passes(
            new TileProgram(name, column)
                .input(tile, data)
                .image(Grid.of(column).fill((i, j) -> expected)));
      }
    }
  }

  @Test
  void edge_F1() {
    Tile source = Tile.of(Dtype.F32, 2, 64).valid(2, 63);
    Tile output = Tile.of(Dtype.F32, 2, 64).padded("max");
    Grid data = Grid.moderate(source, random);
    for (boolean infinite : new boolean[] {false, true}) {
      CompileOptions options = CompileOptions.defaults().set(CodeSwitch.INFINITE_PADDING, infinite);
      long padding = infinite ? 0x7F800000L : 0x7F7FFFFFL;
      Grid expected = Grid.of(output).fill((i, j) -> j < 63 ? data.get(i, j) : padding);
      passes(
          new TileProgram("tfillpad", output).input(source, data).options(options).auto(expected));
    }
  }

  /** The rows above are all of the list that A5 can reach. */
  @Test
  void everyRowHasATest() {
    List<String> names =
        Arrays.stream(EdgeTest.class.getDeclaredMethods()).map(method -> method.getName()).toList();
    for (int i = 1; i <= 26; i++) {
      assertThat(names).contains("edge_S" + i);
    }
    assertThat(names)
        .contains(
            "edge_M1", "edge_M2", "edge_M3", "edge_M4", "edge_T2", "edge_E8", "edge_E9", "edge_C1",
            "edge_C3", "edge_R1", "edge_R2", "edge_R3", "edge_F1");
  }
}
