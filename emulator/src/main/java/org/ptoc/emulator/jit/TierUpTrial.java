package org.ptoc.emulator.jit;

import java.util.Optional;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;

/**
 * Runs forms of a loop on a copy of the state until the JVM has compiled them, and compares their
 * times.
 */
final class TierUpTrial {
  /** Iterations of one measurement. */
  private static final long MOST_ITERATIONS = 256;

  /** Measurements in a row: what makes the JVM compile a form. */
  private static final int EAGER_MEASUREMENTS = 4_000;

  /** Measurements of the candidate for each one of its rival, which the JVM compiled long ago. */
  private static final int RIVAL_INTERVAL = 8;

  /**
   * From then on the compiler of the JVM has the processor for so long between two measurements: it
   * competes with the run itself, and vectors take it seconds.
   */
  private static final long PAUSE_MILLISECONDS = 5;

  private static final long MOST_NANOSECONDS = 30_000_000_000L;

  private final Core core;
  private final Interpreter interpreter;
  private final long iterations;
  private final long[] registers;

  TierUpTrial(Core core, Interpreter interpreter, long iterations) {
    this.core = core;
    this.interpreter = interpreter;
    this.iterations = Math.min(iterations, MOST_ITERATIONS);
    this.registers = core.x.clone();
  }

  /**
   * Why a form should not be used in the place of another; empty when it has become clearly faster.
   *
   * @param rivalName what the other form is
   */
  Optional<String> objection(CompiledLoop candidate, CompiledLoop rival, String rivalName) {
    try {
      long start = System.nanoTime();
      long best = Long.MAX_VALUE;
      for (int i = 0; System.nanoTime() - start < MOST_NANOSECONDS; i++) {
        if (i >= EAGER_MEASUREMENTS) {
          Thread.sleep(PAUSE_MILLISECONDS);
        }
        if (i % RIVAL_INTERVAL == 0) {
          best = Math.min(best, time(rival));
        }
        if (time(candidate) < best / 4 * 3 && time(candidate) < best / 4 * 3) {
          return Optional.empty();
        }
      }
      return Optional.of("the compiled form is not faster than the " + rivalName);
    } catch (InterruptedException end) {
      return Optional.of("the run has ended");
    } catch (MachineTrap trap) {
      return Optional.of("the body cannot be tried: " + trap.getMessage());
    }
  }

  private long time(CompiledLoop loop) {
    System.arraycopy(registers, 0, core.x, 0, registers.length);
    long start = System.nanoTime();
    loop.run(core, interpreter, iterations);
    return System.nanoTime() - start;
  }
}
