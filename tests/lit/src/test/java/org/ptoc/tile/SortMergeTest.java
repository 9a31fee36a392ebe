package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** tsort32 and tmrgsort of spec/20, 5.1 and 5.2. */
class SortMergeTest {
  private static final int SORT_IMAGE = 188 * 1024;

  /** Tiles and data of one sort. */
  record Sort(Tile source, Tile index, Optional<Tile> tmp, Tile output, Grid scores, Grid indices) {
    TileProgram program() {
      TileProgram program =
          new TileProgram("tsort32", output)
              .input(source, scores)
              .input(index, indices)
              .touchesPadding();
      tmp.ifPresent(tile -> program.input(tile, Grid.of(tile)).destroysLast());
      return program;
    }

    Grid expected() {
      return Records.sortedBlocks(output, scores, indices);
    }
  }

  static Grid scores(Tile tile, RandomGenerator random) {
    int kind = random.nextInt(3);
    return Grid.of(tile)
        .fill(
            (i, j) ->
                switch (kind) {
                  case 0 -> tile.type().pattern(random.nextInt(-3, 3));
                  case 1 -> Grid.special(tile.type())[random.nextInt(17)];
                  default -> Grid.moderate(tile.type(), random);
                });
  }

  /** A sort with tiles that just fit. */
  static Sort fitting(
      Dtype type, int rows, int columns, int indexRows, boolean withTmp, RandomGenerator random) {
    Tile source = Tile.fitting(type, rows, columns);
    Tile index = Tile.fitting(Dtype.UI32, indexRows, columns);
    Tile output = Tile.fitting(type, rows, columns * Records.columns(type));
    Optional<Tile> tmp = withTmp ? Optional.of(Tile.of(type, 1, 32)) : Optional.empty();
    Grid indices =
        Grid.of(index).fill((i, j) -> random.nextInt(4) == 0 ? random.nextInt() : 1000 - j);
    return new Sort(source, index, tmp, output, scores(source, random), indices);
  }

  @TestFactory
  Stream<DynamicTest> sort() {
    return Sweep.tests("tsort32", "f32 f16", "f32 f16", SortMergeTest::sort);
  }

