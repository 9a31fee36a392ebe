package org.ptoc.emulator.jit.segment;

/** Where the number of active lanes of a prefix mask comes from. */
public sealed interface CountSource {

  /**
   * Bits {@code offset} after the bits of the lanes in a predicate register, which must be a prefix
   * when the segment begins.
   */
  record Register(int predicate, int offset) implements CountSource {}

  /** The result of the {@code plt} or {@code pltm} at {@code word}. */
  record LessThan(int word) implements CountSource {}

  /**
   * Every {@code ratio}-th of the lanes that count number {@code base} activates, from lane {@code
   * part} on.
   */
  record Part(int base, int ratio, int part) implements CountSource {

    /** The count that follows from a known one. */
    public static int of(int lanes, int ratio, int part) {
      return Math.max(0, lanes - part + ratio - 1) / ratio;
    }
  }

  /** A pattern. */
  record Constant(int lanes) implements CountSource {}
}
