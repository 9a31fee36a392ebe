package org.ptoc.tools.plan;

import java.util.function.IntToDoubleFunction;

/**
 * The least and the largest value of an integer over a run, both included. Where a rule is not
 * exact, it errs to what kernels mean: ranges choose data, they prove nothing.
 */
record Range(Linear low, Linear high) {
  static final Range UNKNOWN = new Range(Linear.UNKNOWN, Linear.UNKNOWN);

  static Range of(Linear value) {
    return new Range(value, value);
  }

  static Range of(double value) {
    return of(Linear.of(value));
  }

  boolean isConstant() {
    return low.isConstant() && high.isConstant() && low.constant() == high.constant();
  }

  /** True if it is the same number in a whole run. */
  boolean isOne() {
    return low.isKnown() && low.equals(high);
  }

  Range plus(Range other) {
    return new Range(low.plus(other.low), high.plus(other.high));
  }

  Range minus(Range other) {
    return new Range(low.minus(other.high), high.minus(other.low));
  }

  Range times(double factor) {
    return factor >= 0
        ? new Range(low.times(factor), high.times(factor))
        : new Range(high.times(factor), low.times(factor));
  }

  /**
   * @param current what parameters are at present, for the factor that has to become a number
   */
  Range times(Range other, IntToDoubleFunction current) {
    if (other.isConstant()) {
      return times(other.low.constant());
    }
    if (isConstant()) {
      return other.times(low.constant());
    }
    return new Range(low.times(other.low.value(current)), high.times(other.high.value(current)));
  }

  /** Quotient by a positive constant, rounded down. */
  Range dividedBy(double divisor) {
    return new Range(low.times(1 / divisor), high.times(1 / divisor));
  }

  /** The smaller of two: constants bound what is not known at present. */
  Range min(Range other) {
    Linear least = low.isKnown() ? low : other.low;
    return new Range(least, bound(high, other.high, false));
  }

  Range max(Range other) {
    return new Range(bound(low, other.low, true), bound(high, other.high, true));
  }

  private static Linear bound(Linear one, Linear two, boolean larger) {
    if (!one.isKnown() || !two.isKnown()) {
      return larger ? Linear.UNKNOWN : one.isKnown() ? one : two;
    }
    if (one.isConstant() && two.isConstant()) {
      boolean first = larger == one.constant() >= two.constant();
      return first ? one : two;
    }
    // A clamp at a constant leaves the other side as it is; a limit at a constant is the limit.
    return one.isConstant() == larger ? two : one;
  }

  /** Either of two. */
  Range or(Range other) {
    return max(other);
  }
}
