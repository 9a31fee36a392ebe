package org.ptoc.tools.referee;

import org.ptoc.ir.object.SourcePosition;

/** What the trials of a verdict say of runs with other arguments. */
public sealed interface Coverage {

  /** There is nothing else that a block of the kernel can do. */
  record Complete() implements Coverage {}

  /**
   * Whatever the arguments and the block are, accesses of a block are in order and flags used
   * rightly.
   *
   * @param blocks of the trials, which alone show whether blocks meet in GM
   */
  record Proved(int blocks) implements Coverage {}

  /** A trial shows what is wrong, so that nothing is left to be proved. */
  record Refuted() implements Coverage {}

  /**
   * Other arguments may do something else.
   *
   * @param place where a proof was given up
   * @param reason why
   */
  record Sample(SourcePosition place, String reason) implements Coverage {}
}
