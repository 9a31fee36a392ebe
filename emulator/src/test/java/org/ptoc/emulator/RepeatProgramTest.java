package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;

/** A2/A3 programs: repeats, strides, masks, count mode (spec/21, section 6). */
class RepeatProgramTest {
  private static final int BYTES = 4096;

  /**
   * Copies X0 to UB 0 and X1 to UB 4096, runs the body with the result at X12 = 8192, copies it to
   * X2.
   */
  private static byte[] run(String body, byte[] a, byte[] b) {
    String text =
        "movi X11, 4096\nmovi X12, 8192\nconst X20, "
            + (1L << 4 | (long) BYTES / 32 << 16)
            + "\n"
            + "gm_to_ub.f32 XZR, X0, X20\ngm_to_ub.f32 X11, X1, X20\n"
            + body
            + "\nub_to_gm.f32 X2, X12, X20\nend\n";
    ParameterKind[] kinds = new ParameterKind[3];
    Arrays.fill(kinds, ParameterKind.POINTER);
    List<Argument> arguments = new ArrayList<>();
    for (byte[] each : List.of(Arrays.copyOf(a, BYTES), Arrays.copyOf(b, BYTES), new byte[BYTES])) {
      arguments.add(new Argument.Buffer(each));
    }
    RunResult result = Emulator.run(KernelLaunch.of(TestKernel.a2a3(text, kinds), arguments));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers().get(2);
  }

  private static long binary(int repeat, int d, int a, int b, int dr, int ar, int br) {
    ConfigurationWord bin = ConfigurationWord.BIN;
    long word = ConfigurationValues.set(bin, 0, ConfigurationField.REPEAT, repeat);
    word =
        ConfigurationValues.set(
            bin,
            ConfigurationValues.set(
                bin,
                ConfigurationValues.set(bin, word, ConfigurationField.DESTINATION_BLOCK, d),
                ConfigurationField.FIRST_BLOCK,
                a),
            ConfigurationField.SECOND_BLOCK,
            b);
    return ConfigurationValues.set(
        bin,
        ConfigurationValues.set(
            bin,
            ConfigurationValues.set(bin, word, ConfigurationField.DESTINATION_REPEAT, dr),
            ConfigurationField.FIRST_REPEAT,
            ar),
        ConfigurationField.SECOND_REPEAT,
        br);
  }

  private static long unary(int repeat, int d, int a, int dr, int ar) {
    ConfigurationWord una = ConfigurationWord.UNA;
    long word =
        ConfigurationValues.set(
            una,
            ConfigurationValues.set(
                una,
                ConfigurationValues.set(una, 0, ConfigurationField.REPEAT, repeat),
                ConfigurationField.DESTINATION_BLOCK,
                d),
            ConfigurationField.FIRST_BLOCK,
            a);
    return ConfigurationValues.set(
        una,
        ConfigurationValues.set(una, word, ConfigurationField.DESTINATION_REPEAT, dr),
        ConfigurationField.FIRST_REPEAT,
        ar);
  }

