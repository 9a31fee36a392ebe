package org.ptoc.junit;

import org.opentest4j.AssertionFailedError;
import org.ptoc.tools.toolchain.Toolchain;

/** Assertions on the cycles of a launch; each returns itself, so that they can be chained. */
public final class CyclesAssert {
  private final Kernel kernel;
  private final Toolchain.Cycles actual;

  CyclesAssert(Kernel kernel, Toolchain.Cycles actual) {
    this.kernel = kernel;
    this.actual = actual;
  }

  /**
   * Fails when the launch took longer.
   *
   * @param limit cycles
   */
  public CyclesAssert isAtMost(long limit) {
    return actual.cycles() <= limit ? this : fail("at most", limit);
  }

  /**
   * Fails when the launch took another time.
   *
   * @param cycles cycles
   */
  public CyclesAssert isEqualTo(long cycles) {
    return actual.cycles() == cycles ? this : fail("exactly", cycles);
  }

  private CyclesAssert fail(String relation, long wanted) {
    throw new AssertionFailedError(
        kernel
            + " took "
            + actual.cycles()
            + " cycles ("
            + actual.model()
            + "), expected "
            + relation
            + " "
            + wanted,
        wanted,
        actual.cycles());
  }
}
