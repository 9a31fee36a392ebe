package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/**
 * tload and tstore of spec/20, 8.1 and 8.2: layouts, one to five dimensions, gaps, offsets, pads,
 * windows larger than the tile.
 */
class TransferTest {
  private static final String TYPES = "i8 ui8 i16 ui16 i32 ui32 i64 f16 bf16 f32";

  @TestFactory
  Stream<DynamicTest> layouts() {
    return Stream.of(View.Map.values())
        .flatMap(
            map ->
                Sweep.tests(
                    "tload, tstore " + map,
                    TYPES,
                    TYPES,
                    (type, sweep) -> layout(map, type, sweep)));
  }

  private static void layout(View.Map map, Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(map.ordinal() * 100 + type.ordinal());
    for (int rank = map == View.Map.NZ ? 5 : map == View.Map.DN ? 2 : 1; rank <= 5; rank++) {
      for (int i = 0; i < (Sweep.isExhaustive() ? 40 : 5); i++) {
        Setting setting = map == View.Map.NZ ? boxed(type, random) : plain(map, type, rank, random);
        sweep.add(
            setting
                .on(sweep.profile())
                .run(i % 2 == 1 && map != View.Map.NZ, i == 2 && map != View.Map.NZ, random));
      }
    }
    sweep.finish();
  }

  /** A tile with the views it comes from and goes to. */
  private record Setting(
      Profile profile, View.Map map, View from, View to, Tile tile, String extraKeys) {
    Setting(View.Map map, View from, View to, Tile tile, String extraKeys) {
      this(Profile.A5, map, from, to, tile, extraKeys);
    }

    Setting on(Profile other) {
      return new Setting(other, map, from, to, tile, extraKeys);
    }

    String type() {
      String spelling = tile.spelling();
      return spelling.substring(0, spelling.length() - 1) + extraKeys + ">";
    }

    Optional<String> run(boolean openTile, boolean openViews, RandomGenerator random) {
      Setting used =
          new Setting(
              profile,
              map,
              openViews ? from.opened() : from,
              openViews ? to.opened() : to,
              openTile ? tile.open() : tile,
              extraKeys);
      byte[] source = new byte[from.elements() * from.type().bytes()];
      byte[] target = new byte[to.elements() * to.type().bytes()];
      for (int i = 0; i < source.length; i++) {
        source[i] = (byte) random.nextInt();
      }
      for (int i = 0; i < target.length; i++) {
        target[i] = (byte) random.nextInt();
      }
      byte[] expected = target.clone();
      int bytes = from.type().bytes();
      for (int i = 0; i < tile.validRows(); i++) {
        for (int j = 0; j < tile.validColumns(); j++) {
          long value = Grid.take(source, from.element(map, i, j) * bytes, bytes);
          Grid.put(expected, to.element(map, i, j) * bytes, value, bytes);
        }
      }
      return used.compare(source, target, expected);
    }

    private Optional<String> compare(byte[] source, byte[] target, byte[] expected) {
      ViewText text = new ViewText();
      text.parameter("in", "!pto.ptr<" + from.type() + ">", new Argument.Buffer(source));
      text.parameter("out", "!pto.ptr<" + to.type() + ">", new Argument.Buffer(target));
      text.view("a", "%in", from);
      text.view("b", "%out", to);
      text.alloc("t", type(), tile);
      text.line("pto.tload ins(%a : " + from.windowType() + ") outs(%t : " + type() + ")");
      text.line("pto.tstore ins(%t : " + type() + ") outs(%b : " + to.windowType() + ")");
      String title = tile + extraKeys + " from " + from + " to " + to;
      Toolchain.Compiled compiled =
          Toolchain.compile(text.toString(), "k", CompileOptions.defaults(), profile);
      if (compiled.isRejected()) {
        return Optional.of(title + "\nrejected " + compiled.messages());
      }
      RunResult result = Toolchain.run(compiled, text.arguments(), (byte) 0x5A);
      if (!(result
          instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
        return Optional.of(title + "\n" + result);
      }
      int at = java.util.Arrays.mismatch(buffers.get(1), expected);
      return at < 0
          ? Optional.empty()
          : Optional.of(title + "\nbyte " + at + " of " + expected.length + " differs");
    }
  }

  private static List<Integer> extents(int rank, RandomGenerator random) {
    List<Integer> extents = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      extents.add(random.nextInt(1, i >= rank - 2 ? 20 : 4));
    }
    return extents;
  }

  private static int product(List<Integer> extents, int from, int to) {
    int product = 1;
    for (int i = Math.max(0, from); i < to; i++) {
      product *= extents.get(i);
    }
    return product;
  }