  @Test
  void denseRepeats() {
    String body = "const X15, " + binary(4, 1, 1, 1, 8, 8, 8) + "\nvadd.f32 X12, XZR, X11, X15";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int i = 0; i < 1024; i++) {
      assertThat(result[i]).isEqualTo(i < 256 ? 2 * i : 0);
    }
  }

  @Test
  void stridesMasksAndBroadcastRows() {
    String body =
        "const X15, "
            + binary(3, 2, 1, 0, 16, 8, 1)
            + "\n"
            + "const X16, 0x0F0F\n"
            + "mov_spr_x MASK0, X16\n"
            + "mov_spr_x MASK1, XZR\n"
            + "vadd.f32 X12, XZR, X11, X15";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    float[] expected = new float[1024];
    for (int r = 0; r < 3; r++) {
      for (int lane = 0; lane < 64; lane++) {
        if ((0x0F0FL >>> lane & 1) != 0) {
          int block = lane / 8;
          int e = lane % 8;
          expected[r * 128 + block * 16 + e] = (r * 64 + lane) + (r * 8 + e);
        }
      }
    }
    assertThat(result).containsExactly(expected);
  }

  @Test
  void countModeDerivesTheRepeats() {
    String body =
        "const X15, "
            + binary(0, 1, 1, 1, 8, 8, 8)
            + "\nmovi X16, 100\nmov_spr_x MASK0, X16\n"
            + "spr_bit_hi CTRL, 24, 1\nvmul.f32 X12, XZR, X11, X15";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int i = 0; i < 1024; i++) {
      assertThat(result[i]).isEqualTo(i < 100 ? i * i : 0);
    }
  }

  @Test
  void repeatZeroDoesNothing() {
    String body = "const X15, " + binary(0, 1, 1, 1, 8, 8, 8) + "\nvadd.f32 X12, XZR, X11, X15";
    assertThat(run(body, Data.iota(1024), Data.iota(1024))).containsOnly(0);
  }

  @Test
  void readsOfARepeatComeBeforeItsWrites() {
    String body =
        "const X15, "
            + unary(1, 1, 1, 8, 8)
            + "\nmovi X10, 32\nvabs.f32 X10, XZR, X15\n"
            + "const X16, "
            + unary(2, 1, 1, 8, 8)
            + "\nvcopy.f32 X12, XZR, X16";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int i = 0; i < 64; i++) {
      assertThat(result[i + 8]).isEqualTo(i);
    }
  }

  @Test
  void scalarAndAccumulator() {
    String body =
        "const X15, "
            + unary(2, 1, 1, 8, 8)
            + "\nconst X16, 0x40400000\n"
            + "vdup.f32 X12, X16, X15\nvaxpy.f32 X12, XZR, X16, X15";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int i = 0; i < 128; i++) {
      assertThat(result[i]).isEqualTo(3 + 3 * i);
    }
  }

  @Test
  void conversionsPlaceElementsSideBySide() {
    String body =
        "const X15, "
            + unary(2, 1, 1, 4, 8)
            + "\nvconv.f32.f16 X11, XZR, X15, R\n"
            + "const X16, "
            + unary(2, 1, 1, 8, 4)
            + "\nvconv.f16.f32 X12, X11, X16";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int i = 0; i < 1024; i++) {
      assertThat(result[i]).isEqualTo(i < 128 ? i : 0);
    }
  }

  @Test
  void comparesPackBitsAndSelectsReadThem() {
    String body =
        "const X15, "
            + binary(2, 1, 1, 1, 8, 8, 0)
            + "\nmovi X13, 2048\nmovi X14, 1024\n"
            + "vcmpv.f32 X13, XZR, X11, X15, GT\n"
            + "mov_spr_x CMPMASK0, X13\n"
            + "const X16, "
            + (binary(2, 1, 1, 1, 8, 8, 8) | 2L << 48)
            + "\nvsel.f32 X12, XZR, X14, X16";
    float[] a = new float[1024];
    for (int i = 0; i < 128; i++) {
      a[i] = i % 5;
    }
    float[] b = new float[1024];
    Arrays.fill(b, 2);
    float[] result = Data.floats(run(body, Data.floats(a), Data.floats(b)));
    for (int i = 0; i < 128; i++) {
      assertThat(result[i]).isEqualTo(a[i] > 2 ? a[i] : 0);
    }
  }

  @Test
  void reductionsStoreResultsSideBySide() {
    String body = "const X15, " + unary(3, 1, 1, 1, 8) + "\nvcadd.f32 X12, XZR, X15";
    float[] sums = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    assertThat(Arrays.copyOf(sums, 4)).containsExactly(2016, 2016 + 4096, 2016 + 8192, 0);
    float[] groups =
        Data.floats(run(body.replace("vcadd", "vcgmax"), Data.iota(1024), Data.iota(1024)));
    for (int g = 0; g < 24; g++) {
      assertThat(groups[g]).isEqualTo(8 * g + 7);
    }
    int[] extremum =
        Data.ints(
            run(
                body.replace("vcadd.f32 X12, XZR, X15", "vcmax.f32 X12, XZR, X15, INDEX_VALUE"),
                Data.iota(1024),
                Data.iota(1024)));
    assertThat(Arrays.copyOf(extremum, 4))
        .containsExactly(63, Float.floatToIntBits(63), 63, Float.floatToIntBits(127));
  }

  @Test
  void alignedCopiesCountBytes() {
    ConfigurationWord head = ConfigurationWord.DMA2A_0;
    long bursts = ConfigurationValues.set(head, 0, ConfigurationField.BURSTS, 3);
    long length = ConfigurationValues.set(head, bursts, ConfigurationField.LENGTH, 20);
    long word = ConfigurationValues.set(head, length, ConfigurationField.RIGHT, 2);
    long gaps =
        ConfigurationValues.set(ConfigurationWord.DMA2A_1, 0, ConfigurationField.SOURCE_GAP, 4);
    String body =
        "const X15, "
            + word
            + "\nconst X16, "
            + gaps
            + "\nconst X17, 0x3F800000\nmov_spr_x MOV_PAD_VAL, X17\n"
            + "gm_to_ub_align.f32 X12, X0, X15, X16";
    float[] result = Data.floats(run(body, Data.iota(1024), Data.iota(1024)));
    for (int row = 0; row < 3; row++) {
      for (int i = 0; i < 8; i++) {
        assertThat(result[row * 8 + i]).isEqualTo(i < 5 ? row * 6 + i : 1);
      }
    }
  }

  @Test
  void selectsByRegisterMaskAndByScalar() {
    String body =
        "const X15, "
            + binary(2, 1, 1, 1, 8, 8, 8)
            + "\nconst X13, 0x5\nmov_spr_x CMPMASK0, X13\n"
            + "vsel.f32 X12, XZR, X11, X15";
    float[] a = Data.floats(Data.iota(1024));
    float[] b = new float[1024];
    Arrays.fill(b, -1);
    float[] byRegister = Data.floats(run(body, Data.floats(a), Data.floats(b)));
    for (int i = 0; i < 128; i++) {
      assertThat(byRegister[i]).isEqualTo(i % 64 == 0 || i % 64 == 2 ? i : -1);
    }
    String scalar =
        "const X15, "
            + (binary(2, 1, 1, 1, 8, 8, 8) | 1L << 48)
            + "\nmovi X13, 4\nmov_spr_x CMPMASK0, X13\n"
            + "vsel.f32 X12, XZR, X11, X15";
    int[] bits = new int[1024];
    bits[0] = 0b1001;
    bits[2] = 0b10;
    float[] byScalar = Data.floats(run(scalar, Data.floats(a), Data.ints(bits)));
    for (int i = 0; i < 128; i++) {
      assertThat(byScalar[i]).isEqualTo(i == 0 || i == 3 || i == 65 ? i : 1);
    }
  }

  @Test
  void gathersBroadcastsAndReducesByPattern() {
    int[] offsets = new int[1024];
    for (int i = 0; i < 128; i++) {
      offsets[i] = 4 * (127 - i);
    }
    String gather = "const X15, " + unary(2, 1, 1, 8, 8) + "\nvgather.f32 X12, X11, X15";
    float[] reversed = Data.floats(run(gather, Data.iota(1024), Data.ints(offsets)));
    String broadcast = "const X15, " + unary(2, 1, 1, 8, 8) + "\nvbrcb.f32 X12, XZR, X15";
    float[] blocks = Data.floats(run(broadcast, Data.iota(1024), new byte[0]));
    int[] pattern = new int[1024];
    pattern[0] = 0b1010;
    pattern[3] = 1 << 31;
    String reduce =
        "const X15, " + binary(2, 1, 1, 1, 8, 8, 8) + "\nvreducev2.f32 X12, XZR, X11, X15";
    float[] kept = Data.floats(run(reduce, Data.iota(1024), Data.ints(pattern)));
    for (int i = 0; i < 128; i++) {
      assertThat(reversed[i]).isEqualTo(127 - i);
      assertThat(blocks[i]).isEqualTo(i / 8);
    }
    assertThat(Arrays.copyOf(kept, 4)).containsExactly(1, 3, 127, 0);
  }

  @Test
  void resultsOfAReductionByPatternMayOverwriteThePattern() {
    int[] pattern = {0b1010, 0b100};
    String body =
        "const X15, "
            + binary(1, 1, 1, 1, 8, 8, 8)
            + "\nvreducev2.f32 X11, XZR, X11, X15\n"
            + "const X16, "
            + unary(1, 1, 1, 8, 8)
            + "\nvcopy.f32 X12, X11, X16";
    float[] kept = Data.floats(run(body, Data.iota(1024), Data.ints(pattern)));
    assertThat(Arrays.copyOf(kept, 4)).containsExactly(1, 3, 34, 0);
  }

  @Test
  void mixedMultiplyAddReadsHalfAsManyBlocks() {
    String body =
        "const X15, "
            + unary(2, 1, 1, 4, 8)
            + "\nvconv.f32.f16 X11, XZR, X15, R\n"
            + "const X16, "
            + binary(2, 1, 1, 1, 8, 4, 4)
            + "\nvmla.f16.f32 X12, X11, X11, X16\n"
            + "vmla.f16.f32 X12, X11, X11, X16";
    float[] result = Data.floats(run(body, Data.iota(1024), new byte[0]));
    for (int i = 0; i < 128; i++) {
      assertThat(result[i]).isEqualTo(2 * i * i);
    }
  }

  @Test
  void fusedConversionsFillHalfTheBlocks() {
    String body =
        "const X15, "
            + binary(2, 1, 1, 1, 4, 8, 8)
            + "\nvaddreluconv.f32.f16 X13, XZR, X11, X15\n"
            + "const X16, "
            + unary(2, 1, 1, 8, 4)
            + "\nvconv.f16.f32 X12, X13, X16";
    float[] b = new float[1024];
    Arrays.fill(b, -3);
    float[] result = Data.floats(run("movi X13, 16384\n" + body, Data.iota(1024), Data.floats(b)));
    for (int i = 0; i < 128; i++) {
      assertThat(result[i]).isEqualTo(Math.max(i - 3, 0));
    }
  }

  @Test
  void shiftsRoundWhenAsked() {
    int[] a = new int[1024];
    for (int i = 0; i < 64; i++) {
      a[i] = i - 32;
    }
    String body =
        "const X15, " + unary(1, 1, 1, 8, 8) + "\nmovi X13, 2\nvshrs.i32 X12, XZR, X13, X15";
    int[] plain = Data.ints(run(body, Data.ints(a), new byte[0]));
    int[] rounded = Data.ints(run(body + ", ROUND", Data.ints(a), new byte[0]));
    for (int i = 0; i < 64; i++) {
      assertThat(plain[i]).isEqualTo(Math.floorDiv(a[i], 4));
      assertThat(rounded[i]).isEqualTo(Math.floorDiv(a[i] + 2, 4));
    }
  }

  @Test
  void maskedLanesAtTheEndOfMemoryAreNotTouched() {
    String body =
        "movi X13, 196576\nmovi X14, 8\nmov_spr_x MASK0, X14\nspr_bit_hi CTRL, 24, 1\n"
            + "const X15, "
            + unary(0, 1, 1, 8, 8)
            + "\nvdup.f32 X13, X14, X15\nvabs.f32 X12, X13, X15";
    int[] result = Data.ints(run(body, new byte[0], new byte[0]));
    assertThat(Arrays.copyOf(result, 9)).containsExactly(8, 8, 8, 8, 8, 8, 8, 8, 0);
  }
}
