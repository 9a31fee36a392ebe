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
  /**
   * Iterations of the first measurement and of the longest. The number doubles in between: the
   * first runs link classes, and vectors take milliseconds an iteration until the JVM has compiled
   * them.
   */
  private static final long FIRST_ITERATIONS = 2;

  private static final long MOST_ITERATIONS = 256;

  /** Measurements in a row: what makes the JVM compile a form. */
  private static final int EAGER_MEASUREMENTS = 4_000;

  /** Measurements of the candidate for each one of its rival, which the JVM compiled long ago. */
  private static final int RIVAL_INTERVAL = 8;

  /**
   * How long the compiler of the JVM has the processor between two later measurements, or after a
   * slow one: it competes with the run itself.
   */
  private static final long PAUSE_MILLISECONDS = 5;

  private static final long SHORT_PAUSE_MILLISECONDS = 1;

  /** Nanoseconds of a trial while a faster form than the interpreter is still to be found. */
  static final long SHORT = 2_000_000_000L;

  /** Nanoseconds of a trial that nothing waits for. */
  static final long LONG = 30_000_000_000L;

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
   * @param limit nanoseconds after which it should not
   */
  Optional<String> objection(
      CompiledLoop candidate, CompiledLoop rival, String rivalName, long limit) {
    try {
      long start = System.nanoTime();
      long best = Long.MAX_VALUE;
      long count = Math.min(iterations, FIRST_ITERATIONS);
      for (int i = 0; System.nanoTime() - start < limit; i++) {
        if (i % RIVAL_INTERVAL == 0 || best == Long.MAX_VALUE) {
          best = Math.min(best, time(rival, count));
        }
        long taken = time(candidate, count);
        if (taken < best / 4 * 3 && time(candidate, count) < best / 4 * 3) {
          return Optional.empty();
        }
        if (i >= EAGER_MEASUREMENTS || taken > best) {
          Thread.sleep(i >= EAGER_MEASUREMENTS ? PAUSE_MILLISECONDS : SHORT_PAUSE_MILLISECONDS);
        }
        if (count < iterations) {
          count = Math.min(iterations, 2 * count);
          best = Long.MAX_VALUE;
        }
      }
      return Optional.of("the compiled form is not faster than the " + rivalName);
    } catch (InterruptedException end) {
      return Optional.of("the run has ended");
    } catch (MachineTrap trap) {
      return Optional.of("the body cannot be tried: " + trap.getMessage());
    }
  }

  private long time(CompiledLoop loop, long count) {
    System.arraycopy(registers, 0, core.x, 0, registers.length);
    long start = System.nanoTime();
    loop.run(core, interpreter, count);
    return System.nanoTime() - start;
  }
}
