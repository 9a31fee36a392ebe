package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;

/** A5 programs against plain expectations. */
class VectorProgramTest {
  private static final ParameterKind P = ParameterKind.POINTER;

  /** One burst of 256 bytes: DMA5.0 with n = 1, len = 256; DMA5.1 zero. */
  private static final String COPY_WORDS = "const X20, 0x200000010\n";

  private static final String STORE_RESULT = "ub_to_gm.f32 X2, X10, X20, XZR\nend\n";

  private static List<byte[]> run(String text, byte[]... buffers) {
    ParameterKind[] kinds = new ParameterKind[buffers.length];
    Arrays.fill(kinds, P);
    List<Argument> arguments = new ArrayList<>();
    for (byte[] buffer : buffers) {
      arguments.add(new Argument.Buffer(buffer));
    }
    RunResult result = Emulator.run(KernelLaunch.of(TestKernel.a5(text, kinds), arguments));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers();
  }

  /** Loads X0 into V0 and X1 into V1, runs the body, stores V2 to X2. */
  private static byte[] binary(String body, int bodyWords, byte[] a, byte[] b) {
    String text =
        COPY_WORDS
            + """
            movi X11, 256
            gm_to_ub.f32 XZR, X0, X20, XZR
            gm_to_ub.f32 X11, X1, X20, XZR
            movi X10, 512
            """
            + "vf_begin "
            + (bodyWords + 4)
            + "\n"
            + "vlds.f32 V0, [XZR], NORM\nvlds.f32 V1, [X11], NORM\n"
            + body
            + "vsts.f32 V2, [X10], NORM_B32\nvf_end\n"
            + STORE_RESULT;
    return run(text, a, b, new byte[256]).get(2);
  }

  @Test
  void addsUnderFullPrefixAndScatteredMasks() {
    byte[] a = Data.iota(64);
    byte[] b = Data.iota(64);
    float[] full = Data.floats(binary("vadd.f32 V2, V0, V1\n", 1, a, b));
    float[] prefix = Data.floats(binary("pset.b32 P1, VL3\nvadd.f32 V2, V0, V1, P1\n", 2, a, b));
    float[] scattered = Data.floats(binary("pset.b32 P1, M3\nvadd.f32 V2, V0, V1, P1\n", 2, a, b));
    for (int i = 0; i < 64; i++) {
      assertThat(full[i]).isEqualTo(2 * i);
      assertThat(prefix[i]).isEqualTo(i < 3 ? 2 * i : 0);
      assertThat(scattered[i]).isEqualTo(i % 3 == 0 ? 2 * i : 0);
    }
  }

  @Test
  void mergingWordsKeepInactiveLanes() {
    byte[] a = Data.iota(64);
    float[] masked =
        Data.floats(
            binary(
                "vmov.f32 V2, V1\npset.b32 P1, VL3\nvmula.f32 V2, V0, V1, V2, P1, MRG\n", 3, a, a));
    float[] plain =
        Data.floats(
            binary("vmov.f32 V2, V1\npset.b32 P1, M4\nvmula.f32 V2, V0, V1, V2, P1\n", 3, a, a));
    for (int i = 0; i < 64; i++) {
      assertThat(masked[i]).isEqualTo(i < 3 ? i * i + i : i);
      assertThat(plain[i]).isEqualTo(i % 4 == 0 ? i * i + i : 0);
    }
  }

  @Test
  void uniformShiftDistancesComeFromSixteenBits() {
    int[] a = new int[64];
    Arrays.fill(a, -5);
    byte[] data = Data.ints(a);
    for (int distance : new int[] {0, 3, 31, 32, 256, 65_535}) {
      int[] left =
          Data.ints(binary("movi X5, " + distance + "\nvshls.i32 V2, V0, X5\n", 2, data, data));
      int[] right =
          Data.ints(binary("movi X5, " + distance + "\nvshrs.i32 V2, V0, X5\n", 2, data, data));
      assertThat(left).containsOnly(distance < 32 ? -5 << distance : 0);
      assertThat(right).containsOnly(-5 >> Math.min(distance, 31));
    }
  }

