package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** The worked examples of spec/60, 5.6 and 7.3. */
class CubeTimingTest {

  private static Program program(Profile profile, String text) {
    return Kernels.program(profile, CoreKind.CUBE, text);
  }

  /** Cycles of the only word of a pipe that is not S. */
  private static long cycles(Profile profile, TimingModel model, String text, Pipe pipe) {
    TimedKernel kernel = new TimedKernel(program(profile, text + "; end"), 1);
    return kernel.run(model).blocks().getFirst().pipes().stream()
        .filter(usage -> usage.pipe() == pipe)
        .mapToLong(PipeUsage::busy)
        .sum();
  }

  private static String mad(String word, int m, int n, int k, boolean f32OnA2a3) {
    long flags = 1L << 63 | (f32OnA2a3 ? 1L << 61 : 0);
    long value = m | (long) k << 12 | (long) n << 24 | flags;
    return "const X1, 0x" + Long.toHexString(value) + "; " + word + " XZR, XZR, XZR, X1";
  }

  /** All types (F19), and blocks of 64 of 4-bit elements rounded up (F25). */
  @ParameterizedTest
  @CsvSource({
    "mad.f16.f16.f32, 40, 60, 50, 62, 54, 62",
    "mad.f16.f16.f32, 128, 256, 64, 526, 518, 526",
    "mad.i8.i8.i32, 16, 256, 128, 78, 70, 78",
    "mad.f32.f32.f32, 120, 50, 110, 910, 902, 910",
    "mad.f32.f32.f32, 120, 110, 50, 798, 790, 798",
    "mad_mx.e4m3.e4m3.f32, 128, 256, 128, 526, 0, 526",
    "mad_mx.e2m1x2.e2m1x2.f32, 256, 256, 256, 2062, 0, 2062",
    "mad_mx.e2m1x2.e2m1x2.f32, 16, 16, 192, 20, 0, 20",
    "mad_mx.e2m1x2.e2m1x2.f32, 16, 16, 160, 20, 0, 20",
  })
  void products(String word, int m, int n, int k, int documented, int a2a3, int a5) {
    String text = mad(word, m, n, k, false);
    assertThat(cycles(Profile.A5, TimingModel.DOCUMENTED, text, Pipe.M)).isEqualTo(documented);
    assertThat(cycles(Profile.A5, TimingModel.CALIBRATED, text, Pipe.M)).isEqualTo(a5);
    if (a2a3 > 0) {
      String other = mad(word, m, n, k, word.contains("f32.f32.f32"));
      assertThat(cycles(Profile.A2A3, TimingModel.DOCUMENTED, other, Pipe.M)).isEqualTo(documented);
      assertThat(cycles(Profile.A2A3, TimingModel.CALIBRATED, other, Pipe.M)).isEqualTo(a2a3);
    }
  }

