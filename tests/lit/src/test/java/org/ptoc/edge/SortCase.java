package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;

/**
 * One {@code tsort32} with all tiles at given addresses and 32 canary bytes before and behind each
 * of them.
 *
 * @param half f16 scores instead of f32
 * @param rows valid rows of source and destination
 * @param sourceColumns physical columns of the source
 * @param columns valid columns
 * @param indexRows valid rows of the index tile: 1 or {@code rows}
 * @param indexColumns physical columns of the index tile
 * @param destinationColumns physical columns of the destination
 * @param tmpColumns physical columns of tmp, 0 for the form without it
 */
record SortCase(
    boolean half,
    int rows,
    int sourceColumns,
    int columns,
    int indexRows,
    int indexColumns,
    int destinationColumns,
    int tmpColumns) {
  private static final int CANARY = 32;

  static SortCase single(int columns) {
    return of(false, 1, columns, true);
  }

  /**
   * Tiles just large enough: whole 32-byte rows, destination of whole records, tmp of 32 elements.
   */
  static SortCase of(boolean half, int rows, int columns, boolean tmp) {
    int sourceUnit = half ? 16 : 8;
    int source = roundUp(columns, sourceUnit);
    int index = roundUp(columns, 8);
    int destination = roundUp(columns * (half ? 4 : 2), sourceUnit);
    return new SortCase(half, rows, source, columns, rows, index, destination, tmp ? 32 : 0);
  }

  SortCase withSource(int physical) {
    return new SortCase(
        half, rows, physical, columns, indexRows, indexColumns, destinationColumns, tmpColumns);
  }

  SortCase withIndex(int validRows, int physical) {
    return new SortCase(
        half, rows, sourceColumns, columns, validRows, physical, destinationColumns, tmpColumns);
  }

  SortCase withDestination(int physical) {
    return new SortCase(
        half, rows, sourceColumns, columns, indexRows, indexColumns, physical, tmpColumns);
  }

  SortCase withTmp(int physical) {
    return new SortCase(
        half, rows, sourceColumns, columns, indexRows, indexColumns, destinationColumns, physical);
  }

  static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  private String element() {
    return half ? "f16" : "f32";
  }

  private int size() {
    return half ? 2 : 4;
  }

  private int recordElements() {
    return half ? 4 : 2;
  }

  private String tile(
      int physicalRows, int physical, String type, int validRows, int validColumns) {
    boolean full = physicalRows == validRows && physical == validColumns;
    return "!pto.tile_buf<vec, "
        + physicalRows
        + "x"
        + physical
        + "x"
        + type
        + (full ? "" : ", valid=" + validRows + "x" + validColumns)
        + ">";
  }

  /** Bytes of UB that the tiles and their canaries take. */
  int unifiedBufferBytes() {
    return layout().getLast().end;
  }

  private record Place(String name, int address, int end) {}

  private List<Place> layout() {
    List<Place> places = new ArrayList<>();
    int at = CANARY;
    at = place(places, "src", at, Math.max(1, rows) * sourceColumns * size());
    at = place(places, "idx", at, Math.max(1, indexRows) * indexColumns * 4);
    at = place(places, "dst", at, Math.max(1, rows) * destinationColumns * size());
    if (tmpColumns > 0) {
      place(places, "tmp", at, tmpColumns * size());
    }
    return places;
  }

  private static int place(List<Place> places, String name, int at, int bytes) {
    places.add(new Place(name, at, at + bytes + CANARY));
    return at + bytes + CANARY;
  }

  /** The kernel: hand-placed, so synchronised by hand. */
  String text() {
    int physicalRows = Math.max(1, rows);
    String src = tile(physicalRows, sourceColumns, element(), rows, columns);
    String idx = tile(Math.max(1, indexRows), indexColumns, "ui32", indexRows, columns);
    String dst =
        tile(physicalRows, destinationColumns, element(), rows, columns * recordElements());
    String tmp = tile(1, tmpColumns, element(), 1, tmpColumns);
    List<Place> places = layout();
    int canaries = places.size() + 1;
    StringBuilder text = new StringBuilder();
    text.append("func.func @k(%a: !pto.ptr<")
        .append(element())
        .append(">, %b: !pto.ptr<ui32>, %c: !pto.ptr<");
    text.append(element())
        .append(">, %d: !pto.ptr<ui8>, %e: !pto.ptr<ui8>) attributes {pto.entry} {\n");
    text.append("  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n");
    view(text, "a", rows, columns, element());
    view(text, "b", indexRows, columns, "ui32");
    view(text, "c", rows, columns * recordElements(), element());
    view(text, "d", canaries, CANARY, "ui8");
    view(text, "e", canaries, CANARY, "ui8");
    allocate(text, "src", places.get(0).address, src);
    allocate(text, "idx", places.get(1).address, idx);
    allocate(text, "dst", places.get(2).address, dst);
    if (tmpColumns > 0) {
      allocate(text, "tmp", places.get(3).address, tmp);
    }
    String canary = tile(1, CANARY, "ui8", 1, CANARY);
    for (int i = 0; i < canaries; i++) {
      allocate(text, "k" + i, i == 0 ? 0 : places.get(i - 1).end - CANARY, canary);
      part(text, "d", i);
      part(text, "e", i);
      text.append("  pto.tload ins(%pd")
          .append(i)
          .append(" : !pto.partition_tensor_view<1x32xui8>) outs(%k")
          .append(i);
      text.append(" : ").append(canary).append(")\n");
    }
    transfer(text, "tload", "pa", rows, columns, element(), "src", src);
    transfer(text, "tload", "pb", indexRows, columns, "ui32", "idx", idx);
    flags(text, "PIPE_MTE2", "PIPE_V");
    text.append("  pto.tsort32 ins(%src, %idx")
        .append(tmpColumns > 0 ? ", %tmp" : "")
        .append(" : ")
        .append(src);
    text.append(", ")
        .append(idx)
        .append(tmpColumns > 0 ? ", " + tmp : "")
        .append(") outs(%dst : ")
        .append(dst)
        .append(")\n");
    flags(text, "PIPE_V", "PIPE_MTE3");
    text.append("  pto.tstore ins(%dst : ").append(dst).append(") outs(%pc : ");
    text.append(partition(rows, columns * recordElements(), element())).append(")\n");
    for (int i = 0; i < canaries; i++) {
      text.append("  pto.tstore ins(%k")
          .append(i)
          .append(" : ")
          .append(canary)
          .append(") outs(%pe")
          .append(i);
      text.append(" : !pto.partition_tensor_view<1x32xui8>)\n");
    }
    return text.append("  return\n}\n").toString();
  }

  private static void view(StringBuilder text, String name, int rows, int columns, String type) {
    String extents = Math.max(1, rows) + "x" + Math.max(1, columns) + "x" + type;
    text.append("  %r")
        .append(name)
        .append(" = arith.constant ")
        .append(Math.max(1, rows))
        .append(" : index\n");
    text.append("  %w")
        .append(name)
        .append(" = arith.constant ")
        .append(Math.max(1, columns))
        .append(" : index\n");
    text.append("  %v")
        .append(name)
        .append(" = pto.make_tensor_view %")
        .append(name)
        .append(", shape = [%r")
        .append(name);
    text.append(", %w")
        .append(name)
        .append("], strides = [%w")
        .append(name)
        .append(", %c1] : !pto.tensor_view<")
        .append(extents)
        .append(">\n");
    text.append("  %p")
        .append(name)
        .append(" = pto.partition_view %v")
        .append(name)
        .append(", offsets = [%c0, %c0], sizes = [%r");
    text.append(name)
        .append(", %w")
        .append(name)
        .append("] : !pto.tensor_view<")
        .append(extents)
        .append("> -> !pto.partition_tensor_view<")
        .append(extents)
        .append(">\n");
  }

  private static void part(StringBuilder text, String name, int suffix) {
    text.append("  %o")
        .append(name)
        .append(suffix)
        .append(" = arith.constant ")
        .append(suffix)
        .append(" : index\n");
    text.append("  %p")
        .append(name)
        .append(suffix)
        .append(" = pto.partition_view %v")
        .append(name)
        .append(", offsets = [%o");
    text.append(name)
        .append(suffix)
        .append(", %c0], sizes = [%c1, %w")
        .append(name)
        .append("] : !pto.tensor_view<");
    text.append("CANARIES").append("x32xui8> -> !pto.partition_tensor_view<1x32xui8>\n");
  }

  private static String partition(int rows, int columns, String type) {
    return "!pto.partition_tensor_view<"
        + Math.max(1, rows)
        + "x"
        + Math.max(1, columns)
        + "x"
        + type
        + ">";
  }

  private static void allocate(StringBuilder text, String name, int address, String type) {
    text.append("  %at_")
        .append(name)
        .append(" = arith.constant ")
        .append(address)
        .append(" : i64\n");
    text.append("  %")
        .append(name)
        .append(" = pto.alloc_tile addr = %at_")
        .append(name)
        .append(" : ")
        .append(type)
        .append('\n');
  }

  private static void transfer(
      StringBuilder text,
      String op,
      String view,
      int rows,
      int columns,
      String type,
      String tile,
      String tileType) {
    text.append("  pto.")
        .append(op)
        .append(" ins(%")
        .append(view)
        .append(" : ")
        .append(partition(rows, columns, type));
    text.append(") outs(%").append(tile).append(" : ").append(tileType).append(")\n");
  }

  private static void flags(StringBuilder text, String from, String to) {
    for (String op : List.of("set_flag", "wait_flag")) {
      text.append("  pto.")
          .append(op)
          .append("[\"")
          .append(from)
          .append("\", \"")
          .append(to)
          .append("\", \"EVENT_ID0\"]\n");
    }
  }

  /** Scores and indices. */
  record Data(int[] scores, int[] indices) {}

  /** Random scores with ties and special values, random indices. */
  Data random(long seed) {
    Random random = new Random(seed);
    int[] scores = new int[Math.max(1, rows * columns)];
    int[] specials =
        half
            ? new int[] {0x7C00, 0xFC00, 0x7E00, 0xFE00, 0, 0x8000, 1, 0x8001, 0x3C00}
            : new int[] {
              0x7F800000,
              0xFF800000,
              0x7FC00000,
              0xFFC00001,
              0,
              0x80000000,
              1,
              0x80000001,
              0x3F800000
            };
    for (int i = 0; i < scores.length; i++) {
      int bits =
          half
              ? Float.floatToFloat16(random.nextInt(-40, 40) / 4f) & 0xFFFF
              : Float.floatToIntBits(random.nextInt(-400, 400) / 8f);
      scores[i] = random.nextInt(8) == 0 ? specials[random.nextInt(specials.length)] : bits;
    }
    int[] indices = new int[Math.max(1, indexRows * columns)];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = random.nextInt();
    }
    return new Data(scores, indices);
  }

  /** All scores equal, indices descending: only the tie rule decides. */
  Data ties() {
    int[] scores = new int[rows * columns];
    Arrays.fill(scores, half ? 0x3C00 : 0x3F800000);
    int[] indices = new int[indexRows * columns];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = -i;
    }
    return new Data(scores, indices);
  }

  /** Compiles, runs and compares with a plain sort of each block; canaries must be untouched. */
  ObjectFile check(Profile profile, Data data) {
    return check(profile, data, text(), layout().size() + 1);
  }

  /** The same with tmp as the last bytes of UB, where no canary has room behind it. */
  ObjectFile checkTmpAtTheEnd(Profile profile, Data data) {
    int address = profile.unifiedBufferBytes() - tmpColumns * size();
    String last = "k" + layout().size();
    String text =
        text()
            .replaceAll("%at_tmp = arith.constant \\d+", "%at_tmp = arith.constant " + address)
            .replaceAll("(?m)^.*%" + last + ".*\\R", "");
    return check(profile, data, text, layout().size());
  }

  private ObjectFile check(Profile profile, Data data, String text, int stored) {
    int canaries = layout().size() + 1;
    ObjectFile object =
        Kernels.object(text.replace("CANARIES", Integer.toString(canaries)), profile);
    byte[] canary = new byte[canaries * CANARY];
    new Random(7).nextBytes(canary);
    ByteBuffer out = buffer(Math.max(1, rows * columns) * 8);
    List<byte[]> after =
        Kernels.run(
            object, scores(data), indices(data), out.array(), canary, new byte[canary.length]);
    assertThat(Arrays.copyOf(after.get(4), stored * CANARY))
        .as("bytes around the tiles")
        .isEqualTo(Arrays.copyOf(canary, stored * CANARY));
    if (rows * columns > 0) {
      compare(data, ByteBuffer.wrap(after.get(2)).order(ByteOrder.LITTLE_ENDIAN));
    }
    return object;
  }

  private byte[] scores(Data data) {
    ByteBuffer bytes = buffer(data.scores.length * size());
    for (int score : data.scores) {
      if (half) {
        bytes.putShort((short) score);
      } else {
        bytes.putInt(score);
      }
    }
    return bytes.array();
  }

  private static byte[] indices(Data data) {
    ByteBuffer bytes = buffer(data.indices.length * 4);
    for (int index : data.indices) {
      bytes.putInt(index);
    }
    return bytes.array();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private record Pair(int score, int index) {}

  private void compare(Data data, ByteBuffer out) {
    for (int row = 0; row < rows; row++) {
      int indexRow = indexRows == 1 ? 0 : row;
      for (int block = 0; block * 32 < columns; block++) {
        List<Pair> expected = new ArrayList<>();
        for (int k = block * 32; k < Math.min(columns, block * 32 + 32); k++) {
          expected.add(
              new Pair(data.scores[row * columns + k], data.indices[indexRow * columns + k]));
        }
        expected.sort(
            Comparator.comparingDouble((Pair pair) -> -rank(pair.score))
                .thenComparing(Pair::index, Integer::compareUnsigned));
        for (int k = 0; k < expected.size(); k++) {
          int at = 8 * (row * columns + block * 32 + k);
          assertThat(new Pair(out.getInt(at), out.getInt(at + 4)))
              .as("row %d, block %d, record %d", row, block, k)
              .isEqualTo(expected.get(k));
        }
      }
    }
  }

  /** Numbers by value, zeros equal, a NaN outside the infinities on the side of its sign. */
  private double rank(int bits) {
    float value = half ? Float.float16ToFloat((short) bits) : Float.intBitsToFloat(bits);
    if (Float.isNaN(value)) {
      boolean negative = half ? (bits & 0x8000) != 0 : bits < 0;
      return negative ? -2e300 : 2e300;
    }
    return value == Float.POSITIVE_INFINITY
        ? 1e300
        : value == Float.NEGATIVE_INFINITY ? -1e300 : value + 0.0;
  }
}
