package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** Regions that were met before are not heard again, and nobody can tell from the times. */
class RegionMemoryTest {
  private static final List<String> BODY =
      List.of(
          "vlds.f32 V%d, [X2], NORM",
          "vlds.f32 V%d, [X3 + X6 + 64], NORM",
          "vlds.f32 V%d, [X2 + 64], NORM, POST",
          "vsts.f32 V%d, [X4], P1, NORM_B32",
          "vsts.f32 V%d, [X4 + 64], P2, NORM_B32, POST",
          "vsts.f32 V%d, [X2], NORM_B32",
          "vadd.f32 V%d, V1, V2",
          "vmuls.f32 V%d, V1, X6",
          "vcmp.f32 P2, V%d, V2, LT",
          "plt.b32 P1, X5 -> X5",
          "pset.b32 P2, VL8",
          "pand P1, P1, P2, P2",
          "addi.i64 X2, X2, 256",
          "addi.i64 X3, X3, 256",
          "add.i64 X4, X4, X6",
          "mov X6, X7",
          "vexp.f32 V%d, V1");

  /**
   * Eight executions of a region with a loop, or two, over {@code body}; {@code change} comes
   * before each.
   */
  private static Program repeated(String body, boolean nested, String change) {
    int lines = body.strip().split("\n").length;
    String region =
        nested
            ? "vf_begin "
                + (lines + 3)
                + "\nloop 0, X9, "
                + (lines + 1)
                + "\nloop 1, X8, "
                + lines
                + "\n"
            : "vf_begin " + (lines + 2) + "\nloop 0, X8, " + lines + "\n";
    int words = lines + (nested ? 4 : 3) + change.strip().split("\n").length;
    String setup =
        "movi X20, 16\n"
            + "movhi X20, X20, 512\n"
            + "movi X10, 0\n"
            + "gm_to_ub.f32 X10, X0, X20, XZR\n"
            + "movi X2, 0\n"
            + "movi X3, 8192\n"
            + "movi X4, 32768\n"
            + "movi X5, 400\n"
            + "movi X6, 0\n"
            + "movi X7, 64\n"
            + "movi X8, 5\n"
            + "movi X9, 3\n"
            + "movi X12, 8\n";
    return Kernels.program(
        Profile.A5,
        setup
            + change
            + region
            + body
            + "vf_end\naddi.i64 X12, X12, -1\nbrnz X12, "
            + -(words + 1)
            + "\nend\n");
  }