  private static void sort(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] shapes = {
      {1, 32, 1},
      {1, 64, 1},
      {2, 32, 2},
      {16, 32, 16},
      {2, 64, 1},
      {16, 64, 1},
      {1, 8160, 1},
      {2, 13, 2},
      {1, 4164, 1},
      {2, 2084, 2},
      {2, 100, 2},
      {4, 64, 4},
      {3, 33, 1},
      {3, 1, 3},
      {5, 31, 5},
      {3, 96, 3},
      {1, 127, 1}
    };
    for (int[] shape : shapes) {
      boolean tail = shape[1] % 32 != 0;
      Sort sort = fitting(type, shape[0], shape[1], shape[2], tail, random);
      sweep.image(sort.program().image(SORT_IMAGE), sort.expected());
      Sort automatic = fitting(type, shape[0], shape[1], shape[2], false, random);
      sweep.auto(automatic.program(), automatic.expected());
      if (shape[1] <= 128) {
        Sort open = open(fitting(type, shape[0], shape[1], shape[2], true, random));
        sweep.image(open.program().image(SORT_IMAGE), open.expected());
        sweep.auto(open.program(), open.expected());
      }
    }
    sweep.finish();
  }

  private static Sort open(Sort sort) {
    return new Sort(
        sort.source.open(),
        sort.index.open(),
        sort.tmp,
        sort.output.open(),
        sort.scores,
        sort.indices);
  }

  // Merging.

  private static List<Records.Entry> list(Dtype type, int length, RandomGenerator random) {
    List<Records.Entry> entries = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      long score =
          random.nextInt(2) == 0
              ? type.pattern(random.nextInt(-20, 20))
              : Grid.moderate(type, random);
      entries.add(new Records.Entry(score, random.nextInt() & 0xFFFFFFFFL));
    }
    return Records.sorted(type, entries);
  }

  private static void write(Grid grid, int at, List<Records.Entry> entries) {
    for (int i = 0; i < entries.size(); i++) {
      Records.put(grid, 0, at + i, entries.get(i));
    }
  }

  @TestFactory
  Stream<DynamicTest> mergeBlocks() {
    return Sweep.tests("tmrgsort blocks", "f32 f16", "f32 f16", SortMergeTest::mergeBlocks);
  }

  private static void mergeBlocks(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    for (int[] shape : new int[][] {{64, 1}, {64, 5}, {128, 3}, {1024, 2}, {4096, 1}, {64, 100}}) {
      int columns = 4 * shape[0] * shape[1];
      int records = shape[0] / Records.columns(type);
      if (columns * type.bytes() > (sweep.isA5() ? 110_000 : 90_000)) {
        continue;
      }
      Tile tile = Tile.of(type, 1, columns);
      Grid source = Grid.of(tile);
      Grid expected = Grid.of(tile);
      for (int group = 0; group < shape[1]; group++) {
        List<List<Records.Entry>> lists = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
          lists.add(list(type, records, random));
          write(source, (4 * group + k) * records, lists.getLast());
        }
        write(expected, 4 * group * records, Records.merged(type, lists, false, new int[4]));
      }
      TileProgram program = new TileProgram("tmrgsort", tile).input(tile, source).touchesPadding();
      sweep.image(program.constant("i32", shape[0]), expected);
      sweep.auto(program, expected);
      TileProgram dynamic =
          new TileProgram("tmrgsort", tile.open()).input(tile.open(), source).touchesPadding();
      sweep.image(dynamic.scalar("i32", shape[0]), expected);
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> mergeLists() {
    return Sweep.tests("tmrgsort lists", "f32 f16", "f32 f16", SortMergeTest::mergeLists);
  }

  private static void mergeLists(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int[][] lengths = {
      {64, 64}, {32, 96, 64}, {32, 64, 96, 128}, {7, 100}, {4095, 16}, {1, 1, 1, 1}
    };
    for (int[] shape : lengths) {
      for (boolean exhausted : new boolean[] {false, true}) {
        for (boolean withTmp : new boolean[] {false, true}) {
          sweep.add(mergeLists(sweep.profile(), type, shape, exhausted, withTmp, random));
        }
      }
    }
    sweep.finish();
  }

  /** Merges lists and stores the counts that the merge unit reports behind the records. */
  private static Optional<String> mergeLists(
      Profile profile,
      Dtype type,
      int[] lengths,
      boolean exhausted,
      boolean withTmp,
      RandomGenerator random) {
    TransferTest.ViewText text = new TransferTest.ViewText();
    List<List<Records.Entry>> lists = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> types = new ArrayList<>();
    int width = Records.columns(type);
    int physical = 0;
    int total = 0;
    for (int i = 0; i < lengths.length; i++) {
      Tile tile = Tile.fitting(type, 1, lengths[i] * width);
      Grid data = Grid.of(tile);
      lists.add(list(type, lengths[i], random));
      write(data, 0, lists.getLast());
      byte[] bytes = new byte[tile.bytes()];
      data.store(bytes, 0, tile);
      View view = View.dense(type, List.of(1, tile.validColumns()));
      text.parameter("p" + i, "!pto.ptr<" + type + ">", new Argument.Buffer(bytes));
      text.view("q" + i, "%p" + i, view);
      text.alloc("t" + i, tile.spelling(), tile);
      text.line(
          "pto.tload ins(%q"
              + i
              + " : "
              + view.windowType()
              + ") outs(%t"
              + i
              + " : "
              + tile.spelling()
              + ")");
      names.add("%t" + i);
      types.add(tile.spelling());
      physical += tile.columns();
      total += lengths[i];
    }
    if (withTmp) {
      Tile tmp = Tile.of(type, 1, physical);
      text.alloc("tmp", tmp.spelling(), tmp);
      names.add("%tmp");
      types.add(tmp.spelling());
    }
    Tile output = Tile.fitting(type, 1, total * width);
    View view = View.dense(type, List.of(1, output.validColumns()));
    text.parameter("out", "!pto.ptr<" + type + ">", new Argument.Buffer(new byte[total * 8]));
    text.parameter("counts", "!pto.ptr<i16>", new Argument.Buffer(new byte[8]));
    text.view("w", "%out", view);
    text.alloc("d", output.spelling(), output);
    text.line(
        "pto.tmrgsort ins("
            + String.join(", ", names)
            + " {exhausted = "
            + exhausted
            + "} : "
            + String.join(", ", types)
            + ") outs(%d, %ex : "
            + output.spelling()
            + ", vector<4xi16>)");
    text.line("%n0, %n1, %n2, %n3 = pto.get_vms4_sr : i16, i16, i16, i16");
    for (int i = 0; i < 4; i++) {
      text.line(
          "pto.store_scalar %n"
              + i
              + ", %counts["
              + text.constant("index", i)
              + "] : !pto.ptr<i16>, i16");
    }
    text.line(
        "pto.tstore ins(%d : " + output.spelling() + ") outs(%w : " + view.windowType() + ")");
    int[] taken = new int[lengths.length];
    List<Records.Entry> merged = Records.merged(type, lists, exhausted, taken);
    return check(
        profile,
        type,
        text,
        merged,
        taken,
        java.util.Arrays.toString(lengths)
            + (exhausted ? " exhausted" : "")
            + (withTmp ? " tmp" : ""));
  }

  private static Optional<String> check(
      Profile profile,
      Dtype type,
      TransferTest.ViewText text,
      List<Records.Entry> merged,
      int[] taken,
      String title) {
    Toolchain.Compiled compiled =
        Toolchain.compile(text.toString(), "k", CompileOptions.defaults(), profile);
    if (compiled.isRejected()) {
      return Optional.of(title + "\nrejected " + compiled.messages());
    }
    RunResult result = Toolchain.run(compiled, text.arguments(), (byte) 0x11);
    if (!(result instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
      return Optional.of(title + "\n" + result);
    }
    Grid expected = new Grid(type, 1, merged.size() * Records.columns(type));
    write(expected, 0, merged);
    byte[] out = buffers.get(buffers.size() - 2);
    for (int i = 0; i < expected.columns(); i++) {
      if (Grid.take(out, i * type.bytes(), type.bytes()) != expected.get(0, i)) {
        return Optional.of(title + "\nrecord " + i / Records.columns(type) + " differs");
      }
    }
    for (int i = 0; i < taken.length; i++) {
      if (Grid.take(buffers.getLast(), 2 * i, 2) != taken[i]) {
        return Optional.of(
            title
                + "\ncount "
                + i
                + " is "
                + Grid.take(buffers.getLast(), 2 * i, 2)
                + " instead of "
                + taken[i]);
      }
    }
    return Optional.empty();
  }
}
