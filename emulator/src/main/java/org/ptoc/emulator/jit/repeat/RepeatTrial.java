package org.ptoc.emulator.jit.repeat;

import java.util.Optional;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.machine.Core;

/**
 * Runs a compiled form on a copy of the state until the JVM has compiled it, and compares it with
 * the interpreter.
 */
final class RepeatTrial {
  /** Repeats of one measurement, about. */
  private static final long REPEATS = 1_024;

  /** Long enough for the compiler of the JVM on a busy machine. */
  private static final long MOST_NANOSECONDS = 5_000_000_000L;

  private final Core core;
  private final Interpreter interpreter;
  private final int word;
  private final Repeats repeats;
  private final long executions;

  /**
   * @param core a copy of the state in front of {@code word}, whose execution would be legal
   */
  RepeatTrial(Core core, Interpreter interpreter, int word, Repeats repeats) {
    this.core = core;
    this.interpreter = interpreter;
    this.word = word;
    this.repeats = repeats;
    this.executions = 1 + REPEATS / repeats.count();
  }

  /**
   * Why the form should not be used; empty when it has become clearly faster than the interpreter.
   */
  Optional<String> objection(CompiledRepeat form) {
    long start = System.nanoTime();
    long interpreted = Long.MAX_VALUE;
    while (System.nanoTime() - start < MOST_NANOSECONDS) {
      interpreted = Math.min(interpreted, interpret());
      if (run(form) < interpreted / 4 * 3 && run(form) < interpreted / 4 * 3) {
        return Optional.empty();
      }
    }
    return Optional.of("the compiled form is not faster");
  }

  private long interpret() {
    long start = System.nanoTime();
    for (long i = 0; i < executions; i++) {
      interpreter.runWords(core, word, word + 1);
    }
    return System.nanoTime() - start;
  }

  private long run(CompiledRepeat form) {
    long start = System.nanoTime();
    for (long i = 0; i < executions; i++) {
      form.run(core.ub, repeats);
    }
    return System.nanoTime() - start;
  }
}
