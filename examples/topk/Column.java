import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Makes the data of the topk example from the licence text of this repository: for each of its
 * first 8,163 characters the information in bits that the character carries when its predecessor is
 * known. Run it from the root of the repository: {@code java examples/topk/Column.java}.
 */
public final class Column {
  private static final int VALUES = 8163;

  private Column() {}

  public static void main(String[] arguments) throws IOException {
    byte[] text = Files.readAllBytes(Path.of("LICENSE"));
    Path directory = Path.of("examples/topk");
    float[] column = information(text);
    int[] rows = IntStream.range(0, VALUES).toArray();
    write(directory.resolve("column.npy"), "<f4", "(1, 8163)", floats(column));
    write(directory.resolve("rows.npy"), "<u4", "(1, 8163)", integers(rows));
    write(directory.resolve("expected.npy"), "<f4", "(1, 16326)", records(column, rows));
  }

  /**
   * The negative binary logarithm of the share that this character has among the successors of its
   * predecessor.
   */
  private static float[] information(byte[] text) {
    int[][] pairs = new int[128][128];
    int[] first = new int[128];
    for (int i = 1; i < text.length; i++) {
      pairs[text[i - 1]][text[i]]++;
      first[text[i - 1]]++;
    }
    float[] column = new float[VALUES];
    for (int i = 0; i < VALUES; i++) {
      int before = text[i];
      double share = (double) pairs[before][text[i + 1]] / first[before];
      column[i] = (float) (-StrictMath.log(share) / StrictMath.log(2));
    }
    return column;
  }

  /** Value and row in descending order of the value, equal values in order of their rows. */
  private static byte[] records(float[] column, int[] rows) {
    Integer[] order = Arrays.stream(rows).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparing((Integer row) -> -column[row]));
    ByteBuffer buffer = ByteBuffer.allocate(8 * VALUES).order(ByteOrder.LITTLE_ENDIAN);
    for (int row : order) {
      buffer.putFloat(column[row]).putInt(row);
    }
    return buffer.array();
  }

  private static byte[] floats(float[] values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      buffer.putFloat(value);
    }
    return buffer.array();
  }

  private static byte[] integers(int[] values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      buffer.putInt(value);
    }
    return buffer.array();
  }

  /** An .npy file of version 1.0. */
  private static void write(Path file, String type, String shape, byte[] data) throws IOException {
    String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    int padding = 64 - (10 + header.length() + 1) % 64;
    byte[] bytes = (header + " ".repeat(padding % 64) + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.write(bytes.length & 0xFF);
    out.write(bytes.length >> 8);
    out.write(bytes);
    out.write(data);
    Files.write(file, out.toByteArray());
  }
}
