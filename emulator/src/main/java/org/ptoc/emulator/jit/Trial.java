package org.ptoc.emulator.jit;

import java.util.Optional;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;

/** Runs a compiled loop on a copy of the state until the JVM has compiled it, and compares it with the interpreter. */
final class Trial {
  /** Passes of one measurement. */
  private static final long MOST_PASSES = 256;

  private static final int MOST_MEASUREMENTS = 2_000;
  private static final long MOST_NANOSECONDS = 2_000_000_000L;

  private final Core core;
  private final Interpreter interpreter;
  private final CompiledLoop loop;
  private final int begin;
  private final int end;
  private final long passes;
  private final long[] registers;

  Trial(Core core, Interpreter interpreter, CompiledLoop loop, int begin, int end, long passes) {
    this.core = core;
    this.interpreter = interpreter;
    this.loop = loop;
    this.begin = begin;
    this.end = end;
    this.passes = Math.min(passes, MOST_PASSES);
    this.registers = core.x.clone();
  }

  /** Why the loop should not be used; empty when it has become clearly faster than the interpreter. */
  Optional<String> objection() {
    try {
      long start = System.nanoTime();
      long interpreted = Long.MAX_VALUE;
      for (int i = 0; i < MOST_MEASUREMENTS && System.nanoTime() - start < MOST_NANOSECONDS; i++) {
        interpreted = Math.min(interpreted, interpret());
        if (run() < interpreted / 4 * 3 && run() < interpreted / 4 * 3) {
          return Optional.empty();
        }
      }
      return Optional.of("the compiled form is not faster");
    } catch (MachineTrap trap) {
      return Optional.of("the body cannot be tried: " + trap.getMessage());
    }
  }

  private long interpret() {
    restore();
    long start = System.nanoTime();
    for (long pass = 0; pass < passes; pass++) {
      interpreter.runWords(core, begin, end);
    }
    return System.nanoTime() - start;
  }

  private long run() {
    restore();
    long start = System.nanoTime();
    loop.run(core, interpreter, passes);
    return System.nanoTime() - start;
  }

  private void restore() {
    System.arraycopy(registers, 0, core.x, 0, registers.length);
  }
}
