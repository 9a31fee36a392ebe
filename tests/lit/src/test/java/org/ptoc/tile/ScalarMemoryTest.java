package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/**
 * Random programs of {@code tsetval}, {@code tgetval}, local arrays, loops and vector operations on
 * one tile (spec/50, 2.6 and 2.7), without flags, against plain Java arrays.
 */
class ScalarMemoryTest {
  private static final int PROGRAMS = 60;
  private static final int STATEMENTS = 14;
  private static final int ROWS = 3;
  private static final int COLUMNS = 4;

  @ParameterizedTest
  @EnumSource(Profile.class)
  void agreesWithJava(Profile profile) {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      new Program(seed).check(profile);
    }
  }

  /** A program and what it computes. */
  private static final class Program {
    private final SplittableRandom random;
    private final int seed;
    private final int bits;
    private final String type;
    private final long[] tile;
    private final long[] array = new long[ROWS * COLUMNS];
    private final long offset;
    private final StringBuilder text = new StringBuilder();
    private final List<String> names = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();
    private int fresh;

    Program(int seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.bits = 8 << random.nextInt(4);
      this.type = "i" + bits;
      this.tile = new long[random.nextInt(1, 4) * 256 / bits * 2];
      this.offset = random.nextInt(5);
    }

    private long cut(long value) {
      return value << 64 - bits >> 64 - bits;
    }

    private void line(String line) {
      text.append("    ").append(line).append('\n');
    }

    private String name() {
      return "%x" + fresh++;
    }

    private String index(long value) {
      String name = name();
      line(name + " = arith.constant " + value + " : index");
      return name;
    }

    /** A constant, or a sum with a parameter. */
    private String place(int value) {
      if (value < offset || random.nextBoolean()) {
        return index(value);
      }
      String rest = index(value - offset);
      String name = name();
      line(name + " = arith.addi %n, " + rest + " : index");
      return name;
    }

    private void keep(String name, long value) {
      names.add(name);
      values.add(value);
    }

    /** A value of the element type: what was read before, or a constant. */
    private String element(long[] found) {
      String name = name();
      if (names.isEmpty() || random.nextInt(3) == 0) {
        found[0] = cut(random.nextLong());
        line(name + " = arith.constant " + found[0] + " : " + type);
        return name;
      }
      int which = random.nextInt(names.size());
      found[0] = cut(values.get(which));
      if (bits == 64) {
        return names.get(which);
      }
      line(name + " = arith.trunci " + names.get(which) + " : i64 to " + type);
      return name;
    }

    private void wide(String element, long value) {
      if (bits == 64) {
        keep(element, value);
        return;
      }
      String name = name();
      line(name + " = arith.extsi " + element + " : " + type + " to i64");
      keep(name, value);
    }

    private String tileType() {
      return "!pto.tile_buf<vec, 1x" + tile.length + "x" + type + ">";
    }

    private void statement() {
      long[] value = new long[1];
      switch (random.nextInt(7)) {
        case 0, 1 -> {
          int at = random.nextInt(tile.length);
          String place = place(at);
          String element = element(value);
          line(
              "pto.tsetval ins(%s, %s : index, %s) outs(%%t : %s)"
                  .formatted(place, element, type, tileType()));
          tile[at] = value[0];
        }
        case 2 -> {
          int at = random.nextInt(tile.length);
          String place = place(at);
          String name = name();
          line(
              "%s = pto.tgetval ins(%%t, %s : %s, index) outs : %s"
                  .formatted(name, place, tileType(), type));
          wide(name, tile[at]);
        }
        case 3 -> {
          int at = random.nextInt(array.length);
          String element = element(value);
          line(
              "pto.local_array_set %a"
                  + places(at)
                  + ", "
                  + element
                  + " : "
                  + arrayType()
                  + ", "
                  + type);
          array[at] = value[0];
        }
        case 4 -> {
          int at = random.nextInt(array.length);
          String places = places(at);
          String name = name();
          line(name + " = pto.local_array_get %a" + places + " : " + arrayType() + " -> " + type);
          wide(name, array[at]);
        }
        case 5 -> mirror();
        default -> shift();
      }
    }

    private String arrayType() {
      return "!pto.local_array<" + ROWS + "x" + COLUMNS + "x" + type + ">";
    }

    private String places(int at) {
      return "[" + place(at / COLUMNS) + ", " + place(at % COLUMNS) + "]";
    }

    /** A loop reads from one end of the tile, through the array, and writes to the other. */
    private void mirror() {
      int count = random.nextInt(1, Math.min(tile.length, COLUMNS) + 1);
      String to = index(count);
      String last = index(tile.length - 1L);
      String row = index(1);
      String zero = index(0);
      String i = name();
      String j = name();
      String v = name();
      String w = name();
      line("scf.for " + i + " = " + zero + " to " + to + " step " + row + " {");
      line(j + " = arith.subi " + last + ", " + i + " : index");
      line(v + " = pto.tgetval ins(%t, " + j + " : " + tileType() + ", index) outs : " + type);
      line(
          "pto.local_array_set %a["
              + row
              + ", "
              + i
              + "], "
              + v
              + " : "
              + arrayType()
              + ", "
              + type);
      line(
          w
              + " = pto.local_array_get %a["
              + zero
              + ", "
              + i
              + "] : "
              + arrayType()
              + " -> "
              + type);
      String sum = name();
      line(sum + " = arith.xori " + w + ", " + v + " : " + type);
      line(
          "pto.tsetval ins("
              + i
              + ", "
              + sum
              + " : index, "
              + type
              + ") outs(%t : "
              + tileType()
              + ")");
      line("}");
      for (int k = 0; k < count; k++) {
        long read = tile[tile.length - 1 - k];
        array[COLUMNS + k] = read;
        tile[k] = array[k] ^ read;
      }
    }

    /** A vector operation between the scalar ones, where both profiles have it for the type. */
    private void shift() {
      if (bits != 16 && bits != 32) {
        return;
      }
      long added = random.nextInt(1, 100);
      String name = name();
      line(name + " = arith.constant " + added + " : " + type);
      line(
          "pto.tadds ins(%%t, %s : %s, %s) outs(%%t : %s)"
              .formatted(name, tileType(), type, tileType()));
      for (int k = 0; k < tile.length; k++) {
        tile[k] = cut(tile[k] + added);
      }
    }

    void check(Profile profile) {
      ByteBuffer before = buffer(tile.length * bits / 8);
      for (int k = 0; k < tile.length; k++) {
        tile[k] = cut(random.nextLong());
        put(before, k, tile[k]);
      }
      line("%a = pto.declare_local_array -> " + arrayType());
      for (int i = 0; i < STATEMENTS; i++) {
        statement();
      }
      for (int i = 0; i < names.size(); i++) {
        line("pto.store_scalar " + names.get(i) + ", %r[" + index(i) + "] : !pto.ptr<i64>, i64");
      }
      byte[] results = new byte[8 * Math.max(1, names.size())];
      String source = source();
      Toolchain.Compiled compiled =
          Toolchain.compile(source, "k", CompileOptions.defaults(), profile);
      assertThat(compiled.messages()).as(source).isEmpty();
      RunResult result =
          Toolchain.runUnwatched(
              compiled,
              List.of(
                  new Argument.Buffer(before.array()),
                  new Argument.Buffer(new byte[before.capacity()]),
                  new Argument.Buffer(results),
                  new Argument.Scalar(offset)),
              (byte) 0x5A);
      assertThat(result).as(source).isInstanceOf(RunResult.Completed.class);
      List<byte[]> buffers = ((RunResult.Completed) result).buffers();
      ByteBuffer after = ByteBuffer.wrap(buffers.get(1)).order(ByteOrder.LITTLE_ENDIAN);
      long[] stored = new long[tile.length];
      for (int k = 0; k < tile.length; k++) {
        stored[k] = get(after, k);
      }
      assertThat(stored).as("tile of seed %d on %s\n%s", seed, profile, source).isEqualTo(tile);
      long[] kept = new long[names.size()];
      ByteBuffer.wrap(buffers.get(2)).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(kept);
      assertThat(kept)
          .as("values of seed %d on %s\n%s", seed, profile, source)
          .isEqualTo(values.stream().mapToLong(Long::longValue).toArray());
    }

    private static ByteBuffer buffer(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void put(ByteBuffer buffer, int at, long value) {
      for (int k = 0; k < bits / 8; k++) {
        buffer.put(at * bits / 8 + k, (byte) (value >> 8 * k));
      }
    }

    private long get(ByteBuffer buffer, int at) {
      byte[] bytes = Arrays.copyOfRange(buffer.array(), at * bits / 8, (at + 1) * bits / 8);
      long value = 0;
      for (int k = bytes.length - 1; k >= 0; k--) {
        value = value << 8 | bytes[k] & 0xFF;
      }
      return cut(value);
    }

    private String source() {
      String shape = "1x" + tile.length + "x" + type;
      return """
      func.func @k(%%p: !pto.ptr<%1$s>, %%q: !pto.ptr<%1$s>, %%r: !pto.ptr<i64>, %%n: index) attributes {pto.entry} {
          %%c0 = arith.constant 0 : index
          %%c1 = arith.constant 1 : index
          %%w = arith.constant %2$d : index
          %%vp = pto.make_tensor_view %%p, shape = [%%c1, %%w], strides = [%%w, %%c1] : !pto.tensor_view<%3$s>
          %%pp = pto.partition_view %%vp, offsets = [%%c0, %%c0], sizes = [%%c1, %%w] : !pto.tensor_view<%3$s> -> !pto.partition_tensor_view<%3$s>
          %%vq = pto.make_tensor_view %%q, shape = [%%c1, %%w], strides = [%%w, %%c1] : !pto.tensor_view<%3$s>
          %%pq = pto.partition_view %%vq, offsets = [%%c0, %%c0], sizes = [%%c1, %%w] : !pto.tensor_view<%3$s> -> !pto.partition_tensor_view<%3$s>
          %%t = pto.alloc_tile : %4$s
          pto.tload ins(%%pp : !pto.partition_tensor_view<%3$s>) outs(%%t : %4$s)
      """
              .formatted(type, tile.length, shape, tileType())
          + text
          + "    pto.tstore ins(%t : "
          + tileType()
          + ") outs(%pq : !pto.partition_tensor_view<"
          + shape
          + ">)\n    return\n}\n";
    }
  }
}
