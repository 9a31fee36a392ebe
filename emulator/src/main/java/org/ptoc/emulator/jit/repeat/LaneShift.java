package org.ptoc.emulator.jit.repeat;

/**
 * Shifts by a count for each lane, called by generated code. Counts are unsigned; one from the
 * width on leaves 0, or the sign of a signed number that is shifted right (spec/10, pto.vshl and
 * pto.vshr). Shifts by the bits of the count, which the JVM would vectorise, took longer.
 */
final class LaneShift {
  private LaneShift() {}

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
