package org.ptoc.emulator.interpreter;

import java.util.BitSet;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;

/**
 * The repeated words of a loop body that have the same operands in all iterations. Where none reads
 * what one of them writes, and no other word touches memory, each does again what it has done, so
 * that more iterations may leave them out.
 */
final class StillWords {
  private final BitSet still;
  private final int begin;
  private final int words;
  private final BitSet read = new BitSet();
  private final BitSet written = new BitSet();
  private boolean othersTouchMemory;
  private long work;

  /**
   * @param still their distances to {@code begin}
   * @param begin the first word of the body
   * @param words words of the body
   */
  StillWords(BitSet still, int begin, int words) {
    this.still = still;
    this.begin = begin;
    this.words = words;
  }

  /** Runs an observed iteration, and records the reads and writes of these words. */
  void hear(Core core, Interpreter interpreter) {
    for (int i = 0; i < words; i++) {
      interpreter.runWords(core, begin + i, begin + i + 1);
      if (still.get(i)) {
        note(core.record);
      } else {
        othersTouchMemory |= core.record.ranges() > 0;
      }
    }
  }

  private void note(ExecutionRecord record) {
    work += record.repeats();
    for (int range = 0; range < record.ranges(); range++) {
      if (record.space(range) == AddressSpace.UB) {
        int from = (int) record.address(range);
        BitSet bytes = record.isWrite(range) ? written : read;
        bytes.set(from, from + (int) record.length(range));
      }
    }
  }

  /**
   * True if {@code iterations} more iterations without them end in the same state, within the
   * limit.
   */
  boolean repeatThemselves(Core core, long iterations) {
    return !still.isEmpty()
        && !othersTouchMemory
        && !read.intersects(written)
        && iterations < (core.instructionLimit - core.executed) / (words + work);
  }

  /** Runs iterations without these words. */
  void leaveOut(Core core, Interpreter interpreter, long iterations) {
    core.spend(iterations * work);
    core.executed += iterations * still.cardinality();
    if (still.cardinality() == words) {
      return;
    }
    for (long iteration = 0; iteration < iterations; iteration++) {
      for (int i = still.nextClearBit(0); i < words; i = still.nextClearBit(i + 1)) {
        interpreter.runWords(core, begin + i, begin + i + 1);
      }
    }
  }
}
