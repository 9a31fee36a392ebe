package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;

/**
 * Runs launches in the interpreter and again with compiled loops of both kinds: all must do the
 * same.
 */
public final class AllEngines {
  /**
   * The engines that are compared with the interpreter: both kinds of compiled loops, {@code
   * -Dptoc.engines=jit} leaves out vectors, {@code -Dptoc.engines=interpret} runs the interpreter
   * alone.
   */
  static final List<Engine> COMPILED =
      switch (System.getProperty("ptoc.engines", "all")) {
        case "interpret" -> List.of();
        case "jit" -> List.of(Engine.JIT);
        default -> List.of(Engine.JIT, Engine.VECTOR);
      };

  private AllEngines() {}

  /**
   * The result of {@code launch}; one with listeners runs once, because they hear a launch only
   * once.
   */
  public static RunResult run(KernelLaunch launch) {
    if (COMPILED.isEmpty() || launch.listeners().isPresent()) {
      return Emulator.run(launch);
    }
    return run(launch, COMPILED);
  }

  /**
   * The result of {@code launch}, for tests of the compiler that run thousands of small kernels:
   * the interpreter is compared with one kind of compiled loops, for a quarter of the kernels with
   * vectors, whose first calls are slow; of those of A2/A3, of which there are most, every second
   * one. With {@code -Dptoc.test.exhaustive} each is compared with both.
   */
  public static RunResult sample(KernelLaunch launch) {
    if (COMPILED.size() < 2
        || launch.listeners().isPresent()
        || Boolean.getBoolean("ptoc.test.exhaustive")) {
      return run(launch);
    }
    int hash = Arrays.hashCode(launch.kernel().words());
    if (launch.kernel().profile() == Profile.A2A3 && (hash & 4) == 0) {
      return run(launch, List.of());
    }
    return run(launch, List.of((hash & 3) == 0 ? Engine.VECTOR : Engine.JIT));
  }

  private static RunResult run(KernelLaunch launch, List<Engine> compiled) {
    RunResult expected = Emulator.run(launch.withEngine(Engine.INTERPRET));
    for (Engine engine : compiled) {
      same(Emulator.run(launch.withEngine(engine)), expected);
    }
    return expected;
  }

  private static void same(RunResult actual, RunResult expected) {
    assertThat(actual).hasSameClassAs(expected);
    switch (expected) {
      case RunResult.Completed(List<byte[]> buffers, long instructions, var notices) -> {
        RunResult.Completed other = (RunResult.Completed) actual;
        assertThat(other.instructions()).isEqualTo(instructions);
        assertThat(other.notices()).isEqualTo(notices);
        same(other.buffers(), buffers);
      }
      case RunResult.Trapped(var trap, List<byte[]> buffers, var notices) -> {
        RunResult.Trapped other = (RunResult.Trapped) actual;
        assertThat(other.trap()).isEqualTo(trap);
        assertThat(other.notices()).isEqualTo(notices);
        same(other.buffers(), buffers);
      }
      default -> assertThat(actual).isEqualTo(expected);
    }
  }

  private static void same(List<byte[]> actual, List<byte[]> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(Arrays.mismatch(actual.get(i), expected.get(i)))
          .as("first difference in buffer %d", i)
          .isEqualTo(-1);
    }
  }
}
