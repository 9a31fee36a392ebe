package org.ptoc.emulator.interpreter;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Which blocks of UB the vector words of A2/A3 at the front of their queue read and write, so that
 * a later one writes only what those in front of it have read: the pipe may mix up results, but it
 * reads in order (docs/synchronization.md).
 *
 * <p>A trial finds the places. All earlier words of the program are done by then, so that places
 * which depend on data are right in correctly ordered programs.
 */
final class PendingPlaces {
  private static final int BLOCK_BYTES = 32;

  private final Interpreter interpreter;
  private final Core core;
  private final Core trial;
  private final Map<Pending, Blocks> known = new IdentityHashMap<>();

  private record Blocks(BitSet read, BitSet written) {
    private void add(long address, long length, boolean isWrite) {
      (isWrite ? written : read)
          .set((int) (address / BLOCK_BYTES), (int) ((address + length - 1) / BLOCK_BYTES + 1));
    }
  }

  /**
   * @param trial a recording trial of the core
   */
  PendingPlaces(Interpreter interpreter, Core core, Core trial) {
    this.interpreter = interpreter;
    this.core = core;
    this.trial = trial;
  }

  /** Words up to the first flag or barrier wait for those in front that read what they write. */
  void keepReadsInFront(List<Pending> queue) {
    List<Blocks> front = new ArrayList<>();
    for (int i = 0; i < queue.size() && queue.get(i).isWork(); i++) {
      Pending item = queue.get(i);
      boolean isNew = !known.containsKey(item);
      Blocks blocks = known.computeIfAbsent(item, this::touched);
      for (int earlier = 0; isNew && earlier < i; earlier++) {
        if (front.get(earlier).read.intersects(blocks.written)) {
          item.waitFor(queue.get(earlier));
        }
      }
      front.add(blocks);
    }
  }

  /** An item is done. */
  void forget(Pending item) {
    known.remove(item);
  }

  private Blocks touched(Pending item) {
    Blocks blocks = new Blocks(new BitSet(), new BitSet());
    core.renew(trial);
    item.state().restore(trial);
    try {
      interpreter.step(trial, item.word());
    } catch (MachineTrap trap) {
      return blocks; // It will trap again, and nothing else matters then.
    }
    trial
        .record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space == AddressSpace.UB) {
                blocks.add(address, length, isWrite);
              }
            });
    return blocks;
  }
}
