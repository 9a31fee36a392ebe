package org.ptoc.passes.pipe;

/**
 * A count that is known up to an interval.
 *
 * @param low least value
 * @param high greatest value; {@link #MANY} and more is unbounded
 */
record Span(long low, long high) {
  static final long MANY = 1L << 40;
  static final Span ZERO = new Span(0, 0);

  static Span of(long count) {
    return new Span(count, count);
  }

  boolean isExact() {
    return low == high;
  }

  /** The sum with a number; counts of entries do not become negative. */
  Span plus(long number) {
    return new Span(Math.max(0, low + number), high >= MANY ? MANY : Math.max(0, high + number));
  }

  /** The sum with a count of the same sign. */
  Span plus(Span other) {
    return new Span(low + other.low, Math.min(MANY, high + other.high));
  }

  /** What was added to an earlier count that this one extends. */
  Span since(Span earlier) {
    return high >= MANY
        ? new Span(Math.max(0, low - earlier.low), MANY)
        : new Span(Math.max(0, low - earlier.low), high - earlier.high);
  }

  Span times(Span count) {
    return new Span(
        low * count.low, high == 0 ? 0 : Math.min(MANY, high * Math.min(MANY, count.high)));
  }

  Span join(Span other) {
    return new Span(Math.min(low, other.low), Math.max(high, other.high));
  }

  /** The join where bounds that have moved are given up. */
  Span widen(Span next) {
    return new Span(next.low < low ? 0 : low, next.high > high ? MANY : high);
  }
}
