package org.ptoc.emulator.jit.repeat;

/** Shifts of generated code. Counts are unsigned; one from the width on shifts everything out (spec/11, pto.vshl). */
final class ShiftLanes {
  private ShiftLanes() {}

  /** A uniform count within the width, the largest one where the sign fills the lane and else 0. */
  static int count(long distance, int width, boolean signed) {
    if (Long.compareUnsigned(distance, width) < 0) {
      return (int) distance;
    }
    return signed ? width - 1 : 0;
  }

  /** All ones when a uniform count is within the width, else 0. */
  static int mask(long distance, int width) {
    return Long.compareUnsigned(distance, width) < 0 ? -1 : 0;
  }

  static int left(int value, int count, int width) {
    return Integer.compareUnsigned(count, width) < 0 ? value << count : 0;
  }

  static int right(int value, int count, int width) {
    return value >> (Integer.compareUnsigned(count, width) < 0 ? count : width - 1);
  }

  static int rightUnsigned(int value, int count, int width) {
    return Integer.compareUnsigned(count, width) < 0 ? value >>> count : 0;
  }
}
