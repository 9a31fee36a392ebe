package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.object.LaunchValue;

/** Memory that stays between launches, and launches of a grid of tasks. */
class ResidentMemoryTest {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static Argument view(MemorySegment memory, long offset) {
    return new Argument.View(new Argument.Mapped(memory, () -> {}), offset);
  }

  private static TestKernel kernel(String text, int scalars) {
    ParameterKind[] kinds = new ParameterKind[2 + scalars];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = i < 2 ? ParameterKind.POINTER : ParameterKind.SCALAR;
    }
    return TestKernel.a5(text, kinds);
  }

  @Test
  void viewsOfOneMemorySeeEachOthersWrites() {
    MemorySegment memory = MemorySegment.ofArray(new byte[64]);
    memory.set(LONG, 24, 7);
    // Writes element 1 of the first view, which is element 0 of the second, and reads it there.
    TestKernel kernel =
        kernel(
            """
            movi X5, 41
            st.i64 X5, [X0 + 8], GM
            ld.i64 X6, [X1], GM
            addi.i64 X6, X6, 1
            ld.i64 X7, [X1 + 8], GM
            add.i64 X6, X6, X7
            st.i64 X6, [X1 + 16], GM
            end
            """,
            0);
    RunResult result =
        Emulator.run(KernelLaunch.of(kernel, List.of(view(memory, 8), view(memory, 16))));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    assertThat(memory.get(LONG, 16)).isEqualTo(41);
    assertThat(memory.get(LONG, 32)).isEqualTo(49);
    assertThat(((RunResult.Completed) result).buffers()).hasSize(2);
  }

  @Test
  void memoryStaysAsItWasWhereTheKernelTraps() {
    MemorySegment memory = MemorySegment.ofArray(new byte[64]);
    TestKernel kernel =
        kernel("movi X5, 41\nst.i64 X5, [X0], GM\nst.i64 X5, [X1 + 65536], GM\nend", 0);
    RunResult result =
        Emulator.run(
            KernelLaunch.of(kernel, List.of(view(memory, 0), view(memory, 40)))
                .withOutOfRange(false));
    assertThat(result)
        .isInstanceOfSatisfying(
            RunResult.Trapped.class,
            trapped -> {
              OutOfRange range = trapped.trap().range().orElseThrow();
              assertThat(range.argument()).isZero();
              assertThat(range.offset()).isEqualTo(65576);
              assertThat(range.size()).isEqualTo(64);
            });
    assertThat(memory.get(LONG, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void tasksOfAGridAreLaunchesOfTheirOwn(int threads) {
    MemorySegment memory = MemorySegment.ofArray(new byte[6 * 16]);
    // Each block of each task writes its number, the number of blocks and its task.
    TestKernel kernel =
        kernel(
            """
            movi X7, 16
            add.i64 X5, X2, X2
            add.i64 X5, X5, X3
            mul.i64 X5, X5, X7
            add.i64 X5, X5, X0
            addi.i64 X6, X3, 100
            st.i64 X6, [X5], GM
            st.i64 X4, [X5 + 8], GM
            end
            """,
            3);
    RunResult result =
        Emulator.run(
            KernelLaunch.of(
                    kernel,
                    List.of(
                        view(memory, 0),
                        view(memory, 0),
                        new Argument.Grid(List.of(2L, 0L, 1L)),
                        new Argument.FromLaunch(LaunchValue.BLOCK_INDEX),
                        new Argument.FromLaunch(LaunchValue.BLOCK_COUNT)))
                .withBlocks(2)
                .withThreads(threads));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    assertThat(IntStream.range(0, 12).mapToObj(i -> memory.get(LONG, 8 * i)).toList())
        .containsExactly(100L, 2L, 101L, 2L, 100L, 2L, 101L, 2L, 100L, 2L, 101L, 2L);
  }

  @Test
  void gridsOfDifferentLengthsAreRefused() {
    TestKernel kernel = kernel("end", 2);
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    RunResult result =
        Emulator.run(
            KernelLaunch.of(
                kernel,
                List.of(
                    view(memory, 0),
                    view(memory, 0),
                    new Argument.Grid(List.of(1L)),
                    new Argument.Grid(List.of(1L, 2L)))));
    assertThat(result)
        .isInstanceOfSatisfying(
            RunResult.InvalidLaunch.class,
            invalid -> assertThat(invalid.message()).contains("one number for each task"));
  }
}