  private static Setting plain(View.Map map, Dtype type, int rank, RandomGenerator random) {
    List<Integer> extents = extents(rank, random);
    boolean nd = map == View.Map.ND;
    int last = extents.getLast();
    int rows = nd ? product(extents, 0, rank - 1) : extents.get(rank - 2);
    int columns = nd ? last : last * product(extents, 0, rank - 2);
    int validRows = random.nextInt(3) == 0 ? random.nextInt(1, rows + 1) : rows;
    int validColumns = random.nextInt(3) == 0 ? random.nextInt(1, columns + 1) : columns;
    int adjacent = nd ? rank - 1 : rank - 2;
    View from =
        random.nextInt(3) == 0 && nd
            ? View.dense(type, extents)
            : View.random(type, extents, adjacent, random);
    // A store takes a view of as many elements as are valid, a load one of at least as many.
    boolean whole = validRows == rows && validColumns == columns;
    View to =
        whole
            ? View.random(type, extents, adjacent, random)
            : View.random(type, List.of(validRows, validColumns), nd ? 1 : 0, random);
    int block = type.block();
    int wide = (columns + block - 1) / block * block;
    int tall = (rows + block - 1) / block * block;
    Tile tile = nd ? Tile.of(type, rows, wide) : Tile.of(type, tall, columns).byColumns();
    return new Setting(map, from, to, tile.valid(validRows, validColumns), "");
  }

  private static Setting boxed(Dtype type, RandomGenerator random) {
    int columns = type.block();
    List<Integer> extents =
        List.of(random.nextInt(1, 3), random.nextInt(1, 4), random.nextInt(1, 4), 16, columns);
    View from = View.random(type, extents, 4, random);
    View to =
        random.nextBoolean() ? View.dense(type, extents) : View.random(type, extents, 4, random);
    Tile tile = Tile.of(type, extents.get(2) * 16, extents.get(0) * extents.get(1) * columns);
    return new Setting(View.Map.NZ, from, to, tile, ", blayout=col_major, slayout=row_major");
  }

  // Storage layout and padding.

  @TestFactory
  Stream<DynamicTest> storage() {
    return Sweep.tests("tile storage", TYPES, TYPES, TransferTest::storage);
  }

  /**
   * A tile that is loaded lies in the unified buffer as spec/20, 1.3 says; columns up to the next
   * block take the pad value.
   */
  private static void storage(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int block = type.block();
    for (String pad : type.bits() == 64 ? List.of("", "zero") : List.of("", "zero", "max", "min")) {
      for (int columns : new int[] {1, block - 1, block, block + 1, 3 * block - 2}) {
        int width = (columns + block - 1) / block * block + block;
        Tile tile = Tile.of(type, 5, width).valid(4, columns).padded(pad);
        sweep.add(padded(sweep.profile(), tile, random));
        sweep.add(padded(sweep.profile(), tile.open(), random));
      }
    }
    sweep.finish();
  }

