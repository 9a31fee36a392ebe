package org.ptoc.ir.catalog;

/**
 * What an operation does besides computing its results. Each {@link OperationForm} declares its
 * effect: what moves or removes operations relies on it.
 */
public enum Effect {
  /** Nothing: equal operands give equal results, an unused operation can go. */
  NONE,
  /**
   * Reads memory or hidden state: an unused operation can go, but it cannot move across a {@link
   * #WRITE}.
   */
  READ,
  /** Writes memory, changes hidden state or synchronises. */
  WRITE,
  /** Directs control into its regions, whose operations have effects of their own. */
  CONTROL,
  /** Ends a region or the function and passes values on. */
  END;

  /** True if an operation can be removed when its results are unused. */
  public boolean canGo() {
    return switch (this) {
      case NONE, READ -> true;
      case WRITE, CONTROL, END -> false;
    };
  }
}
