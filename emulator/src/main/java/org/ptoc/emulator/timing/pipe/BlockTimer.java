package org.ptoc.emulator.timing.pipe;

import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.timing.region.RegionExecution;

/** Times one block under one model, from the events of the listener of a run. */
public sealed interface BlockTimer permits PipelineTimer, InstructionCounter {

  /**
   * A word outside of vector regions was executed.
   *
   * @param records what it did
   */
  void executed(int word, WordRecords records);

  /** The core has come to a meeting of cores: {@link #executed} follows when all have come. */
  void arrived(CrossSignal arrival);

  /**
   * A loop body outside of vector regions was executed more times, with the same records each time.
   *
   * @param begin the first word of the body
   * @param end the word behind it
   * @param iterations at least 1
   */
  void repeated(int begin, int end, WordRecords records, long iterations);

  /** A vector region came to its end; moves the clocks. */
  void region(RegionExecution execution);

  /** Adds what happened inside of {@code times} executions of a region. */
  void addRegion(RegionExecution execution, long times);

  /** Cycles so far, 0 where none are counted; may be asked from another thread. */
  long cyclesSoFar();

  /**
   * The time of the executed words.
   *
   * @param executions by word
   */
  BlockTiming timing(long[] executions);
}
