package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.interpreter.step.ControlStep;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;

/**
 * A branch back over words without jumps that do the same in each iteration: most iterations are
 * reported to listeners as a whole, as for a {@code loop} word.
 */
final class BackwardBranchStep extends Step {
  /** Iterations that are reported one by one before the rest is reported as a whole. */
  private static final int HEARD = 2;

  /** Iterations reported at once; the search for endless loops observes some of them. */
  private static final int MOST_REPEATED = 1 << 16;

  private final ControlStep branch;
  private final int target;
  private final Interpreter interpreter;

  BackwardBranchStep(ControlStep branch, int target, Interpreter interpreter) {
    this.branch = branch;
    this.target = target;
    this.interpreter = interpreter;
  }

  @Override
  public int execute(Core core, int at) {
    return branch.execute(core, at);
  }

  /**
   * Runs iterations while the branch is taken and the limit is far; {@code next} is what {@link
   * #execute} gave. Returns what follows.
   */
  int runBody(Core core, int at, int next) {
    ExecutionListener listener = core.listener.orElseThrow();
    int follows = next;
    if (follows != target || !listener.takesRepeatedIterations()) {
      return follows;
    }
    for (int heard = 0; heard < HEARD && follows == target && hasRoom(core, at); heard++) {
      follows = iteration(core, at);
      listener.executed(at, core.record);
    }
    long iterations = 0;
    core.record.pause();
    try {
      while (follows == target && iterations < MOST_REPEATED && hasRoom(core, at)) {
        follows = iteration(core, at);
        iterations++;
      }
    } finally {
      core.record.resume();
    }
    if (iterations > 0) {
      listener.repeated(target, at + 1, iterations);
    }
    return follows;
  }

  private boolean hasRoom(Core core, int at) {
    return core.instructionLimit - core.executed > at - target + 1;
  }

  private int iteration(Core core, int at) {
    interpreter.runWords(core, target, at);
    if (core.record.isActive()) {
      core.record.clear();
    }
    return interpreter.step(core, at);
  }
}
