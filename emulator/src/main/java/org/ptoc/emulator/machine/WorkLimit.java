package org.ptoc.emulator.machine;

/** Leaves a word that would be more work than its core has left. Without a stack. */
public final class WorkLimit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WorkLimit() {
    super("the work limit is reached", null, false, false);
  }
}
