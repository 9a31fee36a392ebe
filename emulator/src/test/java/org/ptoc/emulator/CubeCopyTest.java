package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;

/**
 * Copies into L1 (spec/60, 3.2 and 3.5). What lies there comes out through the bias table: a
 * product of zeros plus biases is the words of L1.
 */
class CubeCopyTest {
  private static final byte FILL = (byte) 0xA5;
  private static final int WORDS = 256;

  /** Writes the first 1024 bytes of L1 to buffer 1. */
  private static CubeWords dump(CubeWords words) {
    int zeros = 0x60000;
    return words
        .set(21, zeros)
        .set(22, 1 | 256L << 16)
        .line("l1_fill.i32 X21, X22, XZR")
        .load("l1_to_l0a", "i8", zeros, 0, 1, 1, 1, 1)
        .load("l1_to_l0b", "i8", zeros, 0, WORDS / 16, 1, 16, 16)
        .set(22, 1L << 4 | 32L << 16)
        .line("l1_to_bt.i32 XZR, XZR, X22")
        .set(25, 1L | 1L << 12 | (long) WORDS << 24 | 3L << 61)
        .line("mad.i8.i8.i32 XZR, XZR, XZR, X25, bias X20")
        .store("i32.i32", 1, 1, WORDS, WORDS, 1L << 43 | 16, "");
  }

  private static byte[] run(CubeWords words, byte[] source) {
    CubeWords all = new CubeWords(Profile.A5).line("movi X20, 0");
    return CubeWords.run(dump(words).kernel(2), FILL, Engine.INTERPRET, source, new byte[4 * WORDS])
        .get(1);
  }

