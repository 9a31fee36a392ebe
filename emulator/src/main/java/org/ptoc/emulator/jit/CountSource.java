package org.ptoc.emulator.jit;

/** Where the number of active lanes of a prefix mask comes from. */
sealed interface CountSource {

  /** A predicate register as it is when the segment begins; it has to be a prefix then. */
  record Register(int predicate) implements CountSource {}

  /** The result of the {@code plt} or {@code pltm} at {@code word}. */
  record LessThan(int word) implements CountSource {}

  /** A pattern. */
  record Constant(int lanes) implements CountSource {}
}
