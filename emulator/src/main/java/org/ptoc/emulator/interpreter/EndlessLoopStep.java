package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;

/**
 * A branch back over scalar instructions that neither jump nor trap: nothing ends the loop but the
 * work limit, and a stopped run has no results. All iterations that fit into the limit are counted
 * at once.
 */
final class EndlessLoopStep extends Step {
  private final int target;

  EndlessLoopStep(int target) {
    this.target = target;
  }

  @Override
  int execute(Core core, int at) {
    int words = at - target + 1;
    core.executed += (core.instructionLimit - core.executed) / words * words;
    return target;
  }
}
