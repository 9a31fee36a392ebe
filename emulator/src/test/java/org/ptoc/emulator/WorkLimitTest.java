package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.machine.ExecutionListener;

/** The limit of a run counts what words do, not how many they are. */
class WorkLimitTest {
  /** Eight repeats of one word, six words with the last. */
  private static final String REPEATS =
      """
      const X1, 4096
      const X8, 576742227246317825
      vadd.f32 X1, XZR, XZR, X8
      end
      """;

  private static RunResult run(
      TestKernel kernel, List<Argument> arguments, Engine engine, long limit) {
    return run(kernel, arguments, engine, limit, Optional.empty());
  }

  private static RunResult run(
      TestKernel kernel,
      List<Argument> arguments,
      Engine engine,
      long limit,
      Optional<IntFunction<ExecutionListener>> listeners) {
    KernelLaunch launch = KernelLaunch.of(kernel, arguments).withInstructionLimit(limit);
    return ((LoadedKernel.Loaded) LoadedKernel.load(kernel, engine))
        .kernel()
        .run(listeners.map(launch::withListeners).orElse(launch));
  }

  /** The least limit under which a kernel ends, by trying all of them. */
  private static long need(TestKernel kernel, List<Argument> arguments, Engine engine) {
    for (long limit = 1; limit < 100_000; limit++) {
      if (run(kernel, arguments, engine, limit) instanceof RunResult.Completed) {
        return limit;
      }
    }
    return -1;
  }

  private static int words(TestKernel kernel) {
    return kernel.words().length;
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void repeatsCount(Engine engine) {
    TestKernel kernel = TestKernel.a2a3(REPEATS);
    assertThat(need(kernel, List.of(), engine)).isEqualTo(words(kernel) + 8);
  }

  /** One word that would run for a quarter of a minute: 2^32 - 1 elements in count mode. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCountedWordIsStoppedInFrontOfItsRepeats(Engine engine) {
    TestKernel kernel =
        TestKernel.a2a3(
            """
            spr_bit_hi CTRL, 24, 1
            const X1, 4294967295
            mov_spr_x MASK0, X1
            mov_spr_x MASK1, XZR
            const X8, 72057594037927936
            vadd.f32 XZR, XZR, XZR, X8
            end
            """);
    for (boolean heard : new boolean[] {false, true}) {
      RunResult result =
          run(
              kernel,
              List.of(),
              engine,
              100_000,
              heard ? Optional.of(block -> (word, record) -> {}) : Optional.empty());
      assertThat(result)
          .isInstanceOfSatisfying(
              RunResult.LimitReached.class,
              stopped -> assertThat(stopped.wordOffset()).isEqualTo(words(kernel) - 2));
    }
  }

  /** A row of 1024 bytes in each of five bursts. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void movedBytesCount(Engine engine) {
    TestKernel kernel =
        TestKernel.a5(
            "const X8, " + (5L << 4 | 1024L << 25) + "\ngm_to_ub.i8 XZR, X0, X8, XZR\nend\n",
            ParameterKind.POINTER);
    List<Argument> arguments = List.of(new Argument.Buffer(new byte[1024]));
    assertThat(need(kernel, arguments, engine)).isEqualTo(words(kernel) + 5 * (1 + 4));
  }

  /** Other blocks of a run that is stopped need not run, and the lowest is told. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void theFirstBlockThatIsStoppedIsTold(Engine engine) {
    TestKernel kernel = TestKernel.a5("br 0");
    for (int threads : new int[] {1, 4}) {
      KernelLaunch launch =
          KernelLaunch.of(kernel, List.of())
              .withBlocks(60_000)
              .withThreads(threads)
              .withInstructionLimit(10_000);
      RunResult result =
          ((LoadedKernel.Loaded) LoadedKernel.load(kernel, engine)).kernel().run(launch);
      assertThat(result)
          .isInstanceOfSatisfying(
              RunResult.LimitReached.class, stopped -> assertThat(stopped.block()).isZero());
    }
  }

  /** All blocks have one limit, whatever runs at the same time. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void blocksShareTheLimit(Engine engine) {
    TestKernel words = TestKernel.a5("nop\nend");
    LoadedKernel kernel = ((LoadedKernel.Loaded) LoadedKernel.load(words, engine)).kernel();
    for (int threads : new int[] {1, 4}) {
      KernelLaunch launch =
          KernelLaunch.of(words, List.of()).withBlocks(2_000).withThreads(threads);
      assertThat(kernel.run(launch.withInstructionLimit(4_000)))
          .isInstanceOf(RunResult.Completed.class);
      for (int limit : new int[] {1, 2, 201, 3_998, 3_999}) {
        assertThat(kernel.run(launch.withInstructionLimit(limit)))
            .as("limit " + limit + ", threads " + threads)
            .isEqualTo(
                new RunResult.LimitReached(
                    OptionalInt.empty(), limit / 2, "", limit % 2, Optional.empty(), List.of()));
      }
    }
  }
}