  /** Twice: five vectors, 300 elements, each doubled in place under the remaining count. */
  @Test
  void nestedLoopsWithPostUpdateAndTail() {
    String text =
        """
        const X20, 0x0A00000010
        gm_to_ub.f32 XZR, X0, X20, XZR
        movi X3, 2
        movi X4, 5
        vf_begin 9
        loop 0, X3, 7
        movi X10, 0
        movi X8, 300
        loop 1, X4, 4
        plt.b32 P0, X8 -> X8
        vlds.f32 V0, [X10], NORM
        vadd.f32 V0, V0, V0
        vsts.f32 V0, [X10 + 64], P0, NORM_B32, POST
        vf_end
        ub_to_gm.f32 X0, XZR, X20, XZR
        end
        """;
    float[] result = Data.floats(run(text, Data.iota(320)).get(0));
    for (int i = 0; i < 320; i++) {
      assertThat(result[i]).as("element %d", i).isEqualTo(i < 300 ? 4 * i : i);
    }
  }

  @Test
  void loopsOfCountZeroAreSkippedAlsoAtTheEndOfAnotherBody() {
    String text =
        """
        movi X1, 3
        loop 0, X1, 3
        addi.i64 X5, X5, 1
        loop 1, XZR, 1
        addi.i64 X5, X5, 100
        st.i64 X5, [X0], GM
        end
        """;
    assertThat(Data.ints(run(text, new byte[8]).get(0))[0]).isEqualTo(3);
  }

  @Test
  void loopBodyEndingWithALoopBody() {
    String text =
        """
        movi X1, 3
        movi X2, 4
        loop 0, X1, 2
        loop 1, X2, 1
        addi.i64 X5, X5, 1
        st.i64 X5, [X0], GM
        end
        """;
    assertThat(Data.ints(run(text, new byte[8]).get(0))[0]).isEqualTo(12);
  }

  @Test
  void dmaLoopsAndPadding() {
    // 2 rows of 8 bytes into rows of 64 bytes, padded with 1.0 to the block border, in 3 x 2 outer
    // loops.
    long head = 2L << 4 | 8L << 25 | 1L << 46 | 1L << 52 | 1L << 58;
    long strides = 64L << 40 | 8;
    long inner = 128L << 40 | 16;
    long outer = 384L << 40 | 48;
    String kernel =
        "const X17, 0x3F800000\nmov_spr_x MOV_PAD_VAL, X17\n"
            + "const X2, "
            + (2L << 21 | 3)
            + "\nmov_spr_x LOOP_SIZE_OUTTOUB, X2\n"
            + "const X3, "
            + inner
            + "\nmov_spr_x LOOP1_STRIDE_OUTTOUB, X3\n"
            + "const X4, "
            + outer
            + "\nmov_spr_x LOOP2_STRIDE_OUTTOUB, X4\n"
            + "const X5, "
            + head
            + "\nconst X6, "
            + strides
            + "\n"
            + "gm_to_ub.f32 XZR, X0, X5, X6\n"
            + "const X7, "
            + (1L << 4 | 768L << 25)
            + "\nub_to_gm.f32 X1, XZR, X7, XZR\nend\n";
    float[] result = Data.floats(run(kernel, Data.iota(24), new byte[768]).get(1));
    float[] expected = new float[192];
    for (int row = 0; row < 12; row++) {
      int at = row * 16;
      expected[at] = 1;
      expected[at + 1] = 2 * row;
      expected[at + 2] = 2 * row + 1;
      Arrays.fill(expected, at + 3, at + 8, 1);
    }
    assertThat(result).containsExactly(expected);
  }

  @Test
  void squeezedStreamsPackActiveLanes() {
    String text =
        COPY_WORDS
            + """
            gm_to_ub.f32 XZR, X0, X20, XZR
            movi X10, 1024
            vf_begin 11
            mov_spr_x AR, XZR
            init_align AL0
            vlds.f32 V0, [XZR], NORM
            pset.b32 P0, M4
            vsqz.f32 V1, V0, P0, STORE_HINT
            vstur.f32 V1, AL0, [X10], POST
            pset.b32 P0, VL3
            vsqz.f32 V1, V0, P0, STORE_HINT
            vstur.f32 V1, AL0, [X10], POST
            vstar AL0, [X10]
            vf_end
            ub_to_gm.f32 X1, X10, X20, XZR
            end
            """;
    float[] result = Data.floats(run(text, Data.iota(64), new byte[256]).get(1));
    for (int i = 0; i < 16; i++) {
      assertThat(result[i]).isEqualTo(4 * i);
    }
    assertThat(Arrays.copyOfRange(result, 16, 20)).containsExactly(0, 1, 2, 0);
  }

