package org.ptoc.tools.validate;

import java.util.Arrays;
import org.ptoc.ir.catalog.RoleName;

/**
 * Elements that an operation must leave in one of its tiles.
 *
 * <p>Floating-point sums and products may be formed in any order: then there is an error within
 * which a value is right. Of elements that hold bits only some may be defined.
 */
final class Expectation {
  private static final long ALL = -1;

  private final RoleName role;
  private final Tile tile;
  private int[] places = new int[64];
  private long[] bits = new long[64];
  private long[] masks = new long[64];
  private double[] errors = new double[64];
  private int size;

  Expectation(RoleName role, Tile tile) {
    this.role = role;
    this.tile = tile;
  }

  RoleName role() {
    return role;
  }

  Tile tile() {
    return tile;
  }

  /** Adds an element that must have these bits. */
  void add(long row, long column, long element) {
    add(tile.place(row, column), element, ALL, 0);
  }

  /**
   * Adds an element.
   *
   * @param error how far from it a value may be; NaN when any will do
   */
  void add(long row, long column, long element, double error) {
    add(tile.place(row, column), element, ALL, error);
  }

  /**
   * Adds an element of which some bits are defined.
   *
   * @param place its first byte
   * @param mask ones where {@code element} counts
   */
  void addBits(int place, long element, long mask) {
    add(place, element, mask, 0);
  }

  private void add(int place, long element, long mask, double error) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
      bits = Arrays.copyOf(bits, 2 * size);
      masks = Arrays.copyOf(masks, 2 * size);
      errors = Arrays.copyOf(errors, 2 * size);
    }
    places[size] = place;
    bits[size] = element;
    masks[size] = mask;
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

  long mask(int index) {
    return masks[index];
  }

  double error(int index) {
    return errors[index];
  }
}
