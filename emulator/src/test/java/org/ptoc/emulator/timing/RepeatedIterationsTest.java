package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** Iterations that are taken at once end in the times of iterations that are heard word by word. */
class RepeatedIterationsTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.test.loops", 60);
  private static final List<String> PIPES = List.of("S", "V", "MTE2", "MTE3");

  /** Hears each word of one model. */
  private static final class WordByWord implements ExecutionListener {
    private final ExecutionListener to;
    private long heard;

    WordByWord(ExecutionListener to) {
      this.to = to;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      heard++;
      to.executed(word, record);
    }
  }

  /** Takes iterations at once and counts the words that it hears. */
  private static final class AtOnce implements ExecutionListener {
    private final ExecutionListener to;
    private final long more;
    private long heard;

    /**
     * @param more iterations to add to those of each loop
     */
    AtOnce(ExecutionListener to, long more) {
      this.to = to;
      this.more = more;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      heard++;
      to.executed(word, record);
    }

    @Override
    public boolean takesRepeatedIterations() {
      return to.takesRepeatedIterations();
    }

    @Override
    public void repeated(int begin, int end, long iterations) {
      to.repeated(begin, end, iterations + more);
    }
  }

  private static void run(Program program, ExecutionListener listener) {
    List<Argument> buffers = Collections.nCopies(1, new Argument.Buffer(new byte[1 << 17]));
    RunResult result =
        Emulator.run(
            KernelLaunch.of(new TimedKernel(program, 1), buffers).withListeners(block -> listener));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
  }

  /** Only the second iteration stores, and loads move to where it does. */
  @Test
  void masksOfBlocksChangeInTheFirstIteration() {
    String text =
        """
        movi X1, 12
        movi X2, 1024
        movi X3, 0
        vf_begin 7
        pset.b8 P1, ALLF
        loop 1, X1, 4
        vsstb.u32 V1, [X2], XZR, P1, POST
        vlds.u8 V2, [X3 + 128], NORM, POST
        vadd.i8 V3, V2, V2, P0, MRG
        pset.b8 P1, ALL
        vf_end
        end
        """;
    Program program = Kernels.program(Profile.A5, text);
    TimingOptions options = TimingOptions.of(TimingModel.DOCUMENTED);
    RunTimer atOnce = RunTimer.of(program, options);
    RunTimer wordByWord = RunTimer.of(program, options);
    run(program, new AtOnce(atOnce.apply(0), 0));
    run(program, new WordByWord(wordByWord.apply(0)));
    assertThat(atOnce.results().getFirst().blocks())
        .isEqualTo(wordByWord.results().getFirst().blocks());
    assertThat(atOnce.results().getFirst().blocks().getFirst().storeLoadStalls()).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void randomLoops(Profile profile) {
    Random random = new Random(28);
    long all = 0;
    long heard = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      String text = new RandomClockLoop(profile, random).text();
      Program program = Kernels.program(profile, text);
      for (TimingModel model : TimingModel.values()) {
        if (!model.isIn(profile)) {
          continue;
        }
        TimingOptions options =
            TimingOptions.of(model).withEvents(random.nextInt(3) * 50, CycleWindow.ALL);
        options = random.nextInt(5) == 0 ? options.withQueueDepth(3) : options;
        RunTimer atOnce = RunTimer.of(program, options);
        RunTimer wordByWord = RunTimer.of(program, options);
        AtOnce some = new AtOnce(atOnce.apply(0), 0);
        WordByWord every = new WordByWord(wordByWord.apply(0));
        run(program, some);
        run(program, every);
        assertThat(atOnce.results().getFirst().blocks())
            .as(model + " " + options + "\n" + text)
            .isEqualTo(wordByWord.results().getFirst().blocks());
        all += every.heard;
        heard += some.heard;
      }
    }
    assertThat(heard).isLessThan(all / 10);
  }

  /** Words are heard for two iterations, and the clocks do not go through each of the others. */
  @Test
  void timeDoesNotDependOnTheIterations() {
    long more = 1L << 40;
    long iterations = more + 10;
    assertThat(cycles("loop 0, X1, 1\nset_flag MTE2, V, 0\n", more)).isEqualTo(4 + iterations + 2);
    assertThat(cycles("addi.i64 X1, X1, -1\nbrnz X1, -1\n", more))
        .isEqualTo(2 + 4 * iterations + 2);
    // S waits for nothing, but needs some hundred iterations to catch up with MTE2.
    String behindCopy =
        """
        movi X20, 16
        movhi X20, X20, 8
        gm_to_ub.f32 XZR, X0, X20, XZR
        loop 0, X1, 2
        set_flag MTE2, V, 0
        wait_flag MTE2, V, 0
        """;
    assertThat(cycles(behindCopy, more)).isEqualTo(9 + 2 * iterations + 2);
  }

  /** The cycles of a loop of ten iterations, to which {@code more} are added. */
  private static long cycles(String loop, long more) {
    Program program = Kernels.program(Profile.A5, "movi X1, 10\n" + loop + "end\n");
    RunTimer timer = RunTimer.of(program, TimingOptions.of(TimingModel.DOCUMENTED));
    AtOnce listener = new AtOnce(timer.apply(0), more);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> run(program, listener));
    assertThat(listener.heard).isLessThan(12);
    return timer.results().getFirst().cycles();
  }

  /** A prelude, a loop of one of the two kinds, and something behind it that shows all clocks. */
  private record RandomClockLoop(Profile profile, Random random) {

    String text() {
      List<String> before = new ArrayList<>();
      List<String> body = new ArrayList<>();
      int iterations = 1 + random.nextInt(random.nextBoolean() ? 40 : 3000);
      before.add("movi X20, " + (profile == Profile.A5 ? 16 : 16 + (32 << 16)));
      before.add("movhi X20, X20, " + (profile == Profile.A5 ? 8 : 0));
      before.add("movi X21, 65793");
      before.add("movhi X21, X21, 67110920");
      before.add("movi X22, 65793");
      before.add("movhi X22, X22, 33556488");
      before.add("movi X12, 2048");
      before.add("movi X13, 3");
      copies(before);
      for (int i = random.nextInt(4); i > 0; i--) {
        flag(i, before, body);
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        insert(body, word());
      }
      if (body.isEmpty()) {
        body.add("nop");
      }
      before.add("movi X1, " + iterations);
      if (random.nextBoolean()) {
        before.add("loop 0, X1, " + body.size());
        before.addAll(body);
      } else {
        before.addAll(body);
        before.add("addi.i64 X1, X1, -1");
        before.add("brnz X1, -" + (body.size() + 1));
      }
      copies(before);
      before.add("barrier ALL");
      before.add("end");
      return String.join("\n", before) + "\n";
    }

    private void copies(List<String> words) {
      for (int i = random.nextInt(8); i > 0; i--) {
        String copy =
            random.nextBoolean() ? "gm_to_ub.f32 XZR, X0, X20" : "ub_to_gm.f32 X0, X12, X20";
        words.add(copy + (profile == Profile.A5 ? ", XZR" : ""));
      }
    }

    private void insert(List<String> body, String word) {
      body.add(random.nextInt(body.size() + 1), word);
    }

    private String pipe() {
      return PIPES.get(random.nextInt(PIPES.size()));
    }

    /** Signals that are waited for before or behind them, never, or were set before the loop. */
    private void flag(int event, List<String> before, List<String> body) {
      String source = pipe();
      String flag = " " + source + ", " + other(source) + ", " + event;
      switch (random.nextInt(4)) {
        case 0 -> {
          body.add("set_flag" + flag);
          body.add("wait_flag" + flag);
        }
        case 1 -> {
          for (int i = random.nextInt(3); i >= 0; i--) {
            before.add("set_flag" + flag);
          }
          body.add("wait_flag" + flag);
          body.add("set_flag" + flag);
        }
        case 2 -> body.add("set_flag" + flag);
        default -> {
          before.add("movi X14, 3000");
          before.add("loop 0, X14, 1");
          before.add("set_flag" + flag);
          body.add("wait_flag" + flag);
        }
      }
    }

    private String other(String pipe) {
      String other = pipe();
      return other.equals(pipe) ? other(pipe) : other;
    }

    private String word() {
      if (profile == Profile.A2A3 && random.nextBoolean()) {
        return random.nextBoolean() ? "vadd.f32 X12, XZR, XZR, X21" : "vabs.f32 X12, XZR, X22";
      }
      return switch (random.nextInt(profile == Profile.A5 ? 7 : 4)) {
        case 0 -> "nop";
        case 1 -> "addi.i64 X15, X15, 32";
        case 2 -> "barrier " + (random.nextInt(4) == 0 ? "ALL" : "V");
        case 3 -> "muli.i64 X16, X13, 5";
        case 4 -> "get_buf " + bufferPipe() + ", " + random.nextInt(2) + ", mode 0";
        case 5 -> "rls_buf " + bufferPipe() + ", " + random.nextInt(2) + ", mode 0";
        default -> "dsb " + (random.nextBoolean() ? "UB" : "DDR");
      };
    }

    private String bufferPipe() {
      return PIPES.get(1 + random.nextInt(3));
    }
  }
}
