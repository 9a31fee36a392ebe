package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.Program;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds words that compute what nobody uses: no compiler leaves such a word, so that one that would
 * use it is missing, most often one that sets a mask. Words without a line of a program, as in
 * assembly, are not looked at.
 */
public final class UnusedChecker implements ExecutionListener {
  private final Program program;
  private final BitSet unused;
  private final Findings findings;

  /**
   * A checker of one block.
   *
   * @param lines source line of a word, 0 when it has none
   */
  public UnusedChecker(Program program, IntUnaryOperator lines, Findings findings) {
    this.program = program;
    this.findings = findings;
    this.unused = UnusedResults.of(program);
    for (int word = unused.nextSetBit(0); word >= 0; word = unused.nextSetBit(word + 1)) {
      if (lines.applyAsInt(word) <= 0) {
        unused.clear(word);
      }
    }
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (unused.get(word)) {
      unused.clear(word);
      for (int i = 0; i < record.ranges(); i++) {
        if (record.isWrite(i)) {
          return;
        }
      }
      findings.found(
          word, program.at(word).definition().mnemonic() + " computes what no word uses", word);
    }
  }
}