  private static Optional<String> padded(Profile profile, Tile tile, RandomGenerator random) {
    Dtype type = tile.type();
    View view = View.random(type, List.of(6, tile.validColumns() + 3), 1, random);
    byte[] source = new byte[view.elements() * type.bytes()];
    byte[] image = new byte[64 * 256];
    for (int i = 0; i < source.length; i++) {
      source[i] = (byte) random.nextInt();
    }
    for (int i = 0; i < image.length; i++) {
      image[i] = (byte) random.nextInt();
    }
    int address = 32 * random.nextInt(1, 200);
    byte[] expected = image.clone();
    int block = type.block();
    int filled =
        tile.padding().isEmpty()
            ? tile.validColumns()
            : (tile.validColumns() + block - 1) / block * block;
    for (int i = 0; i < tile.validRows(); i++) {
      for (int j = 0; j < filled; j++) {
        long value =
            j < tile.validColumns()
                ? Grid.take(source, view.element(View.Map.ND, i, j) * type.bytes(), type.bytes())
                : pad(type, tile.padding());
        Grid.put(expected, address + tile.offset(i, j), value, type.bytes());
      }
    }
    ViewText text = new ViewText();
    Tile whole = Tile.of(Dtype.I8, 64, 256);
    View wholeView = View.dense(Dtype.I8, List.of(64, 256));
    text.parameter("in", "!pto.ptr<" + type + ">", new Argument.Buffer(source));
    text.parameter("image", "!pto.ptr<i8>", new Argument.Buffer(image));
    text.parameter("after", "!pto.ptr<i8>", new Argument.Buffer(new byte[image.length]));
    text.view("a", "%in", view);
    text.view("b", "%image", wholeView);
    text.view("c", "%after", wholeView);
    text.allocAt("ub", whole.spelling(), whole, 0);
    text.allocAt("t", tile.spelling(), tile, address);
    text.line(
        "pto.tload ins(%b : " + wholeView.windowType() + ") outs(%ub : " + whole.spelling() + ")");
    text.line("pto.barrier #pto.pipe<PIPE_ALL>");
    text.line("pto.tload ins(%a : " + view.windowType() + ") outs(%t : " + tile.spelling() + ")");
    text.line("pto.barrier #pto.pipe<PIPE_ALL>");
    text.line(
        "pto.tstore ins(%ub : " + whole.spelling() + ") outs(%c : " + wholeView.windowType() + ")");
    Toolchain.Compiled compiled =
        Toolchain.compile(text.toString(), "k", CompileOptions.defaults(), profile);
    if (compiled.isRejected()) {
      return Optional.of(tile + "\nrejected " + compiled.messages());
    }
    RunResult result = Toolchain.run(compiled, text.arguments(), (byte) 0);
    if (!(result instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
      return Optional.of(tile + "\n" + result);
    }
    int at = java.util.Arrays.mismatch(buffers.get(2), expected);
    return at < 0
        ? Optional.empty()
        : Optional.of(tile + " at " + address + "\nbyte " + at + " differs");
  }

  private static long pad(Dtype type, String word) {
    if (word.equals("zero")) {
      return 0;
    }
    boolean greatest = word.equals("max");
    if (type.isFloat()) {
      return type.pattern(greatest ? type.greatestFinite() : -type.greatestFinite());
    }
    return type.cut(greatest ? type.greatest() : type.least());
  }

  // Lines across layouts.

  @TestFactory
  Stream<DynamicTest> acrossLayouts() {
    return Sweep.tests(
        "tstore of one line across layouts",
        "i8 f16 f32",
        "i8 f16 f32",
        TransferTest::acrossLayouts);
  }

  /** A tile of one row into a column of memory, and a tile of one column into a row. */
  private static void acrossLayouts(Dtype type, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    int count = 2 * type.block();
    for (boolean column : new boolean[] {false, true}) {
      Tile tile = column ? Tile.of(type, count, 1).byColumns() : Tile.of(type, 1, count);
      View from =
          column
              ? View.random(type, List.of(count, 1), 0, random)
              : View.dense(type, List.of(1, count));
      View to = column ? View.dense(type, List.of(1, count)) : View.dense(type, List.of(count, 1));
      byte[] source = new byte[from.elements() * type.bytes()];
      for (int i = 0; i < source.length; i++) {
        source[i] = (byte) random.nextInt();
      }
      byte[] expected = new byte[to.elements() * type.bytes()];
      for (int i = 0; i < count; i++) {
        int at = column ? from.element(View.Map.DN, i, 0) : from.element(View.Map.ND, 0, i);
        Grid.put(
            expected,
            i * type.bytes(),
            Grid.take(source, at * type.bytes(), type.bytes()),
            type.bytes());
      }
      sweep.add(
          new Setting(sweep.profile(), View.Map.ND, from, to, tile, "")
              .compare(source, new byte[expected.length], expected));
    }
    sweep.finish();
  }

  /** The text of a program with views. */
  static final class ViewText {
    private final StringBuilder parameters = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private final List<Argument> arguments = new ArrayList<>();
    private int constants;

    List<Argument> arguments() {
      return arguments;
    }

    void parameter(String name, String type, Argument argument) {
      parameters
          .append(parameters.isEmpty() ? "" : ", ")
          .append('%')
          .append(name)
          .append(": ")
          .append(type);
      arguments.add(argument);
    }

    void line(String text) {
      body.append("    ").append(text).append('\n');
    }

    String constant(String type, long value) {
      String name = "%k" + constants++;
      line(name + " = arith.constant " + value + " : " + type);
      return name;
    }

    private String index(long value, boolean open) {
      if (!open) {
        return constant("index", value);
      }
      String name = "x" + constants++;
      parameter(name, "index", new Argument.Scalar(value));
      return "%" + name;
    }

    void view(String name, String pointer, View view) {
      List<String> shape = new ArrayList<>();
      List<String> strides = new ArrayList<>();
      List<String> offsets = new ArrayList<>();
      List<String> sizes = new ArrayList<>();
      for (int i = 0; i < view.rank(); i++) {
        shape.add(index(view.offsets().get(i) + view.extents().get(i), view.open()));
        strides.add(
            view.strides().get(i) == 1
                ? constant("index", 1)
                : index(view.strides().get(i), view.open()));
        offsets.add(index(view.offsets().get(i), view.open()));
        sizes.add(index(view.extents().get(i), view.open()));
      }
      line(
          "%v"
              + name
              + " = pto.make_tensor_view "
              + pointer
              + ", shape = "
              + list(shape)
              + ", strides = "
              + list(strides)
              + " : !pto.tensor_view<"
              + view.wholeShape()
              + ">");
      line(
          "%"
              + name
              + " = pto.partition_view %v"
              + name
              + ", offsets = "
              + list(offsets)
              + ", sizes = "
              + list(sizes)
              + " : !pto.tensor_view<"
              + view.wholeShape()
              + "> -> "
              + view.windowType());
    }

    private static String list(List<String> names) {
      return names.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    void alloc(String name, String type, Tile tile) {
      line("%" + name + " = pto.alloc_tile" + extents(tile) + " : " + type);
    }

    void allocAt(String name, String type, Tile tile, int address) {
      String at = constant("i64", address);
      line("%" + name + " = pto.alloc_tile addr = " + at + extents(tile) + " : " + type);
    }

    private String extents(Tile tile) {
      return tile.dynamic()
          ? " valid_row = "
              + index(tile.validRows(), true)
              + " valid_col = "
              + index(tile.validColumns(), true)
          : "";
    }

    @Override
    public String toString() {
      return "module {\n  func.func @k("
          + parameters
          + ") attributes {pto.entry, pto.aicore} {\n"
          + body
          + "    return\n  }\n}\n";
    }
  }
}