  @Test
  void sortsRecords() {
    float[] scores = new float[32];
    int[] indices = new int[32];
    for (int i = 0; i < 32; i++) {
      scores[i] = (i * 7) % 32;
      indices[i] = 100 + i;
    }
    String text =
        """
        const X20, 0x100000010
        movi X10, 128
        movi X11, 256
        gm_to_ub.f32 XZR, X0, X20, XZR
        gm_to_ub.f32 X10, X1, X20, XZR
        const X12, 0x0100000000000000
        vbitsort.f32 X11, XZR, X10, X12
        const X20, 0x200000010
        ub_to_gm.f32 X2, X11, X20, XZR
        end
        """;
    byte[] records = run(text, Data.floats(scores), Data.ints(indices), new byte[256]).get(2);
    for (int i = 0; i < 32; i++) {
      float score = Data.floats(records)[2 * i];
      assertThat(score).isEqualTo(31 - i);
      assertThat(scores[Data.ints(records)[2 * i + 1] - 100]).isEqualTo(score);
    }
  }

  @Test
  void spillsKeepRegisters() {
    float[] result =
        Data.floats(
            binary(
                """
                pset.b32 P1, VL2
                pspill P1, 255
                vspill V0, 127
                vbr.f32 V0, XZR
                pset.b32 P1, ALLF
                vfill V3, 127
                pfill P2, 255
                vadd.f32 V2, V3, V3, P2
                """,
                8,
                Data.iota(64),
                Data.iota(64)));
    assertThat(Arrays.copyOf(result, 4)).containsExactly(0, 2, 0, 0);
  }

  @Test
  void blocksSeeTheirNumberAndShareMemory() {
    String text =
        """
        mov_x_spr X1, BLOCK_IDX
        mov_x_spr X2, BLOCK_NUM
        mul.i64 X3, X1, X2
        shli.i64 X4, X1, 2
        st.i32 X3, [X0 + X4], GM
        end
        """;
    for (int threads : new int[] {1, 3}) {
      RunResult result =
          Emulator.run(
              KernelLaunch.of(TestKernel.a5(text, P), List.of(new Argument.Buffer(new byte[20])))
                  .withBlocks(5)
                  .withThreads(threads));
      assertThat(Data.ints(((RunResult.Completed) result).buffers().get(0)))
          .containsExactly(0, 5, 10, 15, 20);
      assertThat(((RunResult.Completed) result).instructions()).isEqualTo(30);
    }
  }

  @Test
  void listenersHearInstructionsWithTheirAmounts() {
    List<String> heard = new ArrayList<>();
    ExecutionListener listener =
        (int word, ExecutionRecord record) ->
            heard.add(word + ":" + record.bytes() + ":" + record.ranges() + ":" + record.number());
    String text =
        COPY_WORDS
            + "gm_to_ub.f32 XZR, X0, X20, XZR\nmovi X1, 2\nloop 0, X1, 1\nset_flag V, S, 3\nend\n";
    Emulator.run(
        KernelLaunch.of(TestKernel.a5(text, P), List.of(new Argument.Buffer(new byte[256])))
            .withListeners(block -> listener));
    assertThat(heard)
        .containsExactly(
            "0:0:0:0",
            "1:0:0:0",
            "2:256:2:0",
            "3:0:0:0",
            "4:0:0:2",
            "5:0:0:3",
            "5:0:0:3",
            "6:0:0:0");
  }

  @Test
  void unalignedStreamsAppendAndAdvance() {
    float[] result =
        Data.floats(
            run(
                    COPY_WORDS
                        + """
                        gm_to_ub.f32 XZR, X0, X20, XZR
                        movi X10, 1024
                        movi X11, 3
                        vf_begin 7
                        init_align AL1
                        vlds.f32 V0, [XZR], NORM
                        vstus.f32 V0, AL1, [X10], X11, POST
                        vldus.f32 V1, AL0, [XZR + X11]
                        vstus.f32 V1, AL1, [X10], X11, POST
                        vstas AL1, [X10]
                        vf_end
                        movi X10, 1024
                        ub_to_gm.f32 X1, X10, X20, XZR
                        end
                        """,
                    Data.iota(64),
                    new byte[256])
                .get(1));
    assertThat(Arrays.copyOf(result, 7)).containsExactly(0, 1, 2, 3, 4, 5, 0);
  }

  @Test
  void predicateStreamsStoreOneBitPerLane() {
    int[] result =
        Data.ints(
            run(
                    COPY_WORDS
                        + """
                        movi X10, 1024
                        vf_begin 7
                        init_align AL2
                        pset.b32 P1, VL3
                        pstu.b32 P1, AL2, [X10]
                        pset.b32 P1, M4
                        pstu.b32 P1, AL2, [X10]
                        vstas AL2, [X10]
                        vf_end
                        movi X11, 1024
                        ub_to_gm.f32 X0, X11, X20, XZR
                        sub.i64 X10, X10, X11
                        st.i64 X10, [X0 + 128], GM
                        end
                        """,
                    new byte[256])
                .get(0));
    assertThat(Arrays.copyOf(result, 5)).containsExactly(7, 0, 0x11111111, 0x11111111, 0);
    assertThat(result[32]).isEqualTo(16);
  }

