package org.ptoc.tools.watch;

import java.util.HashSet;
import java.util.Set;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds operands that have a meaning but not the one that most authors expect: shift counts outside
 * of the element, repeat counts of zero, negative lane counts and the like ({@link OperandDoubt}).
 * Each word is reported once.
 */
public final class OperandChecker implements ExecutionListener {
  private final Findings findings;
  private final Set<Integer> reported = new HashSet<>();

  /** A checker of one block. */
  public OperandChecker(Findings findings) {
    this.findings = findings;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (record.doubt().isPresent() && reported.add(word)) {
      findings.found(word, message(record.doubt().get(), record), word);
    }
  }

  private String message(OperandDoubt doubt, ExecutionRecord record) {
    long value = record.doubtfulValue();
    return switch (doubt) {
      case SHIFT_COUNT ->
          "shifts by "
              + value
              + " in lane "
              + record.doubtfulLane()
              + ", outside of 0 to its width less one: the result is 0, or the sign of a signed"
              + " right shift";
      case ZERO_REPEAT -> "has repeat count 0 and does nothing";
      case NEGATIVE_LANE_COUNT ->
          "takes the negative lane count " + value + " as unsigned: all lanes are active";
      case BLOCK_MASK ->
          "has a mask that is not whole blocks: lane k of the mask, read as b32, governs block k,"
              + " and the other lanes say something else";
      case LONG_LIST ->
          "merges "
              + value
              + " records of list "
              + record.doubtfulLane()
              + "; the vendor's library merges at most 4095";
      case BURST_PAST_END ->
          "asks for " + value + " bytes behind the end of the table, which are left out";
      case EMPTY_PRODUCT -> "multiplies matrices without rows, columns or depth and does nothing";
      case OVERLAPPING_FRACTALS ->
          "puts " + value + " rows, columns or groups at one place, where the last one stays";
    };
  }
}
