package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;

/**
 * The fixpipe against formulas of spec/60, 3.8. Accumulators come from biases, so that each column
 * holds a value that a test chose, in all rows.
 */
class CubeFixpipeTest {
  private static final long BIAS = 1L << 62;
  private static final long ORDINARY = 1L << 61;
  private static final long ROWS = 1L << 43;
  private static final long COLUMNS = 1L << 62;
  private static final int ROW_COUNT = 3;

  /** A kernel on A5 whose accumulators are the biases of buffer 0, i32 or f32. */
  private static CubeWords accumulators(int m, int n, String type) {
    String element = type.equals("i32") ? "i8" : "f32";
    CubeWords words = new CubeWords(Profile.A5);
    int zeros = 0x60000;
    words
        .set(21, zeros)
        .set(22, 1 | 2048L << 16)
        .line("l1_fill.i32 X21, X22, XZR")
        .load("l1_to_l0a", element, zeros, 0, (m + 15) / 16, 1, 16, (m + 15) / 16)
        .load("l1_to_l0b", element, zeros, 0, (n + 15) / 16, 1, 16, (n + 15) / 16)
        .set(21, 0)
        .set(22, 1L << 4 | (long) n * 4 << 25)
        .set(23, 0)
        .line("gm_to_l1.i32 X21, X0, X22, X23")
        .set(22, 1L << 4 | (n * 4L + 31) / 32 << 16)
        .line("l1_to_bt." + type + " X21, X21, X22");
    return words
        .set(25, m | 1L << 12 | (long) n << 24 | BIAS | ORDINARY)
        .line(
            "mad."
                + element
                + "."
                + element
                + "."
                + type
                + " XZR, XZR, XZR, X25, bias X21"
                + (type.equals("i32") ? "" : ", NOSAT"));
  }

