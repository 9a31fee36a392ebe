package org.ptoc.emulator.session;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.SteppedLaunch.Ending;
import org.ptoc.emulator.machine.GlobalMemory;

/**
 * A position that a session can go back to without a replay.
 *
 * @param position words executed before
 * @param group number of the group of cores that runs
 * @param cores the state of its cores; empty where the group begins
 * @param memory global memory
 * @param endings how the cores of earlier groups ended
 * @param edits how many edits of the user had been made
 * @param work instructions and moved data so far, in units of {@link
 *     org.ptoc.emulator.KernelLaunch#instructionLimit}
 * @param isAfterFailure whether the group in front of it failed at the same position
 */
record Checkpoint(
    long position,
    int group,
    Optional<SavedState> cores,
    GlobalMemory.Shared memory,
    List<Ending> endings,
    int edits,
    long work,
    boolean isAfterFailure) {

  /** Bytes of the arrays that are not in {@code known}, which gets them. */
  long bytes(Set<Object> known) {
    long bytes = cores.map(each -> each.bytes(known)).orElse(0L);
    for (byte[][] pages : memory.pages()) {
      bytes += (long) Long.BYTES * pages.length;
      for (byte[] page : pages) {
        bytes += known.add(page) ? page.length : 0;
      }
    }
    return bytes;
  }
}