  /**
   * Windows of 8 x 4 and 16 x 4 fractals, 128 rows of 512 bytes, 16 x 256 accumulators: bytes that
   * move, whatever the type (F19).
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          const X1, 0x0000040800000000; const X2, 0x0000000000080008; l1_to_l0a.f16 XZR, XZR, X1, X2 | MTE1 | 64 | 82 | 64
          const X1, 0x0000041000000000; const X2, 0x0000000000100010; l1_to_l0b.f16 XZR, XZR, X1, X2 | MTE1 | 256 | 328 | 256
          const X1, 0x0000020800000000; const X2, 0x0000000000100010; l1_to_l0b_t.f16 XZR, XZR, X1, X2 | MTE1 | 64 | 82 | 64
          const X1, 0x0000020800000000; const X2, 0x0000000000100010; l1_to_l0b_t.i8 XZR, XZR, X1, X2 | MTE1 | 64 | 100 | 64
          const X1, 0x0000008000010001; mov_spr_x MTE2_NZ_PARA, X1; const X1, 0x0080000000000000; const X2, 0x100; gm_to_l1_nd2nz.bf16 XZR, X0, X1, X2 | MTE2 | 256 | 820 | 745
          const X1, 0x0000010000101000; const X2, 0x0000080000000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | FIX | 128 | 231 | 249
          const X1, 0x0000000000200010; l1_to_bt.f32 XZR, XZR, X1 | MTE1 | 8 | 56 | 8
          const X1, 0x0000000000400001; l1_fill.i32 XZR, X1, XZR | MTE2 | 64 | 111 | 64
          """)
  void copies(String text, Pipe pipe, int documented, int a2a3, int a5) {
    assertThat(cycles(Profile.A5, TimingModel.DOCUMENTED, text, pipe)).isEqualTo(documented);
    assertThat(cycles(Profile.A5, TimingModel.CALIBRATED, text, pipe)).isEqualTo(a5);
    String other = text.replace("0x0000000000200010", "0x0000000000100010");
    assertThat(cycles(Profile.A2A3, TimingModel.DOCUMENTED, other, pipe)).isEqualTo(documented);
    assertThat(cycles(Profile.A2A3, TimingModel.CALIBRATED, other, pipe)).isEqualTo(a2a3);
  }

  /**
   * Published measurements of whole kernels, for each step of k or each store (spec/60, 7.2): the
   * calibrated sets are within 10 % of them.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A2A3 | MTE1 | 410.3 | const X1, 0x0000040800000000; const X2, 0x0000000000080008; l1_to_l0a.f16 XZR, XZR, X1, X2; const X1, 0x0000041000000000; const X2, 0x0000000000100010; l1_to_l0b.f16 XZR, XZR, X1, X2
          A2A3 | M    | 524.9 | const X1, 0x8000000100040080; mad.f16.f16.f32 XZR, XZR, XZR, X1
          A2A3 | FIX  | 1799  | const X1, 0x0000010000801000; const X2, 0x0000080000000080; l0c_to_gm.f32.f32 X0, XZR, X1, X2
          A2A3 | FIX  | 1875  | const X1, 0x0000010000801000; const X2, 0x0000080000000080; l0c_to_gm.f32.f32 X0, XZR, X1, X2
          A5   | FIX  | 1027  | const X1, 0x0000010000801000; const X2, 0x0000084000000080; l0c_to_gm.f32.bf16 X0, XZR, X1, X2
          A5   | FIX  | 966   | const X1, 0x0000010000801000; const X2, 0x0000084000000080; l0c_to_gm.f32.bf16 X0, XZR, X1, X2
          A5   | M    | 531   | const X1, 0x8000000080100080; mad_mx.e4m3.e4m3.f32 XZR, XZR, XZR, X1
          A5   | M    | 2040  | const X1, 0x8000000100100100; mad_mx.e2m1x2.e2m1x2.f32 XZR, XZR, XZR, X1
          """)
  void publishedSweep(Profile profile, Pipe pipe, double measured, String text) {
    assertThat((double) cycles(profile, TimingModel.CALIBRATED, text, pipe))
        .isBetween(0.9 * measured, 1.1 * measured);
  }

  private static final String SEQUENCE =
      """
      ldc.i64 X11, 0
      movi X12, 16
      ldc.i64 X13, 8
      mov_spr_x MTE2_NZ_PARA, X13
      movi X14, 512
      gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
      gm_to_l1_nd2nz.f16 X14, X1, X11, X12
      set_flag MTE2, MTE1, 0
      wait_flag MTE2, MTE1, 0
      ldc.i64 X15, 16
      ldc.i64 X16, 24
      l1_to_l0a.f16 XZR, XZR, X15, X16
      l1_to_l0b_t.f16 XZR, X14, X15, X16
      set_flag MTE1, M, 0
      wait_flag MTE1, M, 0
      ldc.i64 X17, 32
      mad.f16.f16.f32 XZR, XZR, XZR, X17
      set_flag M, FIX, 0
      wait_flag M, FIX, 0
      ldc.i64 X18, 40
      ldc.i64 X19, 48
      l0c_to_gm.f32.f32 X2, XZR, X18, X19
      barrier ALL
      end
      """;

  private static final long[] CONSTANTS = {
    0x0010000000000200L,
    0x0000001000010001L,
    0x0000010100000000L,
    0x0000000000010001L,
    0x8000000010010010L,
    0x0000001000100100L,
    0x0000080000000010L,
  };

  @Test
  void sequence() {
    TimedKernel kernel = new TimedKernel(program(Profile.A5, SEQUENCE), 3, CONSTANTS);
    List<TimedEvent> events = kernel.run(TimingModel.DOCUMENTED).blocks().getFirst().events();
    assertThat(
            events.stream()
                .map(TimedEvent::done)
                .map(String::valueOf)
                .collect(Collectors.joining(" ")))
        .isEqualTo("2 4 6 8 10 13 15 16 17 16 18 21 25 26 27 24 42 43 44 29 31 52 53 55");
  }

  /** Spec/60, 3.7: one fractal behind the product, when no flag orders the two. */
  @Test
  void unitFlagsLetTheFixpipeFollow() {
    String product = mad("mad.f16.f16.f32", 64, 64, 64, false);
    long plain = Long.parseUnsignedLong(product.substring(12, 28), 16);
    String flagged = product.replace(Long.toHexString(plain), Long.toHexString(plain | 3L << 55));
    String store =
        "; const X1, 0x0000004000400400; const X2, 0x0000080%s00000040; l0c_to_gm.f32.f32 X0, XZR,"
            + " X1, X2";
    List<TimedEvent> events = events(flagged + store.formatted("3"));
    TimedEvent mad = last(events, Pipe.M);
    assertThat(last(events, Pipe.FIX).start()).isEqualTo(mad.done() - 16);
    events = events(product + store.formatted("0"));
    assertThat(last(events, Pipe.FIX).start())
        .as("nothing orders them")
        .isLessThan(last(events, Pipe.M).done() - 16);
  }

  private static List<TimedEvent> events(String text) {
    return new TimedKernel(program(Profile.A5, text + "; end"), 1)
        .run(TimingModel.DOCUMENTED)
        .blocks()
        .getFirst()
        .events();
  }

  private static TimedEvent last(List<TimedEvent> events, Pipe pipe) {
    return events.stream().filter(event -> event.pipe() == pipe).toList().getLast();
  }

  /** 4,096 products of f16 in each cycle (F20). */
  @Test
  void theReportKnowsThePeak() {
    TimedKernel kernel =
        new TimedKernel(
            program(Profile.A5, mad("mad.f16.f16.f32", 128, 256, 64, false) + "; end"), 1);
    BlockTiming block = kernel.run(TimingModel.DOCUMENTED).blocks().getFirst();
    assertThat(block.products()).isEqualTo(128L * 256 * 64);
    assertThat(block.idealProductCycles()).isEqualTo(512L * BlockTiming.PEAK_UNIT);
  }
}