  private static byte[] filled() {
    byte[] memory = new byte[4 * WORDS];
    Arrays.fill(memory, FILL);
    return memory;
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  /** Both ways into fractals, one word each: no kernel stands for another (F18). */
  @ParameterizedTest
  @CsvSource({
    "f16, 2, 5, 20, false",
    "f16, 2, 5, 20, true",
    "i8, 1, 7, 33, false",
    "i8, 1, 7, 33, true",
    "f32, 4, 3, 9, true",
    "f32, 4, 4, 16, false",
  })
  void groupsOfMatricesBecomeFractals(
      String type, int bytes, int rows, int columns, boolean byColumns) {
    int perRow = 32 / bytes;
    int physical = rows + 1;
    int blocks = (columns + perRow - 1) / perRow;
    int group = physical * blocks;
    int line = (byColumns ? rows : columns) * bytes + 6;
    int out = line * (byColumns ? columns : rows) + 10;
    byte[] source = random(2 * out);
    CubeWords words = new CubeWords(Profile.A5);
    words
        .special("MTE2_NZ_PARA", 2 | 1L << 16 | (long) physical << 32 | (long) group << 48)
        .set(22, (long) line << 4 | (long) rows << 48)
        .set(23, columns | (long) out << 21)
        .line((byColumns ? "gm_to_l1_dn2nz." : "gm_to_l1_nd2nz.") + type + " XZR, X0, X22, X23")
        .set(20, 0);
    byte[] expected = filled();
    for (int q = 0; q < 2; q++) {
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < blocks * perRow; j++) {
          int to = q * group * 32 + (j / perRow * physical + i) * 32 + j % perRow * bytes;
          int from = q * out + (byColumns ? j * line + i * bytes : i * line + j * bytes);
          for (int b = 0; b < bytes && to + b < expected.length; b++) {
            expected[to + b] = j < columns ? source[from + b] : 0;
          }
        }
      }
    }
    assertThat(run(words, source)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"f16, 2, 5, 3", "f32, 4, 9, 1", "i8, 1, 20, 4"})
  void smallRowsTakeFourElements(String type, int bytes, int rows, int columns) {
    byte[] source = random(rows * 16);
    CubeWords words = new CubeWords(Profile.A5);
    words
        .special("MTE2_NZ_PARA", 1)
        .set(22, 16L << 4 | (long) rows << 48)
        .set(23, columns | 1L << 61)
        .line("gm_to_l1_nd2nz." + type + " XZR, X0, X22, X23")
        .set(20, 0);
    byte[] expected = filled();
    Arrays.fill(expected, 0, (rows * 4 * bytes + 31) / 32 * 32, (byte) 0);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(source, 16 * i, expected, i * 4 * bytes, columns * bytes);
    }
    assertThat(run(words, source)).isEqualTo(expected);
  }

  /** F2: the first listed loop is the inner one; strides are those of its registers. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 3", "1, 3"})
  void plainCopiesHaveTwoLoops(int inner, int outer) {
    byte[] source = random(1000);
    CubeWords words = new CubeWords(Profile.A5);
    words
        .special("LOOP1_STRIDE_OUTTOL1", 100 | 64L << 40)
        .special("LOOP2_STRIDE_OUTTOL1", 300 | 256L << 40)
        .special("LOOP_SIZE_OUTTOL1", inner | (long) outer << 21)
        .set(22, 1L << 4 | 50L << 25)
        .set(23, 0)
        .line("gm_to_l1.i8 XZR, X0, X22, X23")
        .set(20, 0);
    byte[] expected = filled();
    for (int o = 0; o < outer; o++) {
      for (int i = 0; i < inner; i++) {
        System.arraycopy(source, 100 * i + 300 * o, expected, 64 * i + 256 * o, 50);
      }
    }
    assertThat(run(words, source)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"i16, -2147483647", "i32, 305419896"})
  void fillsRepeatAPattern(String type, int pattern) {
    CubeWords words = new CubeWords(Profile.A5);
    words
        .set(21, 64)
        .set(22, 3 | 2L << 16 | 1L << 32)
        .set(23, pattern)
        .line("l1_fill." + type + " X21, X22, X23")
        .set(20, 0);
    ByteBuffer expected = ByteBuffer.wrap(filled()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3; i++) {
      for (int at = 0; at < 64; at += 4) {
        int half = pattern & 0xFFFF;
        expected.putInt(64 + 96 * i + at, type.equals("i16") ? half << 16 | half : pattern);
      }
    }
    assertThat(run(words, new byte[32])).isEqualTo(expected.array());
  }

  @ParameterizedTest
  @CsvSource({"f16", "bf16"})
  void biasesWiden(String type) {
    byte[] source = random(64);
    CubeWords words = new CubeWords(Profile.A5);
    int zeros = 0x60000;
    words
        .set(22, 1L << 4 | 64L << 25)
        .set(23, 0)
        .line("gm_to_l1." + type + " XZR, X0, X22, X23")
        .set(21, zeros)
        .set(22, 1 | 256L << 16)
        .line("l1_fill.i32 X21, X22, XZR")
        .load("l1_to_l0a", "f16", zeros, 0, 1, 1, 1, 1)
        .load("l1_to_l0b", "f16", zeros, 0, 2, 1, 2, 2)
        .set(20, 64)
        .set(22, 8 | 1L << 4 | 2L << 16)
        .line("l1_to_bt." + type + " X20, XZR, X22")
        .set(25, 1L | 1L << 12 | 32L << 24 | 3L << 61)
        .line("mad.f16.f16.f32 XZR, XZR, XZR, X25, bias X20, NOSAT")
        .store("f32.f32", 1, 1, 32, 32, 1L << 43 | 16, "");
    ByteBuffer out =
        ByteBuffer.wrap(
                CubeWords.run(words.kernel(2), FILL, Engine.INTERPRET, source, new byte[128])
                    .get(1))
            .order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer in = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 32; i++) {
      short bits = in.getShort(2 * i);
      float value =
          type.equals("f16") ? Float.float16ToFloat(bits) : Float.intBitsToFloat(bits << 16);
      assertThat(out.getFloat(4 * i)).isEqualTo(value + 0f);
    }
  }

  /** A2/A3 counts 32-byte blocks and gaps; L1 goes back to GM. */
  @ParameterizedTest
  @CsvSource({"2, 3, 1, 2", "1, 5, 0, 0"})
  void blocksAndGaps(int bursts, int length, int sourceGap, int targetGap) {
    CubeWords words = new CubeWords(Profile.A2A3);
    long word =
        (long) bursts << 4 | (long) length << 16 | (long) sourceGap << 32 | (long) targetGap << 48;
    words.set(22, word).line("gm_to_l1.f16 XZR, X0, X22").set(22, 1L << 4 | 32L << 16);
    words.line("l1_to_gm.f16 X1, XZR, X22");
    byte[] source = random(1024);
    byte[] expected = filled();
    for (int i = 0; i < bursts; i++) {
      System.arraycopy(
          source,
          i * (length + sourceGap) * 32,
          expected,
          i * (length + targetGap) * 32,
          length * 32);
    }
    List<byte[]> out =
        CubeWords.run(words.kernel(2), FILL, Engine.INTERPRET, source, new byte[1024]);
    assertThat(out.get(1)).isEqualTo(expected);
  }
}
