package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.machine.Core;

/** The {@code loop} word of a body without jumps: runs the body at once where an engine has compiled it. */
final class LoopStep extends Step {
  private final ControlStep loop;
  private final int words;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  LoopStep(ControlStep loop, int words, Interpreter interpreter, LoopEngine engine) {
    this.loop = loop;
    this.words = words;
    this.interpreter = interpreter;
    this.engine = engine;
  }

  @Override
  int execute(Core core, int at) {
    int next = loop.execute(core, at);
    // Listeners hear of this word before they hear of the body.
    return core.record.isActive() ? next : runBody(core, at, next);
  }

  /** Runs all passes when there is a compiled form; {@code next} is what {@link #execute} gave. */
  int runBody(Core core, int at, int next) {
    if (next != at + 1) {
      return next; // no pass: the loop was not entered, and there may be none around it
    }
    long passes = core.remainingPasses();
    if (passes >= (core.instructionLimit - core.executed) / words) {
      return next;
    }
    Optional<CompiledLoop> compiled = engine.enter(core, interpreter, at, passes);
    if (compiled.isEmpty()) {
      return next;
    }
    compiled.get().run(core, interpreter, passes);
    core.finishPasses();
    return core.loopEnd;
  }
}
