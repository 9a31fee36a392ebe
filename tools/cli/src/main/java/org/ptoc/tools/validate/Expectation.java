package org.ptoc.tools.validate;

import java.util.Arrays;

/**
 * Elements that an operation must leave in a memory.
 *
 * <p>Floating-point sums and products may be formed in any order: then there is an error within
 * which a value is right.
 */
final class Expectation {
  private int[] places = new int[64];
  private long[] bits = new long[64];
  private double[] errors = new double[64];
  private int size;

  /** Adds an element that must have these bits. */
  void add(int place, long element) {
    add(place, element, 0);
  }

  /**
   * Adds an element.
   *
   * @param error how far from it a value may be; NaN when any will do
   */
  void add(int place, long element, double error) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
      bits = Arrays.copyOf(bits, 2 * size);
      errors = Arrays.copyOf(errors, 2 * size);
    }
    places[size] = place;
    bits[size] = element;
    errors[size++] = error;
  }

  int size() {
    return size;
  }

  int place(int index) {
    return places[index];
  }

  long bits(int index) {
    return bits[index];
  }

  double error(int index) {
    return errors[index];
  }
}
