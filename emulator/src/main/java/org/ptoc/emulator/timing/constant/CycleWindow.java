package org.ptoc.emulator.timing.constant;

/**
 * The part of a timeline that is kept.
 *
 * @param from first cycle of it
 * @param to the cycle behind the last, above {@code from}
 */
public record CycleWindow(long from, long to) {
  /** The whole run. */
  public static final CycleWindow ALL = new CycleWindow(0, Long.MAX_VALUE);

  /** True if an instruction works in it; one that takes no cycle is where it starts. */
  public boolean shows(long start, long done) {
    return start < to && (done > from || start == from);
  }
}
