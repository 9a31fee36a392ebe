package org.ptoc.tools.watch;

import java.util.BitSet;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds reads of UB where the block has written nothing at all. What UB holds at entry is not defined, so that such a read
 * is a defect. A read that is written in part is let through: its other lanes are usually masked, and masks are not
 * looked at.
 */
public final class UninitializedChecker implements ExecutionListener {
  private final Findings findings;
  private final BitSet written = new BitSet();
  private final BitSet reported = new BitSet();

  /** A checker of one block. */
  public UninitializedChecker(Findings findings) {
    this.findings = findings;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && !record.isWrite(i)) {
        read(word, (int) record.address(i), (int) record.length(i));
      }
    }
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && record.isWrite(i)) {
        written.set((int) record.address(i), (int) (record.address(i) + record.length(i)));
      }
    }
  }

  private void read(int word, int address, int length) {
    int first = written.nextSetBit(address);
    if ((first < 0 || first >= address + length) && !reported.get(word)) {
      reported.set(word);
      findings.found(
          word,
          "reads UB bytes 0x" + Integer.toHexString(address) + " to 0x" + Integer.toHexString(address + length)
              + ", none of which has been written",
          word);
    }
  }
}
