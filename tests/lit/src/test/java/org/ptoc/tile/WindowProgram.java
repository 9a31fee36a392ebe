package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.isa.Profile;

/**
 * The text of a kernel on windows of tiles, its arguments, and the elements that its last argument
 * must hold. Offsets and valid extents are constants or, when {@code random} says so, values of the
 * run.
 */
final class WindowProgram {
  static final String NZ = "blayout=col_major, slayout=row_major";
  static final String ZN = "slayout=col_major";

  private final Profile profile;
  private final SplittableRandom random;
  private final StringBuilder body = new StringBuilder();
  private final List<String> parameters = new ArrayList<>();
  private final List<Argument> arguments = new ArrayList<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<String, TileText> tiles = new HashMap<>();
  private String kind = "";
  private boolean isFixed;
  private int names;
  private byte[] expected = {};
  private boolean[] cares = {};

  /** What windows of a tile have in common with it. */
  private record TileText(String location, SmallIntegers type, String layout) {}

  WindowProgram(Profile profile, SplittableRandom random) {
    this.profile = profile;
    this.random = random;
    line("%%zero = arith.constant 0 : index");
    line("%%one = arith.constant 1 : index");
  }

  /** An element of a matrix: small integers that differ by row, column and matrix. */
  static int value(int matrix, int row, int column) {
    return Math.floorMod((row * 5 + column * 3 + row * column + matrix * 7) ^ (row >> 2), 7) - 3;
  }

  Profile profile() {
    return profile;
  }

  WindowProgram cube() {
    kind = " attributes {pto.kernel_kind = #pto.kernel_kind<cube>}";
    return this;
  }

  /** Offsets and extents are constants from now on. */
  WindowProgram fixed() {
    isFixed = true;
    return this;
  }

  String text() {
    return "func.func @k(%s)%s {\n%sreturn\n}\n"
        .formatted(String.join(", ", parameters), kind, body);
  }

  List<Argument> arguments() {
    return arguments;
  }

  byte[] expected() {
    return expected;
  }

  /** Which bytes of the last buffer count. */
  boolean[] cares() {
    return cares;
  }

  void line(String text, Object... values) {
    body.append(text.formatted(values)).append('\n');
  }

  String constant(long value) {
    String name = "%x" + names++;
    line("%s = arith.constant %d : index", name, value);
    return name;
  }

  /** A constant, or a parameter of the kernel with this value. */
  String index(long value) {
    return !isFixed && random.nextInt(4) == 0 ? open(value) : constant(value);
  }

  String open(long value) {
    String name = "%p" + names++;
    parameters.add(name + ": index");
    arguments.add(new Argument.Scalar(value));
    return name;
  }

