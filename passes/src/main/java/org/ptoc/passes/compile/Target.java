package org.ptoc.passes.compile;

import java.util.List;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.Pass;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.recipe.Rewrite;

/**
 * What a back end brings: its profile, its lowering passes and its half of instruction selection.
 */
public interface Target {
  Profile profile();

  /** The pass that lowers logical vectors. */
  Pass logicalVectors();

  /** Passes from verified IR to operations that the selector knows, in order. */
  List<Pass> lowering();

  /**
   * Passes that need simplified loops, in order; they run after loop-invariant operations have
   * moved out.
   */
  default List<Pass> finishing() {
    return List.of();
  }

  InstructionSelector selector();

  /** What the profile has not in one instruction, and what it does instead. */
  List<Rewrite> rewrites();
}
