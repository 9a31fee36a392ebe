package org.ptoc.emulator.numeric;

/**
 * The order of floats of 16 bits, wherever their exponent ends: that of integers once the sign is
 * no sign and magnitude.
 */
final class HalfOrder {
  private HalfOrder() {}

  /** A number that is larger for larger floats; a NaN is beyond infinity. */
  static int number(int pattern) {
    int signed = (short) pattern;
    return signed ^ signed >> Short.SIZE & Short.MAX_VALUE;
  }

  /** The pattern behind a number. */
  static int pattern(int number) {
    return (number ^ number >> Short.SIZE & Short.MAX_VALUE) & 0xFFFF;
  }
}
