import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Makes the data of the gemm example from the licence text of this repository: how often each of
 * its 256 most frequent pairs of characters occurs in each of 128 passages of 88 characters, and
 * how alike passages are. Run it from the root of the repository: {@code java
 * examples/gemm/Passages.java}.
 */
public final class Passages {
  private static final int PASSAGES = 128;
  private static final int LENGTH = 88;
  private static final int PAIRS = 256;
  private static final int COMPARED = 96;

  private Passages() {}

  public static void main(String[] arguments) throws IOException {
    String text = Files.readString(Path.of("LICENSE")).toLowerCase(Locale.ROOT);
    Path directory = Path.of("examples/gemm");
    int[][] counts = counts(text, mostFrequent(text));
    int[][] columns = new int[PAIRS][COMPARED];
    float[] alike = new float[PASSAGES * COMPARED];
    for (int m = 0; m < PASSAGES; m++) {
      for (int n = 0; n < COMPARED; n++) {
        int sum = 0;
        for (int k = 0; k < PAIRS; k++) {
          sum += counts[m][k] * counts[n][k];
          columns[k][n] = counts[n][k];
        }
        alike[m * COMPARED + n] = sum;
      }
    }
    write(directory.resolve("a.npy"), "<f2", "(128, 256)", halves(counts));
    write(directory.resolve("b.npy"), "<f2", "(256, 96)", halves(columns));
    write(directory.resolve("expected.npy"), "<f4", "(128, 96)", floats(alike));
  }

  /** The pairs in descending order of how often they occur, equally frequent ones by letters. */
  private static List<String> mostFrequent(String text) {
    Map<String, Integer> frequencies = new TreeMap<>();
    for (int i = 0; i + 2 <= PASSAGES * LENGTH; i++) {
      frequencies.merge(text.substring(i, i + 2), 1, Integer::sum);
    }
    return frequencies.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(PAIRS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static int[][] counts(String text, List<String> pairs) {
    int[][] counts = new int[PASSAGES][PAIRS];
    for (int m = 0; m < PASSAGES; m++) {
      String passage = text.substring(m * LENGTH, (m + 1) * LENGTH);
      for (int k = 0; k < PAIRS; k++) {
        String pair = pairs.get(k);
        counts[m][k] =
            (int) IntStream.range(0, LENGTH - 1).filter(i -> passage.startsWith(pair, i)).count();
      }
    }
    return counts;
  }

  private static byte[] halves(int[][] rows) {
    ByteBuffer buffer =
        ByteBuffer.allocate(2 * rows.length * rows[0].length).order(ByteOrder.LITTLE_ENDIAN);
    for (int[] row : rows) {
      for (int value : row) {
        buffer.putShort(Float.floatToFloat16(value));
      }
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
