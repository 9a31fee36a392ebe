package org.ptoc.emulator.jit.repeat;

/** Uniform shifts of generated code. A count from the width on shifts everything out (spec/11, pto.vshls). */
final class UniformShift {
  private UniformShift() {}

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
}
