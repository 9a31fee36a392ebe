package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.interpreter.step.ControlStep;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;

/**
 * The {@code loop} word of a body without jumps: runs all iterations at once where an engine has
 * compiled the body, and reports regular iterations to listeners as a whole.
 */
final class LoopStep extends Step {
  /** Iterations that are reported one by one before the rest is reported as a whole. */
  private static final int HEARD = 2;

  private final ControlStep loop;
  private final int words;
  private final Interpreter interpreter;
  private final LoopEngine engine;
  private final Optional<RegularBody> regular;

  LoopStep(
      ControlStep loop,
      int words,
      Interpreter interpreter,
      LoopEngine engine,
      Optional<RegularBody> regular) {
    this.loop = loop;
    this.words = words;
    this.interpreter = interpreter;
    this.engine = engine;
    this.regular = regular;
  }

  @Override
  public int execute(Core core, int at) {
    int next = loop.execute(core, at);
    // Listeners observe this word before the body.
    return core.record.isActive() ? next : runBody(core, at, next);
  }

  /**
   * Runs all iterations when there is a faster way than word by word; {@code next} is what {@link
   * #execute} gave.
   */
  int runBody(Core core, int at, int next) {
    if (next != at + 1) {
      return next; // no iteration: the loop was not entered, and there may be none around it
    }
    long iterations = core.remainingIterations();
    if (iterations >= (core.instructionLimit - core.executed) / words) {
      return next;
    }
    Optional<CompiledLoop> compiled = engine.enter(core, interpreter, at, iterations);
    if (core.record.isActive()
        && iterations > HEARD
        && regular.isPresent()
        && core.listener.orElseThrow().takesRepeatedIterations()) {
      runRegular(core, at, iterations, compiled, regular.get());
    } else if (compiled.isPresent()) {
      compiled.get().run(core, interpreter, iterations);
    } else {
      return next;
    }
    core.finishIterations();
    return core.loopEnd;
  }

  private void runRegular(
      Core core, int at, long iterations, Optional<CompiledLoop> compiled, RegularBody body) {
    ExecutionListener listener = core.listener.orElseThrow();
    long[] before = body.counters(core);
    interpret(core, at, 1);
    long full = body.fullIterations(before, body.counters(core), iterations);
    StillWords still = new StillWords(body.stillWords(), at + 1, words);
    still.hear(core, interpreter);
    long repeated = Math.min(iterations, full) - HEARD;
    if (repeated > 0) {
      core.record.pause();
      try {
        if (compiled.isPresent()) {
          compiled.get().run(core, interpreter, repeated);
        } else if (still.repeatThemselves(core, repeated)) {
          still.leaveOut(core, interpreter, repeated);
        } else {
          interpret(core, at, repeated);
        }
      } finally {
        core.record.resume();
      }
      listener.repeated(at + 1, at + 1 + words, repeated);
    }
    interpret(core, at, iterations - HEARD - Math.max(0, repeated));
  }

  private void interpret(Core core, int at, long iterations) {
    for (long iteration = 0; iteration < iterations; iteration++) {
      interpreter.runWords(core, at + 1, at + 1 + words);
    }
  }
}
