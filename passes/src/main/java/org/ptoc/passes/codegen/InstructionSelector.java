package org.ptoc.passes.codegen;

import org.ptoc.ir.Operation;

/**
 * A target's half of instruction selection: every operation that the generator does not know comes
 * here.
 */
@FunctionalInterface
public interface InstructionSelector {

  /**
   * Appends the instructions of {@code operation} and defines its results.
   *
   * @return false, with nothing appended, when the target does not know the operation
   */
  boolean select(Operation operation, Selection selection);
}
