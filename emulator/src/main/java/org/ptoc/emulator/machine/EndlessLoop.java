package org.ptoc.emulator.machine;

/** Leaves a loop that cannot end. Without a stack. */
public final class EndlessLoop extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int first;
  private final int last;

  /**
   * @param first the first word of the loop in the text of the kernel
   * @param last its last one
   */
  public EndlessLoop(int first, int last) {
    super("the loop cannot end", null, false, false);
    this.first = first;
    this.last = last;
  }

  public int first() {
    return first;
  }

  public int last() {
    return last;
  }
}
