package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;

/** The {@code vf_begin} word of a region whose words and addresses follow from scalar registers. */
final class RegionStep extends Step {
  private final RegionInputs inputs;
  private final int words;

  /**
   * @param words words behind {@code vf_begin} up to {@code vf_end}, that one included
   */
  RegionStep(RegionInputs inputs, int words) {
    this.inputs = inputs;
    this.words = words;
  }

  @Override
  public int execute(Core core, int at) {
    return at + 1;
  }

  /** What decides about the execution that begins. */
  long[] inputs(Core core) {
    return inputs.values(core);
  }

  /** The word {@code vf_end} of the region that {@code at} opens. */
  int lastWord(int at) {
    return at + words;
  }
}
