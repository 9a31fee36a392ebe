package org.ptoc.junit;

import java.util.function.Consumer;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Properties that hold for all data, tried on random data. */
public final class Property {
  /** Distance of the seeds of two tries: odd, so that they repeat only after all 64-bit numbers. */
  private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

  private Property() {}

  /**
   * Calls the body with the data of different seeds until it throws. The first try has the given
   * seed itself, so that {@code forAll(seedOfFailure, 1, body)} repeats a failure.
   *
   * @param tries at least 1
   * @throws AssertionFailedError when a try throws, with the seed of that try in its message and
   *     the cause
   * @throws TestAbortedException when an assumption of a try does not hold
   */
  public static void forAll(long seed, int tries, Consumer<RandomData> body) {
    if (tries < 1) {
      throw new IllegalArgumentException("a property needs at least 1 try, not " + tries);
    }
    for (int i = 0; i < tries; i++) {
      long trySeed = seed + i * SEED_STEP;
      try {
        body.accept(RandomData.of(trySeed));
      } catch (TestAbortedException e) {
        throw e;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionFailedError(
            "try "
                + (i + 1)
                + " of "
                + tries
                + " failed, seed 0x"
                + Long.toHexString(trySeed)
                + "L repeats it as the first try: "
                + e.getMessage(),
            e);
      }
    }
  }
}
