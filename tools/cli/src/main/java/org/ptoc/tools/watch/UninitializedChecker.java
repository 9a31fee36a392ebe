package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds reads of UB where the block has written nothing at all. What UB holds at entry is not
 * defined, so that such a read is a defect. A vector load reads what is used of it ({@link
 * VectorReads}). A read that is written in part is let through: gaps between rows are read along.
 */
public final class UninitializedChecker implements ExecutionListener {
  private final Program program;
  private final Findings findings;
  private final VectorReads vectors =
      new VectorReads((word, at, length) -> read(word, (int) at, (int) length));
  private Optional<Core> state = Optional.empty();
  private final BitSet written = new BitSet();

  /** Bytes of LOCAL memory that were renewed and not written since; spills are always written. */
  private final BitSet renewed = new BitSet();

  private final BitSet reported = new BitSet();

  /** A checker of one block. */
  public UninitializedChecker(Program program, Findings findings) {
    this.program = program;
    this.findings = findings;
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
    vectors.start(core);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (state.isPresent() && vectors.follow(program.at(word), word, record, state.get())) {
      return;
    }
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
    local(word, record);
  }

  /** Variables of the scalar unit: what a declaration renews is not defined on a device. */
  private void local(int word, ExecutionRecord record) {
    boolean renews =
        program.at(word).definition().semantics() instanceof Semantics.Scalar(var operation)
            && operation == ScalarOperation.RENEW;
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.LOCAL) {
        int from = (int) record.address(i);
        int to = (int) (record.address(i) + record.length(i));
        if (record.isWrite(i)) {
          renewed.set(from, to, renews);
        } else if (renewed.nextSetBit(from) >= from && renewed.nextSetBit(from) < to) {
          report(
              word, "LOCAL", from, to, " of an array or struct, not all of which has been written");
        }
      }
    }
  }

  private void read(int word, int address, int length) {
    int first = written.nextSetBit(address);
    if (length > 0 && (first < 0 || first >= address + length)) {
      report(word, "UB", address, address + length, ", none of which has been written");
    }
  }

  private void report(int word, String memory, int from, int to, String what) {
    if (!reported.get(word)) {
      reported.set(word);
      findings.found(
          word,
          "reads "
              + memory
              + " bytes 0x"
              + Integer.toHexString(from)
              + " to 0x"
              + Integer.toHexString(to)
              + what,
          word);
    }
  }
}
