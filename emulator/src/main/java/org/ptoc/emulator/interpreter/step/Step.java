package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;

/** One instruction, predecoded. Immutable; one object serves all blocks. */
public abstract class Step {
  /** What {@link #execute} returns at the end of the kernel. */
  public static final int END = -1;

  /**
   * Executes the instruction at word {@code at} and returns the word that follows it in program
   * order.
   */
  public abstract int execute(Core core, int at);
}
