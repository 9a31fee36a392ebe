package org.ptoc.emulator.jit.repeat;

/**
 * Uniform shifts of generated code. A count from the width on shifts everything out (spec/11,
 * pto.vshls).
 */
final class UniformShift {
  /** The largest count that a shift with rounding sees, in 16 bits of the register. */
  private static final int MOST_ROUNDED = 0xFFFF;

  private UniformShift() {}

  // A shift to the right with rounding keeps bits and adds half a unit: the highest bit that it
  // drops.

  /** A uniform count within the width, the largest one where the sign fills the lane and else 0. */
  static int wholeCount(long distance, int width, boolean fillsWithSign) {
    if (Long.compareUnsigned(distance, width) < 0) {
      return (int) distance;
    }
    return fillsWithSign ? width - 1 : 0;
  }

  /** All ones when a uniform count is within the width, or the sign fills the lane, else 0. */
  static int wholeMask(long distance, int width, boolean fillsWithSign) {
    return fillsWithSign || Long.compareUnsigned(distance, width) < 0 ? -1 : 0;
  }

  /** A count within the width, else 0. */
  static int keptCount(long distance, int width, boolean fillsWithSign) {
    int count = (int) distance & MOST_ROUNDED;
    return count < width ? count : 0;
  }

  /**
   * All ones when the count is within the width; else half a unit is more than any number, and the
   * sum has no bits.
   */
  static int keptMask(long distance, int width, boolean fillsWithSign) {
    return ((int) distance & MOST_ROUNDED) < width ? -1 : 0;
  }

  /** One less than the count, else 0. */
  static int halfCount(long distance, int width, boolean fillsWithSign) {
    return halfMask(distance, width, fillsWithSign) == 0 ? 0 : ((int) distance & MOST_ROUNDED) - 1;
  }

  /** One when the bit in front of the last kept one can make a difference, else 0. */
  static int halfMask(long distance, int width, boolean fillsWithSign) {
    int count = (int) distance & MOST_ROUNDED;
    return count > 0 && count < width || count == width && !fillsWithSign ? 1 : 0;
  }
}
