package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * What the code of tile operations costs on A5: executed instructions of the kernel, and cycles
 * that its vector pipe is busy, for each 256 bytes of input. The numbers stand in a file and may
 * only become smaller; {@code -Dptoc.bless=true} writes it anew and keeps a smaller number that it
 * finds there.
 */
class CostTest {
  private static final Path GOLDEN = Path.of("golden/tile-cost.txt");
  private static final List<String> SHAPES = List.of("1x64", "16x64", "64x64", "7x100");

  @TempDir Path temporary;

  /**
   * An operation with its statements; A, B are tiles of the shape, V one column, H one row, O the
   * result.
   */
  private record Row(String name, String type, String statements) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("tadd", "f32", "%o = pto.tadd %a, %b : (A, A) -> A"),
          new Row("tmul", "f32", "%o = pto.tmul %a, %b : (A, A) -> A"),
          new Row("texp", "f32", "%o = pto.texp %a : (A) -> A"),
          new Row("tshl", "i32", "%o = pto.tshl %a, %b : (A, A) -> A"),
          new Row("trowsum", "f32", "%o = pto.trowsum %a : (A) -> V"),
          new Row("tcolsum", "f32", "%o = pto.tcolsum %a : (A) -> H"),
          new Row(
              "trowexpandadd",
              "f32",
              "%v = pto.trowmax %b : (A) -> V\n%o = pto.trowexpandadd %a, %v : (A, V) -> A"),
          new Row("tcvt", "f32", "%o = pto.tcvt %a : (A) -> S"),
          new Row(
              "softmax",
              "f32",
              """
              %m = pto.trowmax %a : (A) -> V
              %d = pto.trowexpandsub %a, %m : (A, V) -> A
              %e = pto.texp %d : (A) -> A
              %s = pto.trowsum %e : (A) -> V
              %o = pto.trowexpanddiv %e, %s : (A, V) -> A\
              """));

  /** Executed instructions and busy cycles of the vector pipe. */
  private record Cost(double instructions, double cycles) {
    static Cost parse(String line) {
      String[] words = line.split(" ");
      return new Cost(Double.parseDouble(words[4]), Double.parseDouble(words[6]));
    }

    Cost least(Cost other) {
      return new Cost(Math.min(instructions, other.instructions), Math.min(cycles, other.cycles));
    }

    String line(String name) {
      return String.format(
          Locale.ROOT, "%s instructions %.2f cycles %.2f", name, instructions, cycles);
    }
  }

  @Test
  void costsOnlyFall() throws IOException {
    Map<String, Cost> golden = read();
    Map<String, Cost> measured = new LinkedHashMap<>();
    for (Row row : ROWS) {
      for (String shape : SHAPES) {
        measured.put(row.name + " " + row.type + " " + shape, measure(row, shape));
      }
    }
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      measured.replaceAll(
          (name, cost) -> golden.containsKey(name) ? cost.least(golden.get(name)) : cost);
      Files.createDirectories(GOLDEN.getParent());
      Files.write(
          GOLDEN,
          measured.entrySet().stream()
              .map(entry -> entry.getValue().line(entry.getKey()))
              .toList());
      return;
    }
    assertThat(golden.keySet())
        .as("-Dptoc.bless=true writes " + GOLDEN)
        .isEqualTo(measured.keySet());
    List<String> worse = new ArrayList<>();
    measured.forEach(
        (name, cost) -> {
          Cost known = golden.get(name);
          if (cost.instructions > known.instructions + 0.005
              || cost.cycles > known.cycles + 0.005) {
            worse.add(cost.line(name) + ", was " + known.line(name));
          }
        });
    assertThat(worse).isEmpty();
  }

  private static Map<String, Cost> read() throws IOException {
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (String line : Files.exists(GOLDEN) ? Files.readAllLines(GOLDEN) : List.<String>of()) {
      costs.put(line.substring(0, line.indexOf(" instructions")), Cost.parse(line));
    }
    return costs;
  }

  private Cost measure(Row row, String shape) throws IOException {
    int rows = Integer.parseInt(shape.split("x")[0]);
    int columns = Integer.parseInt(shape.split("x")[1]);
    Path file = temporary.resolve(row.name + shape + ".pto");
    Files.writeString(file, text(row, rows, columns));
    String data = "fill:3:" + row.type + ":" + shape;
    String out = resultType(row);
    String report =
        call(
            "run",
            file.toString(),
            "--profile",
            "a5",
            "--timing",
            "documented",
            "--kernel",
            "k",
            "--arg",
            data,
            "--arg",
            data,
            "--arg",
            "zeros:" + out + ":" + shape,
            "--report=json");
    double vectors = rows * columns * 4 / 256.0;
    return new Cost(
        number(report, "\"instructions\":(\\d+),\"repeats\"") / vectors,
        number(report, "\"pipe\":\"V\",\"busy\":(\\d+)") / vectors);
  }

  private static String resultType(Row row) {
    return row.statements.endsWith("S") ? "f16" : row.type;
  }

  private static double number(String report, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(report);
    assertThat(matcher.find()).as(pattern + " in " + report).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  private static String call(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int exit = Ptoc.run(List.of(arguments), new ByteArrayInputStream(new byte[0]), stream, stream);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(text).isZero();
    return text;
  }

  private static String text(Row row, int rows, int columns) {
    Dtype type = Dtype.list(row.type).getFirst();
    Dtype result = Dtype.list(resultType(row)).getFirst();
    Tile column = Tile.of(type, (rows + 7) / 8 * 8, 1).valid(rows, 1).byColumns();
    Tile line = Tile.fitting(type, 1, columns);
    char kind = row.statements.charAt(row.statements.length() - 1);
    int outRows = kind == 'H' ? 1 : rows;
    int outColumns = kind == 'V' ? 1 : columns;
    String body =
        view("p", "a", type, rows, columns, false)
            + view("q", "b", type, rows, columns, false)
            + view("r", "o", result, outRows, outColumns, kind == 'V')
            + "%a = pto.tload %wa : ("
            + window(type, rows, columns)
            + ") -> A\n"
            + "%b = pto.tload %wb : ("
            + window(type, rows, columns)
            + ") -> A\n"
            + row.statements
            + "\npto.tstore ins(%o : "
            + kind
            + ") outs(%wo : "
            + window(result, outRows, outColumns)
            + ")\n";
    String typed =
        body.replaceAll("\\bA\\b", Tile.fitting(type, rows, columns).spelling())
            .replaceAll("\\bS\\b", Tile.fitting(result, rows, columns).spelling())
            .replaceAll("\\bV\\b", column.spelling())
            .replaceAll("\\bH\\b", line.spelling());
    return "func.func @k(%p: !pto.ptr<"
        + type
        + ">, %q: !pto.ptr<"
        + type
        + ">, %r: !pto.ptr<"
        + result
        + ">) {\n"
        + "%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n"
        + typed
        + "return\n}\n";
  }

  private static String window(Dtype type, int rows, int columns) {
    return "!pto.partition_tensor_view<" + rows + "x" + columns + "x" + type + ">";
  }

  private static String view(
      String pointer, String name, Dtype type, int rows, int columns, boolean byColumns) {
    String strides = byColumns ? "%one, %r" + name : "%c" + name + ", %one";
    String tensor = "!pto.tensor_view<" + rows + "x" + columns + "x" + type + ">";
    return "%r"
        + name
        + " = arith.constant "
        + rows
        + " : index\n%c"
        + name
        + " = arith.constant "
        + columns
        + " : index\n%v"
        + name
        + " = pto.make_tensor_view %"
        + pointer
        + ", shape = [%r"
        + name
        + ", %c"
        + name
        + "], strides = ["
        + strides
        + "] : "
        + tensor
        + "\n%w"
        + name
        + " = pto.partition_view %v"
        + name
        + ", offsets = [%zero, %zero], sizes = [%r"
        + name
        + ", %c"
        + name
        + "] : "
        + tensor
        + " -> "
        + window(type, rows, columns)
        + "\n";
  }
}
