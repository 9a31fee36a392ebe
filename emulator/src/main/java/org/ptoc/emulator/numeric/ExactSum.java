package org.ptoc.emulator.numeric;

import java.util.Arrays;

/**
 * A sum of doubles that is rounded once, to f32. It is held as doubles that do not overlap,
 * smallest first (Shewchuk's expansions), of which there are as many as 2100 bits need.
 */
public final class ExactSum {
  private double[] parts = new double[8];
  private int count;
  private double special;

  /** Starts again at {@code value}. */
  public void set(double value) {
    count = 0;
    special = 0;
    add(value);
  }

  /** Adds a term; with infinities and NaN the sum is what IEEE 754 makes of those. */
  public void add(double term) {
    if (!(Math.abs(term) <= Double.MAX_VALUE)) {
      special += term;
      return;
    }
    double carried = term;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      double part = parts[i];
      double sum = carried + part;
      double ofPart = sum - carried;
      double error = carried - (sum - ofPart) + (part - ofPart);
      if (error != 0) {
        parts[kept++] = error;
      }
      carried = sum;
    }
    if (carried != 0) {
      if (kept == parts.length) {
        parts = Arrays.copyOf(parts, 2 * kept);
      }
      parts[kept++] = carried;
    }
    count = kept;
  }

  /** The sum, to the nearest f32, ties to even. */
  public float rounded() {
    if (!(Math.abs(special) <= 0)) {
      return (float) special;
    }
    if (count == 0) {
      return 0;
    }
    double top = parts[count - 1];
    double rest = 0;
    for (int i = count - 2; i >= 0 && rest == 0; i--) {
      double sum = top + parts[i];
      rest = parts[i] - (sum - top);
      top = sum;
    }
    return (float) Float32.sumToOdd(top, rest);
  }
}
