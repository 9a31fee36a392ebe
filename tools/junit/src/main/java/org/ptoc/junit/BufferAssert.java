package org.ptoc.junit;

import org.opentest4j.AssertionFailedError;
import org.ptoc.tools.data.BufferComparison;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;

/**
 * Assertions on a buffer after a run; each returns itself, so that they can be chained. A failure
 * shows the first {@value #SHOWN} elements that differ, with their distance in units in the last
 * place (ULP): steps along the values of the format.
 *
 * <p>Floats are equal when their values are: a NaN equals every NaN, and both zeros are equal.
 * Integers of the other sign stand for the same bits.
 */
public final class BufferAssert {
  /** Elements that a failure shows. */
  public static final int SHOWN = 10;

  private final String name;
  private final DataArray actual;
  private final Tolerance tolerance;

  BufferAssert(String name, DataArray actual) {
    this(name, actual, Tolerance.EXACT);
  }

  private BufferAssert(String name, DataArray actual, Tolerance tolerance) {
    this.name = name;
    this.actual = actual;
    this.tolerance = tolerance;
  }

  /**
   * What counts as equal in the comparisons of values that follow, as {@code ptoc run --tol} has
   * it: {@code |got - expected| <= abs + rel * |expected|}. Comparisons of bits stay exact.
   *
   * @param abs at least 0
   * @param rel at least 0
   */
  public BufferAssert tol(double abs, double rel) {
    // Also false for NaN.
    if (!(abs >= 0 && rel >= 0)) {
      throw new IllegalArgumentException("a tolerance is not negative: " + abs + ", " + rel);
    }
    return new BufferAssert(name, actual, new Tolerance(abs, rel));
  }

  /**
   * Compares floats with exact values: each must be a rounding of its value, give or take the
   * tolerance of {@link #tol}. Where the exact value lies close to the middle of two neighbours,
   * either of them is right.
   */
  public BufferAssert isRoundingOf(double... exact) {
    return isEqualTo(Elements.of(exact));
  }

  /**
   * Compares with an array of the same element type, such as one of {@link PtoData}; floats with an
   * array of f64 too, as {@link #isRoundingOf} does.
   */
  public BufferAssert isEqualTo(DataArray expected) {
    if (!BufferComparison.isComparable(actual.format(), expected.format())) {
      throw new IllegalArgumentException(
          name
              + " has elements of type "
              + actual.format().spelling()
              + ", not "
              + expected.format().spelling());
    }
    return compare(expected, 0);
  }

  /**
   * Compares f32, f16 or bf16; the expected values are rounded to the format first, to nearest,
   * ties to even.
   */
  public BufferAssert isEqualTo(float... expected) {
    return isWithinUlp(0, expected);
  }

  /**
   * Compares f32, f16 or bf16; the expected values are rounded to the format first, to nearest,
   * ties to even.
   *
   * @param tolerance most ULP that an element may be off, at least 0; infinities must be equal
   */
  public BufferAssert isWithinUlp(long tolerance, float... expected) {
    if (tolerance < 0) {
      throw new IllegalArgumentException("a tolerance is not negative: " + tolerance);
    }
    if (!Elements.isFloat(actual.format())) {
      throw new IllegalArgumentException(
          name + " has elements of type " + actual.format().spelling() + ", no floats");
    }
    return compare(Elements.of(actual.format(), expected), tolerance);
  }

  /** Compares 16-bit integers, or the bits of other elements of that width. */
  public BufferAssert isEqualTo(short... expected) {
    return compareBits(Elements.of(expected));
  }

  /** Compares 32-bit integers, or the bits of other elements of that width. */
  public BufferAssert isEqualTo(int... expected) {
    return compareBits(Elements.of(expected));
  }

  /** Compares 64-bit integers. */
  public BufferAssert isEqualTo(long... expected) {
    return compareBits(Elements.of(expected));
  }

  /** Compares the bytes of elements of any type, little-endian. */
  public BufferAssert isEqualTo(byte... expected) {
    new BufferAssert(name, Elements.of(actual.toBytes())).compare(Elements.of(expected), 0);
    return this;
  }

  private BufferAssert compareBits(DataArray expected) {
    if (actual.format().bytes() != expected.format().bytes()) {
      throw new IllegalArgumentException(
          name
              + " has elements of type "
              + actual.format().spelling()
              + ", not "
              + expected.format().spelling());
    }
    boolean bits = Elements.isFloat(actual.format());
    new BufferAssert(
            name, bits ? actual.as(expected.format()) : actual, bits ? Tolerance.EXACT : tolerance)
        .compare(bits ? expected : expected.as(actual.format()), 0);
    return this;
  }

  private BufferAssert compare(DataArray expected, long ulp) {
    if (actual.size() != expected.size()) {
      throw new AssertionFailedError(
          name + " has " + actual.size() + " elements, expected " + expected.size(),
          expected.size(),
          actual.size());
    }
    StringBuilder shown = new StringBuilder();
    int mismatches = 0;
    for (int i = 0; i < actual.size(); i++) {
      long wanted = BufferComparison.rounded(actual.format(), expected, i);
      Difference difference = new Difference(actual.format(), actual.bits(i), wanted);
      if (!difference.isWithin(ulp)
          && !BufferComparison.isClose(actual, expected, i, tolerance)
          && ++mismatches <= SHOWN) {
        shown.append("\n  [").append(i).append("] ").append(difference);
      }
    }
    if (mismatches > 0) {
      throw new AssertionFailedError(
          heading(mismatches, ulp) + shown + (mismatches > SHOWN ? "\n  ..." : ""));
    }
    return this;
  }

  private String heading(int mismatches, long ulp) {
    String criterion =
        ulp > 0
            ? " elements are off by more than " + ulp + " ULP"
            : tolerance.equals(Tolerance.EXACT)
                ? " elements differ"
                : " elements are off by more than "
                    + tolerance.absolute()
                    + " + "
                    + tolerance.relative()
                    + " * |expected|";
    return name
        + ", "
        + actual.format().spelling()
        + ": "
        + mismatches
        + " of "
        + actual.size()
        + criterion;
  }
}