  private static byte[] words(int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  private static long mode(int quant, int relu, boolean clips) {
    return 16
        | (quant & 0x1FL) << 34
        | (quant >> 5 & 1L) << 29
        | (long) relu << 39
        | (clips ? 1L << 30 : 0);
  }

  /** Rows of one word as numbers of {@code width} bytes, sign-extended. */
  private static long[] run(
      String type, int[] values, String result, int width, long mode, String rest, Setup setup) {
    CubeWords words = accumulators(ROW_COUNT, values.length, type);
    setup.add(words);
    words.store(type + "." + result, 1, ROW_COUNT, values.length, values.length, mode | ROWS, rest);
    byte[] bytes =
        CubeWords.run(
                words.kernel(2),
                (byte) 0x7F,
                Engine.INTERPRET,
                words(values),
                new byte[ROW_COUNT * values.length * width])
            .get(1);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long[] rows = new long[ROW_COUNT * values.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          switch (width) {
            case 1 -> buffer.get(i);
            case 2 -> buffer.getShort(2 * i);
            default -> buffer.getInt(4 * i);
          };
    }
    long[] first = Arrays.copyOf(rows, values.length);
    for (int row = 1; row < ROW_COUNT; row++) {
      assertThat(Arrays.copyOfRange(rows, row * values.length, (row + 1) * values.length))
          .isEqualTo(first);
    }
    return first;
  }

  private interface Setup {
    void add(CubeWords words);
  }

  private static final Setup NOTHING = words -> {};

  private static int f(double value) {
    return Float.floatToRawIntBits((float) value);
  }

  private static int[] floats(double... values) {
    return Arrays.stream(values).mapToInt(CubeFixpipeTest::f).toArray();
  }

  private static long parameter(double scale, long shift, long offset, boolean signed) {
    return f(scale) & 0xFFFFFFFFL | shift << 32 | (offset & 0x1FF) << 37 | (signed ? 1L << 46 : 0);
  }

  /** The number of 16 bits that a float becomes, by the rules of saturation. */
  private static int half(float value, boolean saturates, boolean keepsNan) {
    if (Float.isNaN(value)) {
      return saturates && !keepsNan ? 0 : 0x7E00;
    }
    int bits = Float.floatToFloat16(value) & 0xFFFF;
    return saturates && (bits & 0x7FFF) == 0x7C00 ? bits - 1 : bits;
  }

  @ParameterizedTest
  @CsvSource({"SAT, true, false", "NOSAT, false, false", "SAT_NAN, true, true"})
  void halvesOverflowAsTheWordSays(String word, boolean saturates, boolean keepsNan) {
    double inf = Double.POSITIVE_INFINITY;
    int[] values =
        floats(0, 1.5, 65504, 65519, 65520, -65520, inf, -inf, Double.NaN, 1e-8, 2049, 2051);
    long[] actual = run("f32", values, "f16", 2, mode(1, 0, false), ", " + word, NOTHING);
    for (int i = 0; i < values.length; i++) {
      int expected = half(Float.intBitsToFloat(values[i]), saturates, keepsNan);
      assertThat(actual[i] & 0xFFFF).as("column %d", i).isEqualTo(expected);
    }
  }

  @Test
  void controlDecidesWhereTheWordDoesNot() {
    int[] values = floats(1e6, Double.NaN, Double.POSITIVE_INFINITY);
    long mode = mode(1, 0, false);
    assertThat(run("f32", values, "f16", 2, mode, "", NOTHING))
        .as("a cube core starts without saturation")
        .containsExactly(0x7C00, 0x7E00, 0x7C00);
    assertThat(run("f32", values, "f16", 2, mode, "", words -> words.special("CTRL", 0)))
        .containsExactly(0x7BFF, 0, 0x7BFF);
    assertThat(run("f32", values, "f16", 2, mode, "", words -> words.special("CTRL", 1L << 50)))
        .containsExactly(0x7BFF, 0x7E00, 0x7BFF);
  }

  @Test
  void brainFloatsRoundToEven() {
    int[] values = {0x3F808000, 0x3F818000, 0x3F808001, 0x7F7FFFFF, 0x7F800000, 0xFF7FFFFF};
    assertThat(run("f32", values, "bf16", 2, mode(16, 0, false), ", SAT", NOTHING))
        .containsExactly(0x3F80, 0x3F82, 0x3F81, 0x7F7F, 0x7F7F, (short) 0xFF7F);
  }

  @ParameterizedTest
  @CsvSource({"0, false", "0, true", "255, false", "255, true", "3, true", "1, false"})
  void requantisedBytesRoundAndClamp(int offset, boolean signed) {
    int[] values = {5, -5, 7, 1, -1, 0, 254, 255, 256, 257, 300, -300, 100000, -100000};
    long parameter = parameter(0.5, 0, offset, signed);
    int low = signed ? -128 : 0;
    int high = signed ? 127 : 255;
    long[] actual =
        run(
            "i32",
            values,
            signed ? "i8" : "u8",
            1,
            mode(9, 0, false),
            ", quant X9",
            words -> words.set(9, parameter));
    for (int i = 0; i < values.length; i++) {
      long expected =
          Math.round(Math.max(low, Math.min(high, Math.rint(values[i] * 0.5 + offset(offset)))));
      assertThat(actual[i]).as("%d", values[i]).isEqualTo((byte) expected);
    }
  }

  private static int offset(int bits) {
    return bits << 23 >> 23;
  }

  @Test
  void workedValuesOfTheDocument() {
    int[] five = {5};
    assertThat(requantised(five, 0)).isEqualTo(2);
    assertThat(requantised(five, 1)).isEqualTo(4);
    long[] shifted =
        run(
            "i32",
            new int[] {70000, -70000, 70001, 1 << 30},
            "i16",
            2,
            mode(28, 0, false),
            ", quant X9",
            words -> words.set(9, parameter(1, 0, 0, false)));
    assertThat(shifted)
        .as("F10: clamped before it is narrowed")
        .containsExactly(32767, -32768, 32767, 32767);
  }

  private static long requantised(int[] value, int offset) {
    return run(
        "i32",
        value,
        "i8",
        1,
        mode(9, 0, false),
        ", quant X9",
        words -> words.set(9, parameter(0.5, 0, offset, true)))[0];
  }

  @Test
  void scalarScalesKeepTheBitsThatVectorsLose() {
    int[] values = floats(1, 3, 1000, -7);
    float scale = Float.intBitsToFloat(0x3F801FFF);
    long[] scalar =
        run(
            "f32",
            values,
            "f32",
            4,
            mode(15, 0, false),
            ", quant X9",
            words -> words.set(9, f(scale)));
    long[] vector =
        run(
            "f32",
            values,
            "f32",
            4,
            mode(14, 0, false),
            ", quant X9",
            scales(scale, values.length));
    for (int i = 0; i < values.length; i++) {
      float value = Float.intBitsToFloat(values[i]);
      assertThat(scalar[i]).isEqualTo(f(value * scale));
      assertThat(vector[i]).isEqualTo(f(value * 1.0f));
    }
  }

  /** The same scale for each column, as 64-bit parameters that 32-bit fills put into L1. */
  private static Setup scales(float scale, int columns) {
    return words ->
        words
            .set(9, 0x50000)
            .set(10, 1 | (columns + 3L) / 4 * 2 << 16)
            .set(11, f(scale))
            .line("l1_fill.i32 X9, X10, X11")
            .set(10, 1L << 4 | (columns * 8L + 63) / 64 << 16)
            .set(11, 0)
            .line("l1_to_fb.u64 X11, X9, X10")
            .set(9, 0);
  }

  @Test
  void parametersBelongToColumns() {
    int n = 20;
    int[] values = new int[n];
    Arrays.fill(values, f(8));
    CubeWords words = accumulators(ROW_COUNT, n, "f32");
    words
        .set(21, 0x40000)
        .set(22, 1L << 4 | (n * 8L) << 25)
        .set(23, 0)
        .line("gm_to_l1.i32 X21, X2, X22, X23")
        .set(22, 1L << 4 | (n * 8L + 63) / 64 << 16)
        .set(9, 0)
        .line("l1_to_fb.u64 X9, X21, X22")
        .store("f32.f32", 1, ROW_COUNT, n, n, mode(14, 0, false) | ROWS, ", quant X9");
    ByteBuffer scales = ByteBuffer.allocate(n * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < n; i++) {
      scales.putLong(8 * i, f(i) & 0xFFFFFFFFL);
    }
    List<byte[]> out =
        CubeWords.run(
            words.kernel(3),
            (byte) 0xA5,
            Engine.INTERPRET,
            words(values),
            new byte[ROW_COUNT * n * 4],
            scales.array());
    ByteBuffer result = ByteBuffer.wrap(out.get(1)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < ROW_COUNT * n; i++) {
      assertThat(result.getFloat(4 * i)).as("F7, element %d", i).isEqualTo(8f * (i % n));
    }
  }

  /** All modes of relu (F9), each with a clip. */
  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "0, true", "1, true", "2, true"})
  void reluAndClip(int relu, boolean clips) {
    int[] values = floats(0, 1.25, -1.25, 5, -5, Double.NaN, Double.NEGATIVE_INFINITY);
    float alpha = 0.25f;
    float bound = 1.5f;
    long[] actual =
        run(
            "f32",
            values,
            "f32",
            4,
            mode(0, relu, clips),
            ", relu X9, clip X10",
            words -> words.set(9, f(alpha)).set(10, f(bound)));
    for (int i = 0; i < values.length; i++) {
      float x = Float.intBitsToFloat(values[i]);
      float y =
          switch (relu) {
            case 0 -> x;
            case 1 -> x > 0 ? x : 0;
            default -> x >= 0 ? x : x * alpha;
          };
      float z = clips && y > bound ? bound : y;
      assertThat(actual[i]).as("%s", x).isEqualTo(Float.floatToIntBits(z));
    }
  }

  @Test
  void clipIsGivenInTheDestinationType() {
    int[] values = floats(1, 2, 100, -3);
    assertThat(
            run(
                "f32",
                values,
                "f16",
                2,
                mode(1, 0, true),
                ", clip X10, NOSAT",
                words -> words.set(10, 0x4000)))
        .containsExactly(0x3C00, 0x4000, 0x4000, (short) 0xC200);
    assertThat(
            run(
                "i32",
                new int[] {1, 20, -5},
                "i8",
                1,
                mode(9, 0, true),
                ", quant X9, clip X10",
                words -> words.set(9, parameter(1, 0, 0, true)).set(10, 10)))
        .containsExactly(1, 10, -5);
  }

  @Test
  void fourBitResultsShareBytes() {
    int[] values = {1, -2, 7, 8, -8, -9, 3, 5};
    CubeWords words = accumulators(2, 8, "i32").set(9, parameter(1, 0, 0, true));
    words.store("i32.i8", 1, 2, 8, 8, mode(22, 0, false) | ROWS, ", quant X9");
    byte[] row = {(byte) 0xE1, (byte) 0x77, (byte) 0x88, 0x53};
    byte[] out =
        CubeWords.run(words.kernel(2), (byte) 0, Engine.INTERPRET, words(values), new byte[10])
            .get(1);
    assertThat(Arrays.copyOf(out, 4)).isEqualTo(row);
    assertThat(Arrays.copyOfRange(out, 4, 8)).isEqualTo(row);
    assertThat(out[8]).isZero();
  }

  @Test
  void lowPrecisionRoundsToTheNearest() {
    int[] values = floats(1, 1.0625, 1.1875, 448, 464, 465, 1e6, -300, 0.001, 0.0009765625);
    assertThat(
            run(
                "f32",
                values,
                "e4m3",
                1,
                mode(13, 0, false),
                ", quant X9, SAT",
                words -> words.set(9, f(1))))
        .containsExactly(0x38, 0x38, 0x3A, 0x7E, 0x7E, 0x7E, 0x7E, (byte) 0xF9, 0x01, 0x00);
  }

  /** Orders and strides of a 20 x 37 result; what is not written stays. */
  @ParameterizedTest
  @CsvSource({"rows, 0", "columns, 0", "fractals, 16", "channels, 8", "halves, 16"})
  void orders(String order, int width) {
    int m = 20;
    int n = 37;
    boolean half = order.equals("halves");
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      values[i] = f(i + 1);
    }
    long stride = order.equals("rows") ? 40 : order.equals("columns") ? 24 : 24L * width;
    long bits =
        switch (order) {
          case "rows" -> ROWS;
          case "columns" -> COLUMNS;
          case "channels" -> 1L << 42;
          default -> 0;
        };
    CubeWords words = accumulators(m, n, "f32");
    words.store(
        half ? "f32.f16" : "f32.f32",
        1,
        m,
        n,
        stride,
        mode(half ? 1 : 0, 0, false) + 16 | bits,
        "");
    int bytes = half ? 2 : 4;
    byte[] out =
        CubeWords.run(words.kernel(2), (byte) 0, Engine.INTERPRET, words(values), new byte[16_384])
            .get(1);
    ByteBuffer expected = ByteBuffer.allocate(16_384).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        long at =
            switch (order) {
              case "rows" -> i * stride + j;
              case "columns" -> j * stride + i;
              default -> j / width * stride + (long) i * width + j % width;
            };
        if (half) {
          expected.putShort((int) at * bytes, Float.floatToFloat16(j + 1));
        } else {
          expected.putFloat((int) at * bytes, j + 1);
        }
      }
    }
    assertThat(out).isEqualTo(expected.array());
  }

  /** The source stride of the loop counts rows of 16 accumulators, 64 bytes (F26). */
  @Test
  void loopsRepeatTheStore() {
    int[] values = floats(1, 2, 3, 4);
    CubeWords words = accumulators(4, 4, "f32");
    words.special("LOOP3_PARA", 2 | 2L << 16 | 100L << 32);
    words.store("f32.f32", 1, 2, 4, 4, mode(0, 0, false) | ROWS, "");
    byte[] out =
        CubeWords.run(words.kernel(2), (byte) 0, Engine.INTERPRET, words(values), new byte[1024])
            .get(1);
    ByteBuffer result = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 8; i++) {
      assertThat(result.getFloat(4 * i)).isEqualTo(1f + i % 4);
      assertThat(result.getFloat(400 + 4 * i)).isEqualTo(1f + i % 4);
    }
    assertThat(result.getFloat(32)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 5.5", "1, 3.0", "2, 2.5"})
  void atomics(int operation, double expected) {
    CubeWords words = accumulators(1, 8, "f32");
    words.special("CTRL", 1L << 48 | 1L << 6 | (long) operation << 9);
    words.store("f32.f32", 1, 1, 8, 8, mode(0, 0, false) | ROWS, "");
    int[] old = new int[8];
    Arrays.fill(old, f(2.5));
    int[] values = new int[8];
    Arrays.fill(values, f(3));
    byte[] out =
        CubeWords.run(words.kernel(2), (byte) 0, Engine.INTERPRET, words(values), words(old))
            .get(1);
    assertThat(ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN).getFloat(28))
        .isEqualTo((float) expected);
  }

  @Test
  void randomScalesAgreeWithFloatArithmetic() {
    Random random = new Random(3);
    for (int run = 0; run < 50; run++) {
      int[] values = random.ints(33).toArray();
      float scale = random.nextFloat() / 1000;
      long[] actual =
          run(
              "i32",
              values,
              "f16",
              2,
              mode(11, 1, false),
              ", quant X9, SAT",
              words -> words.set(9, f(scale)));
      for (int i = 0; i < values.length; i++) {
        float y = (float) values[i] * scale;
        assertThat(actual[i] & 0xFFFF).isEqualTo(half(y > 0 ? y : 0, true, false));
      }
    }
  }
}
