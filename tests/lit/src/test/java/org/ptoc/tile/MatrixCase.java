package org.ptoc.tile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.isa.Profile;

/**
 * A kernel of the cube core that multiplies two matrices in steps along k, its data and what it
 * must give, by three loops over integers.
 *
 * @param type element type of the factors
 * @param m rows, {@code n} columns and {@code k} the other extent of the product
 * @param step valid k of a product, at most {@code k}
 * @param leftTurned whether the left matrix is stored by columns and loaded to ZN
 * @param rightTurned whether the right matrix is stored by columns and loaded to ZN
 * @param extra boxes that tiles have more than their valid part needs, in rows and columns
 * @param dynamic whether the valid extents of tiles are values of the run
 * @param output element type that the product is stored as
 * @param bias whether a bias is added
 * @param relu whether negative results are stored as zero
 * @param manual whether tiles have addresses
 */
record MatrixCase(
    Profile profile,
    String type,
    int m,
    int n,
    int k,
    int step,
    boolean leftTurned,
    boolean rightTurned,
    int extra,
    boolean dynamic,
    String output,
    boolean bias,
    boolean relu,
    boolean manual) {

  private static final String NZ = "blayout=col_major, slayout=row_major";
  private static final String ZN = "slayout=col_major";

  int bytes() {
    return bytes(type);
  }

  static int bytes(String type) {
    return switch (type) {
      case "f32", "i32" -> 4;
      case "f16", "bf16" -> 2;
      default -> 1;
    };
  }

  /** Boxes are squares of this many elements where a load may turn them. */
  private int box() {
    return bytes() == 1 ? 32 : 16;
  }

  private int up(int value) {
    return (value + box() - 1) / box() * box() + extra * box();
  }

  String accumulator() {
    return type.equals("i8") ? "i32" : "f32";
  }

  String text() {
    Text text = new Text();
    int rows = up(m);
    int columns = up(n);
    int depth = up(step);
    text.line("module {");
    text.line(
        "func.func @k(%a: !pto.ptr<"
            + type
            + ">, %b: !pto.ptr<"
            + type
            + ">, %bias: !pto.ptr<"
            + accumulator()
            + ">, %c: !pto.ptr<"
            + output
            + ">, %m: index, %n: index, %s: index, %rest: index) {");
    text.line("%zero = arith.constant 0 : index");
    text.line("%one = arith.constant 1 : index");
    text.view("a", type, m, k, leftTurned);
    text.view("b", type, k, n, rightTurned);
    text.view("c", output, m, n, false);
    text.view("bias", accumulator(), 1, n, false);
    text.tile("ma", "mat", type, rows, depth, leftTurned ? ZN : NZ, m, step, "%m", "%s", 0);
    int second = 0x20000;
    text.tile(
        "mb", "mat", type, depth, columns, rightTurned ? ZN : NZ, step, n, "%s", "%n", second);
    text.tile("l", "left", type, rows, depth, "slayout=row_major", m, step, "%m", "%s", 0);
    text.tile("r", "right", type, depth, columns, "slayout=col_major", step, n, "%s", "%n", 0);
    text.tile("d", "acc", accumulator(), rows, columns, NZ + ", fractal=1024", m, n, "%m", "%n", 0);
    if (bias) {
      text.tile("mbias", "mat", accumulator(), 1, columns, "", 1, n, "%one", "%n", 0x60000);
      text.tile("tbias", "bias", accumulator(), 1, columns, "", 1, n, "%one", "%n", 0);
      text.load("bias", "mbias", accumulator(), 0, 0, 1, n);
      text.operation("tmov", List.of("mbias"), "tbias", "");
    }
    for (int start = 0; start < k; start += step) {
      int length = Math.min(step, k - start);
      if (length < step) {
        String amount = dynamic ? "%rest" : text.index(length);
        text.valid("ma", dynamic ? "%m" : text.index(m), amount);
        text.valid("l", dynamic ? "%m" : text.index(m), amount);
        text.valid("mb", amount, dynamic ? "%n" : text.index(n));
        text.valid("r", amount, dynamic ? "%n" : text.index(n));
      }
      text.load("a", "ma", type, 0, start, m, length);
      text.load("b", "mb", type, start, 0, length, n);
      text.operation("tmov", List.of("ma"), "l", "");
      text.operation("tmov", List.of("mb"), "r", "");
      if (start > 0) {
        text.operation("tmatmul.acc", List.of("d", "l", "r"), "d", "");
      } else if (bias) {
        text.operation("tmatmul.bias", List.of("l", "r", "tbias"), "d", "");
      } else {
        text.operation("tmatmul", List.of("l", "r"), "d", "");
      }
    }
    text.store(
        "d", "c", output, m, n, relu ? " {reluPreMode = #pto<relu_pre_mode normal_relu>}" : "");
    text.line("return");
    text.line("}");
    text.line("}");
    return text.body.toString();
  }

  /** The text of a kernel under construction. */
  private final class Text {
    private final StringBuilder body = new StringBuilder();
    private final java.util.Map<String, String> types = new java.util.HashMap<>();
    private final java.util.Map<String, String> dimensions = new java.util.HashMap<>();
    private int names;

    void line(String text) {
      body.append(text).append('\n');
    }

    String index(long value) {
      String name = "%x" + names++;
      line(name + " = arith.constant " + value + " : index");
      return name;
    }

    void view(String name, String element, int rows, int columns, boolean turned) {
      String shape = rows + "x" + columns + "x" + element;
      dimensions.put(name, shape);
      String first = index(rows);
      String second = index(columns);
      String pitch = index(turned ? rows : columns);
      String strides = turned ? "%one, " + pitch : pitch + ", %one";
      line(
          "%%v%s = pto.make_tensor_view %%%s, shape = [%s, %s], strides = [%s]%s : !pto.tensor_view<%s>"
              .formatted(
                  name,
                  name,
                  first,
                  second,
                  strides,
                  turned ? " {layout = #pto.layout<dn>}" : "",
                  shape));
    }

    void tile(
        String name,
        String location,
        String element,
        int rows,
        int columns,
        String layout,
        int validRows,
        int validColumns,
        String dynamicRows,
        String dynamicColumns,
        int address) {
      boolean open = dynamic || step < k;
      String valid = open ? "?x?" : validRows + "x" + validColumns;
      String type =
          "!pto.tile_buf<%s, %dx%dx%s, valid=%s%s>"
              .formatted(
                  location, rows, columns, element, valid, layout.isEmpty() ? "" : ", " + layout);
      types.put(name, type);
      List<String> clauses = new ArrayList<>();
      if (manual) {
        String place = "%p" + names++;
        line(place + " = arith.constant " + address + " : i64");
        clauses.add("addr = " + place);
      }
      if (open) {
        clauses.add("valid_row = " + (dynamic ? dynamicRows : index(validRows)));
        clauses.add("valid_col = " + (dynamic ? dynamicColumns : index(validColumns)));
      }
      line("%" + name + " = pto.alloc_tile " + String.join(" ", clauses) + " : " + type);
    }

    void valid(String name, String rows, String columns) {
      line("pto.set_validshape %" + name + ", " + rows + ", " + columns + " : " + types.get(name));
    }

    private String part(String name, String element, int row, int column, int rows, int columns) {
      String part = "%w" + names++;
      String shape = rows + "x" + columns + "x" + element;
      String offsets = index(row) + ", " + index(column);
      String sizes = index(rows) + ", " + index(columns);
      line(
          "%s = pto.partition_view %%v%s, offsets = [%s], sizes = [%s] : !pto.tensor_view<%s> -> !pto.partition_tensor_view<%s>"
              .formatted(part, name, offsets, sizes, dimensions.get(name), shape));
      return part + " : !pto.partition_tensor_view<" + shape + ">";
    }

    void load(
        String view, String tile, String element, int row, int column, int rows, int columns) {
      String part = part(view, element, row, column, rows, columns);
      line("pto.tload ins(" + part + ") outs(%" + tile + " : " + types.get(tile) + ")");
    }

    void store(String tile, String view, String element, int rows, int columns, String attributes) {
      String part = part(view, element, 0, 0, rows, columns);
      line(
          "pto.tstore ins(%"
              + tile
              + " : "
              + types.get(tile)
              + ") outs("
              + part
              + ")"
              + attributes);
    }

    void operation(String name, List<String> inputs, String output, String attributes) {
      List<String> values = inputs.stream().map(input -> "%" + input).toList();
      List<String> signature = inputs.stream().map(types::get).toList();
      line(
          "pto.%s ins(%s : %s) outs(%%%s : %s)%s"
              .formatted(
                  name,
                  String.join(", ", values),
                  String.join(", ", signature),
                  output,
                  types.get(output),
                  attributes));
    }
  }

  // Data.

  /** Element of the left matrix: small integers that differ by row and column. */
  int left(int i, int kk) {
    return (i * 5 + kk * 3 + i * kk) % 7 - 3;
  }

  int right(int kk, int j) {
    return (kk * 2 + j * 3 + kk * j) % 5 - 2;
  }

  int biasAt(int j) {
    return j % 11 - 5;
  }

  List<Argument> arguments() {
    ByteBuffer a = buffer(m * k * bytes());
    ByteBuffer b = buffer(k * n * bytes());
    ByteBuffer biases = buffer(n * 4);
    for (int kk = 0; kk < k; kk++) {
      for (int i = 0; i < m; i++) {
        put(a, leftTurned ? kk * m + i : i * k + kk, left(i, kk), type);
      }
      for (int j = 0; j < n; j++) {
        put(b, rightTurned ? j * k + kk : kk * n + j, right(kk, j), type);
      }
    }
    for (int j = 0; j < n; j++) {
      put(biases, j, biasAt(j), accumulator());
    }
    return List.of(
        new Argument.Buffer(a.array()),
        new Argument.Buffer(b.array()),
        new Argument.Buffer(biases.array()),
        new Argument.Buffer(new byte[m * n * bytes(output)]),
        new Argument.Scalar(m),
        new Argument.Scalar(n),
        new Argument.Scalar(step),
        new Argument.Scalar(k % step == 0 ? step : k % step));
  }

  byte[] expected() {
    ByteBuffer c = buffer(m * n * bytes(output));
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        int sum = bias ? biasAt(j) : 0;
        for (int kk = 0; kk < k; kk++) {
          sum += left(i, kk) * right(kk, j);
        }
        put(c, i * n + j, relu ? Math.max(sum, 0) : sum, output);
      }
    }
    return c.array();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void put(ByteBuffer buffer, int index, int value, String type) {
    switch (type) {
      case "f32" -> buffer.putFloat(index * 4, value);
      case "i32" -> buffer.putInt(index * 4, value);
      case "f16" -> buffer.putShort(index * 2, Float.floatToFloat16(value));
      case "bf16" -> buffer.putShort(index * 2, bfloat(value));
      case "i8" -> buffer.put(index, (byte) value);
      default -> throw new IllegalArgumentException(type);
    }
  }

  /** Nearest even. */
  private static short bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }
}
