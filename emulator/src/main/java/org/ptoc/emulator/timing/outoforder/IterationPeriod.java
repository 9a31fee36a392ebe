package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;

/**
 * Guesses after how many iterations a loop repeats itself, from one number for the state at the
 * beginning of each iteration. When the last eight iterations had the same numbers as eight
 * iterations before, the distance between the two is the guess.
 */
final class IterationPeriod {
  private static final int ENTRIES = 256;

  /** Spreads a number over eight iterations: its eighth power has no low 32 bits. */
  private static final int SPREAD = 0x9E3779B0;

  private final int[] histories = new int[ENTRIES];
  private final int[] iterations = new int[ENTRIES];
  private int history;
  private int seen;

  /** Forgets all iterations. */
  void begin() {
    Arrays.fill(iterations, -1);
    history = 0;
    seen = 0;
  }

  /**
   * Notes the state of the next iteration; returns the distance at which the last iterations repeat
   * earlier ones, 0 for none.
   */
  int add(int iteration, int fingerprint) {
    history = history * SPREAD + fingerprint;
    if (++seen < 8) {
      return 0;
    }
    int entry = (history ^ history >>> 16) * 0x2545F491 >>> 24;
    int period =
        iterations[entry] >= 0 && histories[entry] == history ? iteration - iterations[entry] : 0;
    histories[entry] = history;
    iterations[entry] = iteration;
    return period;
  }
}
