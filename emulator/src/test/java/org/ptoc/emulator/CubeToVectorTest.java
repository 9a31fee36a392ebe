package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.Profile;

/**
 * Words that write the unified buffers of the vector cores beside a cube core (spec/60, 3.5, 3.8).
 */
class CubeToVectorTest {
  private static final byte FILL = 0x5A;
  private static final int SIZE = 16_384;

  /** Hears of the core, whose memories a test looks into. */
  private record Witness(List<Core> cores) implements ExecutionListener {
    @Override
    public void started(Core core) {
      cores.add(core);
    }

    @Override
    public void executed(int word, ExecutionRecord record) {}
  }

  /** The first bytes of the unified buffers of both vector cores behind a run. */
  private static byte[][] run(CubeWords words, byte[] source) {
    List<Core> cores = new ArrayList<>();
    KernelLaunch launch =
        KernelLaunch.of(words.kernel(1), List.of(new Argument.Buffer(source)))
            .withUnifiedBufferFill(FILL)
            .withListeners(block -> new Witness(cores));
    assertThat(Emulator.run(launch)).isInstanceOf(RunResult.Completed.class);
    byte[][] buffers = new byte[2][];
    for (int i = 0; i < 2; i++) {
      buffers[i] = Arrays.copyOf(cores.getFirst().cube.unifiedBuffer(i), SIZE);
    }
    return buffers;
  }

  private static byte[][] filled() {
    byte[][] buffers = new byte[2][SIZE];
    Arrays.fill(buffers[0], FILL);
    Arrays.fill(buffers[1], FILL);
    return buffers;
  }

  /** F1: lengths and gaps are blocks of 32 bytes. */
  @ParameterizedTest
  @CsvSource({"0, 2, 3, 1, 2", "1, 3, 1, 0, 0", "1, 2, 2, 4, 1"})
  void blocksAndGaps(int core, int bursts, int length, int sourceGap, int targetGap) {
    byte[] source = new byte[1024];
    new Random(core).nextBytes(source);
    CubeWords words = new CubeWords(Profile.A5);
    words
        .set(22, 1L << 4 | 1024L << 25)
        .set(23, 0)
        .line("gm_to_l1.i8 XZR, X0, X22, X23")
        .set(21, 64)
        .set(
            22,
            core
                | (long) bursts << 4
                | (long) length << 16
                | (long) sourceGap << 32
                | (long) targetGap << 48)
        .line("l1_to_ub X21, XZR, X22");
    byte[][] expected = filled();
    for (int i = 0; i < bursts; i++) {
      System.arraycopy(
          source,
          i * (length + sourceGap) * 32,
          expected[core],
          64 + i * (length + targetGap) * 32,
          length * 32);
    }
    assertThat(run(words, source)).isDeepEqualTo(expected);
  }

  /** Accumulators c(i, j) = a(i) b(j) with a(i) = i + 1 and b(j) = j + 1. */
  private static CubeWords accumulators(int m, int n) {
    int rows = (m + 15) / 16;
    int columns = (n + 15) / 16;
    return new CubeWords(Profile.A5)
        .fractals("f32", 0, 0, m, 1, 4, 16 * rows)
        .load("l1_to_l0a", "f32", 0, 0, rows, 1, rows, rows)
        .fractals("f32", 0, 65_536, n, 1, 4, 16 * columns)
        .load("l1_to_l0b", "f32", 65_536, 0, columns, 1, columns, columns)
        .mad("mad.f32.f32.f32", m, n, 1, 1L << 63, "");
  }

  private static byte[] ascending() {
    ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 64; i++) {
      bytes.putFloat(i + 1);
    }
    return bytes.array();
  }

  /** Mode 0 writes one core, 1 halves of the rows, 2 halves of the columns; strides stay. */
  @ParameterizedTest
  @CsvSource({"0, 0, 20, 40", "0, 1, 20, 40", "1, 0, 20, 40", "2, 0, 6, 64", "2, 0, 17, 32"})
  void coresAndHalves(int split, int core, int m, int n) {
    int stride = 64;
    CubeWords words = accumulators(m, n);
    words
        .set(26, (long) n << 4 | (long) m << 16 | (long) stride << 32)
        .set(27, (m + 15L) / 16 * 16 | (long) split << 16 | (long) core << 18 | 1L << 43)
        .set(28, 96)
        .line("l0c_to_ub.f32.f32 X28, XZR, X26, X27");
    byte[][] expected = filled();
    int halfRows = split == 1 ? m / 2 : m;
    int halfColumns = split == 2 ? n / 2 : n;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        int to = core + i / halfRows + j / halfColumns;
        int at = 96 + (i % halfRows * stride + j % halfColumns) * 4;
        ByteBuffer.wrap(expected[to])
            .order(ByteOrder.LITTLE_ENDIAN)
            .putFloat(at, (i + 1f) * (j + 1));
      }
    }
    assertThat(run(words, ascending())).isDeepEqualTo(expected);
  }

  /** What goes to L1 as fractals is an operand of the next product. */
  @Test
  void resultsReturnAsOperands() {
    int m = 16;
    CubeWords words = accumulators(m, m);
    words
        .set(26, (long) m << 4 | (long) m << 16 | 16L * 16 << 32)
        .set(27, 16 | 1L << 34)
        .set(28, 131_072)
        .line("l0c_to_l1.f32.f16 X28, XZR, X26, X27")
        .load("l1_to_l0a", "f16", 131_072, 0, 1, 1, 1, 1)
        .load("l1_to_l0b_t", "f16", 131_072, 0, 1, 1, 1, 1)
        .mad("mad.f16.f16.f32", m, m, m, 1L << 63, "")
        .set(26, (long) m << 4 | (long) m << 16 | 16L << 32)
        .set(27, 16 | 1L << 43)
        .set(28, 0)
        .line("l0c_to_ub.f32.f32 X28, XZR, X26, X27");
    ByteBuffer result = ByteBuffer.wrap(run(words, ascending())[0]).order(ByteOrder.LITTLE_ENDIAN);
    float squares = 0;
    for (int k = 1; k <= m; k++) {
      squares += k * k;
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        assertThat(result.getFloat((i * m + j) * 4)).isEqualTo((i + 1f) * squares * (j + 1));
      }
    }
  }
}
