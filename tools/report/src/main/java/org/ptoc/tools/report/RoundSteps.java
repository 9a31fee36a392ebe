package org.ptoc.tools.report;

/** Distances of ticks that people count in: 1, 2 or 5 times a power of ten. */
final class RoundSteps {
  private RoundSteps() {}

  /**
   * The least such distance that divides {@code total} into at most {@code most} parts.
   *
   * @param total at least 1
   * @param most at least 1
   */
  static long least(long total, int most) {
    for (long power = 1; power <= total; power *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        if (digit * power * most >= total) {
          return digit * power;
        }
      }
    }
    return total;
  }
}
