package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;

/**
 * Guesses after how many passes a loop repeats itself, from one number for the state at the
 * beginning of each pass. When the last eight passes had the same numbers as eight passes before,
 * the distance between the two is the guess.
 */
final class IterationPeriod {
  private static final int ENTRIES = 256;

  /** Spreads a number over eight passes: its eighth power has no low 32 bits. */
  private static final int SPREAD = 0x9E3779B0;

  private final int[] histories = new int[ENTRIES];
  private final int[] passes = new int[ENTRIES];
  private int history;
  private int seen;

  /** Forgets all passes. */
  void begin() {
    Arrays.fill(passes, -1);
    history = 0;
    seen = 0;
  }

  /**
   * Notes the state of the next pass; returns the distance at which the last passes repeat earlier
   * ones, 0 for none.
   */
  int add(int pass, int fingerprint) {
    history = history * SPREAD + fingerprint;
    if (++seen < 8) {
      return 0;
    }
    int entry = (history ^ history >>> 16) * 0x2545F491 >>> 24;
    int period = passes[entry] >= 0 && histories[entry] == history ? pass - passes[entry] : 0;
    histories[entry] = history;
    passes[entry] = pass;
    return period;
  }
}