  @Test
  void blockStridedAccessStartsAtTheRepeatStride() {
    int[] result =
        Data.ints(
            run(
                    """
                    const X20, 0x1000000010
                    gm_to_ub.f32 XZR, X0, X20, XZR
                    movi X10, 0
                    movi X11, 131076
                    movi X12, 4096
                    vf_begin 4
                    vsldb.f32 V0, [X10], X11
                    vsldb.f32 V1, [X10], X11, POST
                    vsts.f32 V0, [X12], NORM_B32
                    vf_end
                    const X20, 0x200000010
                    ub_to_gm.f32 X1, X12, X20, XZR
                    st.i64 X10, [X1 + 256], GM
                    end
                    """,
                    Data.iota(512),
                    new byte[260])
                .get(1));
    for (int block = 0; block < 8; block++) {
      assertThat(Float.intBitsToFloat(result[8 * block])).isEqualTo(8 * (4 + 2 * block));
    }
    assertThat(result[64]).isEqualTo(128);
  }

  @Test
  void mergeReportsWhatItConsumed() {
    int[] records = new int[64];
    float[] first = {9, 7, 5, 3};
    float[] second = {8, 6, 4, 2};
    for (int i = 0; i < 4; i++) {
      records[2 * i] = Float.floatToIntBits(first[i]);
      records[2 * i + 1] = i;
      records[32 + 2 * i] = Float.floatToIntBits(second[i]);
      records[32 + 2 * i + 1] = 10 + i;
    }
    byte[] result =
        run(
                COPY_WORDS
                    + """
                    gm_to_ub.f32 XZR, X0, X20, XZR
                    const X10, 0x100000
                    const X11, 0x40004
                    movi X12, 4865
                    movi X13, 1024
                    vmrgsort4.f32 X13, X10, X11, X12
                    ub_to_gm.f32 X1, X13, X20, XZR
                    mov_x_spr X14, VMS4_SR
                    st.i64 X14, [X1 + 128], GM
                    end
                    """,
                Data.ints(records),
                new byte[256])
            .get(1);
    int[] merged = Data.ints(result);
    for (int i = 0; i < 7; i++) {
      assertThat(Data.floats(result)[2 * i]).isEqualTo(9 - i);
      assertThat(merged[2 * i + 1]).isEqualTo(i % 2 == 0 ? i / 2 : 10 + i / 2);
    }
    assertThat(merged[32]).isEqualTo(4 | 3 << 16);
  }

  @Test
  void comparesCarriesAndConversionsWriteTheirResults() {
    byte[] a = Data.ints(-1, 5, 0, 7);
    byte[] b = Data.ints(1, 6, 0, 7);
    byte[] left = Arrays.copyOf(a, 256);
    byte[] right = Arrays.copyOf(b, 256);
    int[] borrow =
        Data.ints(
            binary(
                "vsubc.i32 V3, P1, V0, V1, BORROW\nmovi X5, 1\nvdup.i32 V2, X5, P1\n",
                3,
                left,
                right));
    int[] noBorrow =
        Data.ints(
            binary(
                "vsubc.i32 V3, P1, V0, V1, NO_BORROW\nmovi X5, 1\nvdup.i32 V2, X5, P1\n",
                3,
                left,
                right));
    int[] carry =
        Data.ints(
            binary("vaddc.i32 V3, P1, V0, V1\nmovi X5, 1\nvdup.i32 V2, X5, P1\n", 3, left, right));
    int[] less =
        Data.ints(
            binary("vcmp.i32 P1, V0, V1, LT\nmovi X5, 1\nvdup.i32 V2, X5, P1\n", 3, left, right));
    assertThat(Arrays.copyOf(borrow, 4)).containsExactly(0, 1, 0, 0);
    assertThat(Arrays.copyOf(noBorrow, 4)).containsExactly(1, 0, 1, 1);
    assertThat(Arrays.copyOf(carry, 4)).containsExactly(1, 0, 0, 0);
    assertThat(Arrays.copyOf(less, 4)).containsExactly(1, 1, 0, 0);
    int[] widened = Data.ints(binary("vcvt.i32.f32 V2, V0, EVEN\n", 1, left, right));
    assertThat(Float.intBitsToFloat(widened[1])).isEqualTo(5);
  }
}
