package org.ptoc.tile;

/** When a result counts as right (spec/20, section 11). */
interface Match {
  boolean accepts(Dtype type, long got, long want);

  /** Equal bits. */
  Match EXACT = (type, got, want) -> got == want;

  /** Equal bits, or both not a number. */
  Match NUMBERS = (type, got, want) -> got == want || type.isNan(got) && type.isNan(want);

  /** As {@link #NUMBERS}, zeros of both signs are equal. */
  Match VALUES =
      (type, got, want) ->
          NUMBERS.accepts(type, got, want) || type.isFloat() && type.real(got) == type.real(want);

  /** Within {@code epsilon + epsilon * |want|}. */
  static Match within(double epsilon) {
    return (type, got, want) -> {
      if (VALUES.accepts(type, got, want)) {
        return true;
      }
      double expected = type.real(want);
      double distance = Math.abs(type.real(got) - expected);
      return type.isFloat()
          && distance <= epsilon + epsilon * Math.abs(expected)
          && !Double.isInfinite(expected);
    };
  }
}
