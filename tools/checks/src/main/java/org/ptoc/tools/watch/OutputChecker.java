package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Notes which bytes of the buffers in GM the cores of a launch have written, and what they read.
 */
public final class OutputChecker implements ExecutionListener {
  private final Outputs outputs;

  /** What all cores of a launch have written. */
  public static final class Outputs {
    /** Bytes by the number of their buffer. */
    private final SortedMap<Integer, BitSet> written = new TreeMap<>();

    /** Numbers of the buffers that were read. */
    private final BitSet read = new BitSet();

    private Optional<Core> core = Optional.empty();

    /**
     * What is missing of a buffer, half a sentence; empty when all of it was written, or none of it
     * but it was read.
     *
     * @param number position of the buffer among the buffers of the launch
     */
    public Optional<String> missing(int number) {
      if (core.isEmpty()) {
        return Optional.empty();
      }
      int size = core.get().global.size(number);
      BitSet bytes = written.getOrDefault(number, new BitSet());
      int first = bytes.nextClearBit(0);
      if (first >= size) {
        return Optional.empty();
      }
      int all = bytes.get(0, size).cardinality();
      if (all == 0 && read.get(number)) {
        return Optional.empty(); // An input.
      }
      return Optional.of(
          all == 0
              ? "was neither read nor written"
              : size
                  - all
                  + " of its "
                  + size
                  + " bytes were never written, the first at 0x"
                  + Integer.toHexString(first));
    }
  }

  /** A checker of one core. */
  public OutputChecker(Outputs outputs) {
    this.outputs = outputs;
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void started(Core core) {
    outputs.core = Optional.of(core);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (!isWrite && space == AddressSpace.GM) {
                outputs.read.set(GlobalMemory.index(address));
              } else if (space == AddressSpace.GM) {
                int from = GlobalMemory.offset(address);
                outputs
                    .written
                    .computeIfAbsent(GlobalMemory.index(address), _ -> new BitSet())
                    .set(from, from + (int) length);
              }
            });
  }
}
