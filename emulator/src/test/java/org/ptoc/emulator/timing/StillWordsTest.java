package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** Iterations that leave repeated words out end in the memory of iterations that execute them. */
class StillWordsTest {
  private static final int BYTES = 4096;

  private final Random random = new Random(5);

  private RunResult run(Program program, byte[] data, Function<KernelLaunch, KernelLaunch> how) {
    KernelLaunch launch =
        KernelLaunch.of(new TimedKernel(program, 1), List.of(new Argument.Buffer(data.clone())));
    return Emulator.run(how.apply(launch));
  }

  private static byte[] memory(RunResult result) {
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers().getFirst();
  }

  private static KernelLaunch timed(Program program, KernelLaunch launch) {
    return launch.withListeners(RunTimer.of(program, TimingOptions.of(TimingModel.DOCUMENTED)));
  }

  /** Operands that overlap, move, add up in place, and some that stay apart. */
  @Test
  void memoryIsThatOfAllIterations() {
    int changed = 0;
    for (int i = 0; i < 300; i++) {
      StringBuilder body = new StringBuilder();
      int words = 1 + random.nextInt(4);
      boolean apart = random.nextBoolean();
      for (int word = 0; word < words; word++) {
        body.append(word(apart));
      }
      int iterations = 3 + random.nextInt(20);
      Program program = Kernels.program(Profile.A2A3, kernel(body.toString(), words, iterations));
      byte[] data = new byte[BYTES];
      random.nextBytes(data);
      byte[] expected = memory(run(program, data, launch -> launch));
      changed += Arrays.equals(expected, data) ? 0 : 1;
      assertThat(memory(run(program, data, launch -> timed(program, launch))))
          .as(body.toString())
          .isEqualTo(expected);
    }
    assertThat(changed).isGreaterThan(200);
  }

  private String word(boolean apart) {
    int moved = 1 + random.nextInt(4);
    return switch (random.nextInt(6)) {
      case 0 -> "addi.i64 X" + moved + ", X" + moved + ", 32\n";
      case 1 -> "vmla.f32 X" + to(apart) + ", X1, X2, X21\n";
      case 2 -> "vabs.f16 X" + to(apart) + ", X1, X21\n";
      default -> {
        String second = ", X1, X" + (apart ? 2 : 1 + random.nextInt(4)) + ", X21\n";
        String name = (random.nextBoolean() ? "vadd" : "vmul") + (moved > 2 ? ".i32" : ".f32");
        yield name + " X" + to(apart) + second;
      }
    };
  }

  private int to(boolean apart) {
    return apart ? 3 + random.nextInt(2) : 1 + random.nextInt(4);
  }

  private String kernel(String body, int words, int iterations) {
    StringBuilder text =
        new StringBuilder("movi X20, 8388624\nmovi X21, 65793\nmovhi X21, X21, 33556488\n");
    text.append("gm_to_ub.f32 XZR, X0, X20\n");
    for (int register = 1; register <= 4; register++) {
      text.append("movi X" + register + ", " + 32 * random.nextInt(96) + "\n");
    }
    text.append("movi X5, " + iterations + "\nloop 0, X5, " + words + "\n").append(body);
    return text.append("ub_to_gm.f32 X0, XZR, X20\nend\n").toString();
  }

  /** The work that was left out counts: a limit stops the run as it does without. */
  @Test
  void theLimitStays() {
    String text = kernel("vadd.f32 X3, X1, X2, X21\n", 1, 1000);
    Program program = Kernels.program(Profile.A2A3, text);
    for (long limit : new long[] {500, 2999, 3500, 4000}) {
      assertThat(
              summary(
                  run(
                      program,
                      new byte[BYTES],
                      l -> timed(program, l).withInstructionLimit(limit))))
          .as("limit " + limit)
          .isEqualTo(summary(run(program, new byte[BYTES], l -> l.withInstructionLimit(limit))));
    }
  }

  private static Optional<Integer> summary(RunResult result) {
    return result
            instanceof
            RunResult.LimitReached(var rank, int block, var core, int word, var endless, var slack)
        ? Optional.of(word)
        : Optional.empty();
  }
}
