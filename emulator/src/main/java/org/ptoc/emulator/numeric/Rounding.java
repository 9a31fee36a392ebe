package org.ptoc.emulator.numeric;

/** How a value between two representable ones is rounded (spec/11, 5.2; spec/80, 4.8). */
public enum Rounding {
  /** Token R: to the nearest value, ties to the one with an even last bit. */
  NEAREST_EVEN,
  /** Token A: to the nearest value, ties away from zero. */
  NEAREST_AWAY,
  /** Token H into E4M3 and E5M2: to the nearest value, ties toward zero. */
  NEAREST_TO_ZERO,
  /** Token F: toward minus infinity. */
  DOWN,
  /** Token C: toward plus infinity. */
  UP,
  /** Token Z: toward zero. */
  TO_ZERO,
  /** Token O: truncated, then the last bit is set when the value was inexact. */
  TO_ODD;

  /**
   * True if a magnitude that was cut moves to the next larger one.
   *
   * @param negative the sign of the value
   * @param oddKept whether the last kept bit is 1
   * @param remainder what was cut: negative below half a unit, 0 exactly half, positive above half
   */
  boolean awayFromZero(boolean negative, boolean oddKept, int remainder) {
    return switch (this) {
      case NEAREST_EVEN -> remainder > 0 || remainder == 0 && oddKept;
      case NEAREST_AWAY -> remainder >= 0;
      case NEAREST_TO_ZERO -> remainder > 0;
      case DOWN -> negative;
      case UP -> !negative;
      case TO_ZERO -> false;
      case TO_ODD -> !oddKept;
    };
  }

  /**
   * True if a magnitude above the largest finite value of a format becomes infinite (IEEE 754,
   * spec/11, 5.3).
   */
  boolean overflowsToInfinity(boolean negative) {
    return switch (this) {
      case NEAREST_EVEN, NEAREST_AWAY, NEAREST_TO_ZERO -> true;
      case DOWN -> negative;
      case UP -> !negative;
      case TO_ZERO, TO_ODD -> false;
    };
  }
}
