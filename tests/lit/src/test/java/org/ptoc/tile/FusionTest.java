package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;

/**
 * Random chains of elementwise operations on a few tiles, which share loops, against the same chain
 * on plain arrays.
 */
class FusionTest {
  private static final int PROGRAMS = 40;
  private static final int TILES = 5;

  /** Valid rows and columns in a tile of 96 columns. */
  private record Extents(int rows, int columns) {
    String tile() {
      return "!pto.tile_buf<vec, "
          + rows
          + "x96xi32"
          + (columns == 96 ? "" : ", valid=" + rows + "x" + columns)
          + ">";
    }

    String window() {
      return "!pto.partition_tensor_view<" + rows + "x" + columns + "xi32>";
    }

    int count() {
      return rows * columns;
    }
  }

  private record Program(String text, int[] expected) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void chains(boolean withAddresses) {
    SplittableRandom random = new SplittableRandom(withAddresses ? 5 : 4);
    for (int i = 0; i < PROGRAMS; i++) {
      Extents extents =
          new Extents(random.nextInt(1, 8), random.nextBoolean() ? 96 : random.nextInt(1, 96));
      int[] first = numbers(extents.count(), random);
      int[] second = numbers(extents.count(), random);
      Program program = program(extents, first, second, withAddresses, random);
      Toolchain.Compiled compiled = Toolchain.compile(program.text, "k");
      assertThat(compiled.messages()).noneMatch(message -> message.startsWith("error"));
      List<Argument> arguments =
          List.of(buffer(first), buffer(second), buffer(new int[extents.count()]));
      RunResult result = Toolchain.run(compiled, arguments, (byte) 0x11);
      assertThat(result).as(program.text).isInstanceOf(RunResult.Completed.class);
      byte[] got = ((RunResult.Completed) result).buffers().get(2);
      assertThat(got).as(program.text).isEqualTo(buffer(program.expected).contents().toBytes());
    }
  }

  private static int[] numbers(int count, SplittableRandom random) {
    return random.ints(count).toArray();
  }

  private static Argument.Buffer buffer(int[] numbers) {
    byte[] bytes = new byte[4 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Grid.put(bytes, 4 * i, numbers[i], 4);
    }
    return new Argument.Buffer(bytes);
  }

  private static Program program(
      Extents extents, int[] first, int[] second, boolean withAddresses, SplittableRandom random) {
    StringBuilder body = new StringBuilder();
    // The memory of each tile: with addresses of the program two tiles may share it.
    int[] places = new int[TILES];
    for (int t = 0; t < TILES; t++) {
      places[t] = withAddresses && t > 2 && random.nextInt(3) == 0 ? places[random.nextInt(t)] : t;
      if (withAddresses) {
        body.append("  %a")
            .append(t)
            .append(" = arith.constant ")
            .append(4096 * places[t])
            .append(" : i64\n");
      }
      String address = withAddresses ? " addr = %a" + t : "";
      body.append("  %t").append(t).append(" = pto.alloc_tile").append(address).append(" : T\n");
    }
    String barrier = withAddresses ? "  pto.barrier #pto.pipe<PIPE_ALL>\n" : "";
    body.append("  pto.tload ins(%w0 : W) outs(%t0 : T)\n  pto.tload ins(%w1 : W) outs(%t1 : T)\n")
        .append(barrier);
    int[][] memory = new int[TILES][];
    memory[places[0]] = first;
    memory[places[1]] = second;
    int last = chain(body, places, memory, random);
    body.append(barrier).append("  pto.tstore ins(%t").append(last).append(" : T) outs(%w2 : W)\n");
    return new Program(frame(extents, body.toString()), memory[places[last]]);
  }

  /** Appends operations on tiles that hold something. @return the tile written last */
  private static int chain(
      StringBuilder body, int[] places, int[][] memory, SplittableRandom random) {
    List<String> operations = List.of("tadd", "tsub", "tmax", "tand");
    int last = 0;
    for (int n = random.nextInt(2, 15); n > 0; n--) {
      List<Integer> live = new ArrayList<>();
      for (int t = 0; t < TILES; t++) {
        if (memory[places[t]] != null) {
          live.add(t);
        }
      }
      int x = live.get(random.nextInt(live.size()));
      int y = live.get(random.nextInt(live.size()));
      last = random.nextInt(TILES);
      int operation = random.nextInt(operations.size());
      body.append("  pto.")
          .append(operations.get(operation))
          .append(" ins(%t")
          .append(x)
          .append(", %t")
          .append(y)
          .append(" : T, T) outs(%t")
          .append(last)
          .append(" : T)\n");
      memory[places[last]] = combine(operation, memory[places[x]], memory[places[y]]);
    }
    return last;
  }

  private static int[] combine(int operation, int[] x, int[] y) {
    int[] result = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      result[i] =
          switch (operation) {
            case 0 -> x[i] + y[i];
            case 1 -> x[i] - y[i];
            case 2 -> Math.max(x[i], y[i]);
            default -> x[i] & y[i];
          };
    }
    return result;
  }

  private static String frame(Extents extents, String body) {
    StringBuilder views = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      views
          .append("  %v")
          .append(i)
          .append(" = pto.make_tensor_view %p")
          .append(i)
          .append(", shape = [%r, %c], strides = [%c, %one] : !pto.tensor_view<?x?xi32>\n  %w")
          .append(i)
          .append(" = pto.partition_view %v")
          .append(i)
          .append(
              ", offsets = [%zero, %zero], sizes = [%r, %c] : !pto.tensor_view<?x?xi32> -> W\n");
    }
    String text =
        """
        func.func @k(%p0: !pto.ptr<i32>, %p1: !pto.ptr<i32>, %p2: !pto.ptr<i32>) {
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %r = arith.constant ROWS : index
          %c = arith.constant COLUMNS : index
        """
            .replace("ROWS", "" + extents.rows)
            .replace("COLUMNS", "" + extents.columns);
    return (text + views + body + "  return\n}\n")
        .replaceAll("\\bT\\b", extents.tile())
        .replaceAll("\\bW\\b", extents.window());
  }
}
