package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels that are loaded once and launched often. */
class PtoKernelTest {
  /** Doubles 1280 values eight times over in the part of the buffer that belongs to the block. */
  private static final String DOUBLE =
      """
      const X20, 0x2800000010
      movi X3, 8
      movi X4, 20
      mov_x_spr X6, BLOCK_IDX
      muli.i64 X6, X6, 5120
      add.i64 X7, X0, X6
      gm_to_ub.f32 XZR, X7, X20, XZR
      vf_begin 9
      loop 0, X3, 7
      movi X10, 0
      movi X8, 1280
      loop 1, X4, 4
      plt.b32 P0, X8 -> X8
      vlds.f32 V0, [X10], NORM
      vadd.f32 V0, V0, V0
      vsts.f32 V0, [X10 + 64], P0, NORM_B32, POST
      vf_end
      ub_to_gm.f32 X7, XZR, X20, XZR
      end
      """;

  private static LoadedKernel load(String text, Engine engine, ParameterKind... parameters) {
    if (LoadedKernel.load(TestKernel.a5(text, parameters), engine)
        instanceof LoadedKernel.Loaded(LoadedKernel kernel)) {
      return kernel;
    }
    throw new AssertionError("not a program");
  }

  private static byte[] run(LoadedKernel kernel, byte[] data, int blocks, int threads) {
    RunResult result =
        kernel.run(
            kernel
                .launch(List.of(new Argument.Buffer(data)))
                .withBlocks(blocks)
                .withThreads(threads));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers().getFirst();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void launchesFromSeveralThreadsDoNotDisturbEachOther(Engine engine) throws Exception {
    LoadedKernel kernel = load(DOUBLE, engine, ParameterKind.POINTER);
    List<Callable<float[]>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      float[] values = new float[1280];
      for (int k = 0; k < values.length; k++) {
        values[k] = i + k;
      }
      calls.add(() -> Data.floats(run(kernel, Data.floats(values), 1, 1)));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<float[]>> results = pool.invokeAll(calls);
      for (int i = 0; i < results.size(); i++) {
        float[] values = results.get(i).get();
        for (int k = 0; k < values.length; k++) {
          assertThat(values[k]).isEqualTo(256f * (i + k));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void blocksGiveTheSameOnAnyNumberOfThreads(Engine engine) {
    LoadedKernel kernel = load(DOUBLE, engine, ParameterKind.POINTER);
    byte[] data = Data.iota(16 * 1280);
    byte[] alone = run(kernel, data, 16, 1);
    assertThat(Data.floats(alone)[1280]).isEqualTo(256 * 1280);
    assertThat(run(kernel, data, 16, 2)).isEqualTo(alone);
    assertThat(run(kernel, data, 16, 16)).isEqualTo(alone);
  }

  @Test
  void memoryOfEarlierLaunchesIsCleared() {
    LoadedKernel kernel =
        load(
            """
            const X20, 0x200000010
            ub_to_gm.f32 X0, XZR, X20, XZR
            movi X5, 77
            gm_to_ub.f32 XZR, X1, X20, XZR
            movi X6, 300
            st.i32 X5, [X0 + X6], GM
            end
            """,
            Engine.AUTO,
            ParameterKind.POINTER,
            ParameterKind.POINTER);
    for (byte fill : new byte[] {0, 7, 0}) {
      List<Argument> arguments =
          List.of(new Argument.Buffer(new byte[256]), new Argument.Buffer(Data.iota(64)));
      RunResult result = kernel.run(kernel.launch(arguments).withUnifiedBufferFill(fill));
      byte[] expected = new byte[256];
      Arrays.fill(expected, fill);
      assertThat(((RunResult.Completed) result).buffers().getFirst()).isEqualTo(expected);
    }
  }

  @Test
  void theLogNamesEveryLoopAndTheReason() {
    LoadedKernel compiled = load(DOUBLE, Engine.JIT, ParameterKind.POINTER);
    run(compiled, Data.iota(1280), 1, 1);
    assertThat(compiled.engineLog())
        .containsExactly(
            "loop at word 12: compiled, 3 of 4 words in lane loops, flattened on floats");
    LoadedKernel patient = load(DOUBLE, Engine.AUTO, ParameterKind.POINTER);
    run(patient, Data.iota(1280), 1, 1);
    assertThat(patient.engineLog())
        .containsExactly("loop at word 12: interpreted: 640 words are not hot");
    assertThat(load(DOUBLE, Engine.INTERPRET, ParameterKind.POINTER).engineLog()).hasSize(1);
    LoadedKernel lonely =
        load(
            "movi X3, 4\nvf_begin 3\nloop 0, X3, 1\nvadd.f32 V0, V0, V0\nvf_end\nend\n",
            Engine.JIT);
    assertThat(lonely.run(lonely.launch(List.of()))).isInstanceOf(RunResult.Completed.class);
    assertThat(lonely.engineLog())
        .containsExactly(
            "loop at word 2: interpreted: no two neighbouring words work lane by lane");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void loopsWithoutIterationsAreSkipped(Engine engine) {
    String loop = "loop 0, X3, 2\nvadd.f32 V0, V0, V0\nvadd.f32 V1, V0, V0\n";
    for (int count : new int[] {0, -1}) {
      LoadedKernel kernel =
          load("movi X3, " + count + "\nvf_begin 4\n" + loop + "vf_end\nend\n", engine);
      assertThat(kernel.run(kernel.launch(List.of())))
          .isEqualTo(new RunResult.Completed(List.of(), 5, List.of()));
    }
  }

  @Test
  void aLaunchOfAnotherKernelIsRefused() {
    LoadedKernel one = load(DOUBLE, Engine.AUTO, ParameterKind.POINTER);
    LoadedKernel other = load(DOUBLE, Engine.AUTO, ParameterKind.POINTER);
    RunResult result = one.run(other.launch(List.of(new Argument.Buffer(new byte[16]))));
    assertThat(result).isInstanceOf(RunResult.InvalidLaunch.class);
  }

  /**
   * A patient engine may switch to compiled code between any two launches; nothing else changes.
   */
  @Test
  void hotLoopsGiveTheSameBeforeAndAfterTheyAreCompiled() {
    LoadedKernel kernel =
        load(DOUBLE.replace("movi X3, 8", "movi X3, 4000"), Engine.AUTO, ParameterKind.POINTER);
    byte[] zeros = new byte[5120];
    for (int i = 0; i < 40; i++) {
      assertThat(run(kernel, zeros, 1, 1)).isEqualTo(zeros);
    }
    assertThat(kernel.engineLog())
        .hasSize(1)
        .noneMatch(line -> line.contains("cannot be compiled"));
  }
}
