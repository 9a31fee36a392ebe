package org.ptoc.emulator;

import java.util.OptionalInt;

/**
 * Block and core numbers that replace the usual ones, so that a launch runs one block of many.
 *
 * @param block number of the only block that runs, at least 0
 * @param blocks number of blocks that kernels see, at least 1
 * @param subblock number of the only vector core of each block that runs, at least 0
 */
public record BlockNumbers(OptionalInt block, OptionalInt blocks, OptionalInt subblock) {
  /** Blocks and their cores count from 0. */
  public static final BlockNumbers USUAL =
      new BlockNumbers(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  /** True if no number is below its least. */
  boolean isValid() {
    return block.orElse(0) >= 0 && blocks.orElse(1) >= 1 && subblock.orElse(0) >= 0;
  }
}
