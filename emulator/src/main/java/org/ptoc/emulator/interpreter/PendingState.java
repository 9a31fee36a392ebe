package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import org.ptoc.emulator.machine.Core;

/**
 * Scalar and special registers as a word found them when it was issued.
 *
 * @param local the end of LOCAL memory, with the scalars that a vector region keeps there; empty
 *     for words that use none
 */
record PendingState(long[] x, long[] special, byte[] local) {
  /**
   * @param localBytes bytes at the end of LOCAL memory that belong to the state
   */
  static PendingState of(Core core, int localBytes) {
    byte[] local = Arrays.copyOfRange(core.local, Core.LOCAL_BYTES - localBytes, Core.LOCAL_BYTES);
    return new PendingState(core.x.clone(), core.special.clone(), local);
  }

  void restore(Core core) {
    restoreScalars(core);
    System.arraycopy(special, 0, core.special, 0, special.length);
  }

  /** Puts back all but special registers. */
  void restoreScalars(Core core) {
    System.arraycopy(x, 0, core.x, 0, x.length);
    System.arraycopy(local, 0, core.local, Core.LOCAL_BYTES - local.length, local.length);
  }

  /** As it was, but for special registers that the word has changed since {@code issued}. */
  void restoreExceptChanges(Core core, PendingState issued) {
    for (int i = 0; i < special.length; i++) {
      if (core.special[i] == issued.special[i]) {
        core.special[i] = special[i];
      }
    }
    restoreScalars(core);
  }
}