  private static String randomBody(Random random) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 2 + random.nextInt(6); i++) {
      body.append(BODY.get(random.nextInt(BODY.size())).formatted(random.nextInt(4))).append('\n');
    }
    return body.toString();
  }

  private static final ExecutionListener HEARS_ALL = (word, record) -> {};

  private static final List<String> CHANGES =
      List.of(
          "movi X2, 0\nmovi X3, 8192\nmovi X4, 32768\nmovi X5, 400\n",
          "movi X2, 256\nmovi X4, 4096\nmovi X5, 100\n",
          "movi X2, 0\nmovi X3, 0\nmovi X4, 0\nand.i64 X8, X12, X12\n",
          "addi.i64 X9, X9, 0\nmovi X5, 64\n",
          "movi X4, 16384\nmov X5, X12\nmovi X6, 0\n");

  private static KernelLaunch launch(Program program, Random random) {
    byte[] data = new byte[16_384];
    random.nextBytes(data);
    return KernelLaunch.of(new TimedKernel(program, 1), List.of(new Argument.Buffer(data)));
  }

  private static RunResult run(KernelLaunch launch, Engine engine) {
    return switch (LoadedKernel.load(launch.kernel(), engine)) {
      case LoadedKernel.Loaded(LoadedKernel kernel) -> kernel.run(launch);
      case LoadedKernel.Faulty faulty -> throw new AssertionError(faulty);
    };
  }

  private static RunTimer timer(Program program) {
    return RunTimer.of(
        program,
        TimingOptions.of(TimingModel.CALIBRATED),
        TimingOptions.of(TimingModel.DOCUMENTED),
        TimingOptions.of(TimingModel.SCOREBOARD),
        TimingOptions.of(TimingModel.NONE));
  }

  private static List<List<BlockTiming>> blocks(RunTimer timer) {
    return timer.results().stream().map(RunTiming::blocks).toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void timesAreThoseOfEveryWordHeard(long seed) {
    Random random = new Random(seed);
    int completed = 0;
    for (int i = 0; i < 100; i++) {
      String change = CHANGES.get(random.nextInt(CHANGES.size()));
      Program program = repeated(randomBody(random), random.nextBoolean(), change);
      KernelLaunch launch = launch(program, random).withBlocks(2);
      RunTimer plain = timer(program);
      if (run(launch.withListeners(block -> plain.apply(block)::executed), Engine.INTERPRET)
          instanceof RunResult.Completed) {
        completed++;
        for (Engine engine : List.of(Engine.INTERPRET, Engine.JIT)) {
          RunTimer first = timer(program);
          run(launch.withListeners(first), engine);
          RunTimer second = first.another();
          run(launch.withThreads(2).withListeners(second), engine);
          RunTimer third = first.another();
          run(
              launch.withListeners(
                  block -> new ListenerGroup(List.of(third.apply(block), HEARS_ALL))),
              engine);
          String name = program.instructions().toString();
          assertThat(blocks(third))
              .as("beside a listener to every word: " + name)
              .isEqualTo(blocks(plain));
          assertThat(blocks(first)).as(name).isEqualTo(blocks(plain));
          assertThat(blocks(second)).as("again: " + name).isEqualTo(blocks(plain));
          assertThat(blocks(second)).as("asked twice: " + name).isEqualTo(blocks(plain));
        }
      }
    }
    assertThat(completed).isGreaterThan(50);
  }

  /** Counts what is heard. */
  private static final class Heard implements ExecutionListener {
    private final ExecutionListener listener;
    private long words;

    Heard(ExecutionListener listener) {
      this.listener = listener;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      words++;
      listener.executed(word, record);
    }

    @Override
    public boolean knowsRegion(int word, long[] inputs) {
      return listener.knowsRegion(word, inputs);
    }

    @Override
    public void repeatedRegion() {
      listener.repeatedRegion();
    }
  }

  private static long heard(Program program, RunTimer timer, int blocks) {
    Heard[] listeners = new Heard[blocks];
    RunResult result =
        run(
            launch(program, new Random(5))
                .withBlocks(blocks)
                .withListeners(block -> listeners[block] = new Heard(timer.apply(block))),
            Engine.INTERPRET);
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return listeners[blocks - 1].words;
  }

  private static final String ADD =
      "vlds.f32 V0, [X2], NORM\n"
          + "plt.b32 P1, X5 -> X5\n"
          + "vsts.f32 V0, [X4], P1, NORM_B32\n"
          + "addi.i64 X2, X2, 256\n";
  private static final String RESET = "movi X2, 0\nmovi X5, 400\n";

  @Test
  void equalExecutionsAreHeardOnce() {
    Program program = repeated(ADD, false, RESET);
    RunTimer timer = timer(program);
    long outside = 13 + 8 * (2 + 3) + 1;
    long region = 2 + 5 * 4;
    assertThat(heard(program, timer, 1)).isEqualTo(outside + region);
    assertThat(heard(program, timer, 3)).as("the third block").isEqualTo(outside);
    assertThat(heard(program, timer.another(), 1)).as("another run").isEqualTo(outside);
  }

  @Test
  void withoutMemoEveryWordIsHeard() {
    Program program = repeated(ADD, false, RESET);
    RunTimer timer = RunTimer.of(program, TimingOptions.of(TimingModel.DOCUMENTED).withoutMemo());
    assertThat(heard(program, timer, 1)).isEqualTo(13 + 8 * (2 + 3) + 1 + 8 * (2 + 5 * 4));
  }

  @Test
  void otherAddressesAreAnotherExecution() {
    Program program = repeated(ADD, false, "movi X5, 400\naddi.i64 X2, X2, 0\n");
    assertThat(heard(program, timer(program), 1)).isEqualTo(13 + 8 * (2 + 3) + 1 + 8 * (2 + 5 * 4));
  }

  /** The bytes between the active lanes or blocks are touched or not, as the mask says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "vsts.f32 V0, [X4], P1, NORM_B32\n",
        "vsstb.f32 V0, [X4], X5, P1\n",
        "vsldb.f32 V1, [X4], X5, P1\n"
      })
  void masksFromDataAreHeardEveryTime(String access) {
    String body = "vlds.f32 V0, [X2], NORM\nvcmp.f32 P1, V0, V1, LT\n" + access;
    Program program = repeated(body, false, RESET);
    assertThat(heard(program, timer(program), 1)).isEqualTo(13 + 8 * (2 + 3) + 1 + 8 * (2 + 5 * 3));
  }
}
