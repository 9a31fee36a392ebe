package org.ptoc.emulator.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** The state in front of a loop of {@link LoopProgram}, and what its iterations make of it. */
final class LoopState {
  /** Iterations, of which the last one has a partial mask where a count goes down. */
  private static final int ITERATIONS = 20;

  private LoopState() {}

  /** Random memory; X2, X6 and X3, X7 are addresses of sources and results, X5 is a count. */
  static Core random() {
    Core core =
        new Core(
            Profile.A5, new GlobalMemory(List.of()), new byte[0], new byte[0], (byte) 0, false);
    Random random = new Random(1);
    for (int i = 0; i < core.ub.length; i++) {
      core.ub[i] = (byte) (i % 4 == 3 ? 0x3F : random.nextInt()); // No lane is a NaN.
    }
    core.x[2] = 0;
    core.x[3] = 1 << 16;
    core.x[5] = 64 * ITERATIONS - 3;
    core.x[6] = 1 << 15;
    core.x[7] = 3 << 15;
    return core;
  }

  /** Scalar registers and memory are the same behind compiled iterations and interpreted ones. */
  static void assertAgrees(Program program, int end, CompiledLoop loop) {
    Core core = random();
    Core expected = core.trial();
    Interpreter interpreter = Interpreter.of(program);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      interpreter.runWords(expected, LoopProgram.BODY, end);
    }
    loop.run(core, interpreter, ITERATIONS);
    assertThat(core.ub).isEqualTo(expected.ub);
    assertThat(core.x).isEqualTo(expected.x);
  }
}