  /** A view of a parameter of the kernel. */
  String view(SmallIntegers type, int[][] values, boolean turned) {
    int rows = values.length;
    int columns = values[0].length;
    byte[] bytes = new byte[type.bytes(rows * columns)];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        type.put(bytes, turned ? j * rows + i : i * columns + j, values[i][j]);
      }
    }
    return view(type, rows, columns, turned, bytes);
  }

  private String view(SmallIntegers type, int rows, int columns, boolean turned, byte[] bytes) {
    String pointer = "%g" + names++;
    parameters.add("%s: !pto.ptr<%s>".formatted(pointer, type.spelling()));
    arguments.add(new Argument.Buffer(bytes));
    String pitch = constant(turned ? rows : columns);
    String shape = constant(rows) + ", " + constant(columns);
    String name = "%v" + names++;
    line(
        "%s = pto.make_tensor_view %s, shape = [%s], strides = [%s]%s : !pto.tensor_view<%dx%dx%s>",
        name,
        pointer,
        shape,
        turned ? "%one, " + pitch : pitch + ", %one",
        turned ? " {layout = #pto.layout<dn>}" : "",
        rows,
        columns,
        type.spelling());
    String part = "%w" + names++;
    types.put(
        part, "!pto.partition_tensor_view<%dx%dx%s>".formatted(rows, columns, type.spelling()));
    line(
        "%s = pto.partition_view %s, offsets = [%%zero, %%zero], sizes = [%s]"
            + " : !pto.tensor_view<%dx%dx%s> -> %s",
        part, name, shape, rows, columns, type.spelling(), types.get(part));
    return part;
  }

  /** A matrix whose elements are those of {@link #value}. */
  static int[][] matrix(int number, int rows, int columns) {
    int[][] values = new int[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        values[i][j] = value(number, i, j);
      }
    }
    return values;
  }

  String tile(String location, SmallIntegers type, int rows, int columns, String layout) {
    return tile(location, type, rows, columns, "", layout);
  }

  /** A tile of which only a part is valid. */
  String tile(
      String location, SmallIntegers type, int rows, int columns, String valid, String layout) {
    String name = "%t" + names++;
    types.put(name, type(location, type, rows, columns, valid, layout));
    tiles.put(name, new TileText(location, type, layout));
    line("%s = pto.alloc_tile : %s", name, types.get(name));
    return name;
  }

  private static String type(
      String location, SmallIntegers type, int rows, int columns, String valid, String layout) {
    return "!pto.tile_buf<%s, %dx%dx%s%s%s>"
        .formatted(
            location,
            rows,
            columns,
            type.spelling(),
            valid.isEmpty() ? "" : ", valid=" + valid,
            layout.isEmpty() ? "" : ", " + layout);
  }

  /** A part of a tile: where it begins, how large it is, and how much of it is valid. */
  record Area(int row, int column, int rows, int columns, int validRows, int validColumns) {
    static Area of(int row, int column, int rows, int columns) {
      return new Area(row, column, rows, columns, rows, columns);
    }

    boolean contains(int i, int j) {
      return i >= row && i < row + rows && j >= column && j < column + columns;
    }

    boolean isValid(int i, int j) {
      return i >= row && i < row + validRows && j >= column && j < column + validColumns;
    }
  }

  /** A window of a tile. */
  String window(String tile, Area area) {
    String name = "%s" + names++;
    TileText parent = tiles.get(tile);
    boolean whole = area.validRows == area.rows && area.validColumns == area.columns;
    int style = random.nextInt(3);
    String valid = style == 0 ? "?x?" : area.validRows + "x" + area.validColumns;
    String clause =
        style == 0
            ? " valid [%s, %s]".formatted(index(area.validRows), index(area.validColumns))
            : "";
    types.put(
        name,
        type(
            parent.location,
            parent.type,
            area.rows,
            area.columns,
            style != 0 && whole ? "" : valid,
            parent.layout));
    tiles.put(name, parent);
    line(
        "%s = pto.subview %s[%s, %s] sizes [%d, %d]%s : %s -> %s",
        name,
        tile,
        index(area.row),
        index(area.column),
        area.rows,
        area.columns,
        clause,
        types.get(tile),
        types.get(name));
    return name;
  }

  void operation(String name, List<String> inputs, String output, String attributes) {
    line(
        "pto.%s ins(%s : %s) outs(%s : %s)%s",
        name,
        String.join(", ", inputs),
        String.join(", ", inputs.stream().map(this::typeOf).toList()),
        output,
        types.get(output),
        attributes);
  }

  private String typeOf(String value) {
    return types.getOrDefault(value, "index");
  }

  /** Names a scalar with its type, for inputs of operations. */
  String scalar(String type, String literal) {
    String name = "%q" + names++;
    types.put(name, type);
    line("%s = arith.constant %s : %s", name, literal, type);
    return name;
  }

  void move(String from, String to) {
    operation("tmov", List.of(from), to, "");
  }

  void load(String view, String tile) {
    operation("tload", List.of(view), tile, "");
  }

  /** What a matrix must hold, and which elements count. */
  interface Cell {
    int at(int row, int column);
  }

  /** Which elements of a matrix count. */
  interface Known {
    boolean at(int row, int column);
  }

  /** Stores a tile to the last argument, and says what it must hold then. */
  void store(
      String tile, SmallIntegers type, int rows, int columns, String more, Cell cell, Known known) {
    store(tile, type, rows, columns, false, more, cell, known);
  }

  /** The same, to a view by rows or, when it is turned, by columns. */
  void store(
      String tile,
      SmallIntegers type,
      int rows,
      int columns,
      boolean turned,
      String more,
      Cell cell,
      Known known) {
    String view = expect(type, rows, columns, turned, cell, known);
    operation("tstore", List.of(tile), view, more);
  }

  /** Stores accumulators with one parameter, or with one for each column. */
  void storeScaled(
      String tile,
      String parameter,
      boolean isVector,
      SmallIntegers type,
      int rows,
      int columns,
      boolean turned,
      String more,
      Cell cell) {
    String view = expect(type, rows, columns, turned, cell, (i, j) -> true);
    String text =
        isVector
            ? "%s : %s fp %s : %s".formatted(tile, types.get(tile), parameter, types.get(parameter))
            : "%s : %s, %s : i64".formatted(tile, types.get(tile), parameter);
    line("pto.tstore ins(%s) outs(%s : %s)%s", text, view, types.get(view), more);
  }

  /**
   * A view of scales, which lie in packed pairs: the power of two of each row and group of the left
   * factor, or of each group and column of the right one.
   */
  String powers(int[][] values, boolean left) {
    int lines = left ? values.length : values[0].length;
    int groups = left ? values[0].length : values.length;
    byte[] bytes = new byte[(lines + 15) / 16 * ((groups + 1) / 2) * 32];
    for (int line = 0; line < lines; line++) {
      for (int group = 0; group < groups; group++) {
        int pair = line / 16 * ((groups + 1) / 2) + group / 2;
        SmallIntegers.E8M0.put(
            bytes,
            pair * 32 + line % 16 * 2 + group % 2,
            left ? values[line][group] : values[group][line]);
      }
    }
    return view(SmallIntegers.E8M0, values.length, values[0].length, false, bytes);
  }

  /** A view of parameters of the fix-pipe: whole words, or their scales alone. */
  String parameters(SmallIntegers type, long[] words, float[] scales) {
    byte[] bytes = new byte[type.bytes(words.length)];
    for (int j = 0; j < words.length; j++) {
      if (type == SmallIntegers.I64) {
        type.put(bytes, j, words[j]);
      } else {
        type.put(bytes, j, scales[j]);
      }
    }
    return view(type, 1, words.length, false, bytes);
  }

  private String expect(
      SmallIntegers type, int rows, int columns, boolean turned, Cell cell, Known known) {
    byte[] bytes = new byte[type.bytes(rows * columns)];
    String view = view(type, rows, columns, turned, new byte[bytes.length]);
    expected = bytes;
    cares = new boolean[bytes.length];
    int width = type.bytes(1);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        int at = turned ? j * rows + i : i * columns + j;
        type.put(bytes, at, cell.at(i, j));
        Arrays.fill(cares, at * width, (at + 1) * width, known.at(i, j));
      }
    }
    return view;
  }
}
