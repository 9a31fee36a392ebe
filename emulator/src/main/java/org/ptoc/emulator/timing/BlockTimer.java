package org.ptoc.emulator.timing;

import org.ptoc.emulator.machine.ExecutionListener;

/** Times one block while it runs; one thread uses it. */
public sealed interface BlockTimer extends ExecutionListener permits PipelineTimer, InstructionCounter {

  /** The time of what was executed so far. */
  BlockTiming timing();
}
