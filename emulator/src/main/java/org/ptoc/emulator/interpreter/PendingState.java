package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;

/** Scalar and special registers as a word found them when it was issued. */
record PendingState(long[] x, long[] special) {
  static PendingState of(Core core) {
    return new PendingState(core.x.clone(), core.special.clone());
  }

  void restore(Core core) {
    System.arraycopy(x, 0, core.x, 0, x.length);
    System.arraycopy(special, 0, core.special, 0, special.length);
  }

  /** As it was, but for special registers that the word has changed since {@code issued}. */
  void restoreExceptChanges(Core core, PendingState issued) {
    for (int i = 0; i < special.length; i++) {
      if (core.special[i] == issued.special[i]) {
        core.special[i] = special[i];
      }
    }
    System.arraycopy(x, 0, core.x, 0, x.length);
  }
}
