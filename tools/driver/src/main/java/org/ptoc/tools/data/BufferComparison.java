package org.ptoc.tools.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * How a result differs from what was expected.
 *
 * @param elements elements compared
 * @param mismatches elements that differ by more than the tolerance
 * @param first the first of them, at most {@link #SHOWN}
 */
public record BufferComparison(int elements, int mismatches, List<Mismatch> first) {
  /** Mismatches kept for the report. */
  public static final int SHOWN = 10;

  /**
   * An element that is out of tolerance.
   *
   * @param index number of the element in C order
   * @param got its text
   * @param wanted the expected text
   * @param distance units in the last place between them: steps along the values of the format; -1
   *     when one is NaN
   */
  public record Mismatch(int index, String got, String wanted, BigInteger distance) {}

  /**
   * What counts as equal: {@code |got - wanted| <= absolute + relative * |wanted|}.
   *
   * @param absolute at least 0
   * @param relative at least 0
   */
  public record Tolerance(double absolute, double relative) {
    public static final Tolerance EXACT = new Tolerance(0, 0);
  }

  public BufferComparison {
    first = List.copyOf(first);
  }

  public boolean isEqual() {
    return mismatches == 0;
  }

  /**
   * Compares two arrays of the same format and size; a NaN equals every NaN, infinities equal
   * themselves.
   */
  public static BufferComparison of(DataArray got, DataArray wanted, Tolerance tolerance) {
    DataFormat format = got.format();
    int mismatches = 0;
    List<Mismatch> first = new ArrayList<>();
    for (int i = 0; i < got.size(); i++) {
      long left = got.bits(i);
      long right = wanted.bits(i);
      if (left == right || isClose(format, left, right, tolerance)) {
        continue;
      }
      if (++mismatches <= SHOWN) {
        first.add(
            new Mismatch(i, format.show(left), format.show(right), distance(format, left, right)));
      }
    }
    return new BufferComparison(got.size(), mismatches, first);
  }

  /** True if two elements of one format, given by their bits, are within a tolerance. */
  public static boolean isClose(DataFormat format, long left, long right, Tolerance tolerance) {
    if (format.kind() == DataFormat.Kind.BITS) {
      return false;
    }
    double got = format.toDouble(left);
    double wanted = format.toDouble(right);
    if (format.kind() == DataFormat.Kind.FLOAT && (Double.isNaN(got) || Double.isNaN(wanted))) {
      return Double.isNaN(got) && Double.isNaN(wanted);
    }
    if (format.bytes() == 8 && format.kind() != DataFormat.Kind.FLOAT) {
      double distance = distance(format, left, right).doubleValue();
      return distance <= tolerance.absolute() + tolerance.relative() * Math.abs(wanted);
    }
    if (Double.isInfinite(got) || Double.isInfinite(wanted)) {
      return got == wanted;
    }
    return Math.abs(got - wanted) <= tolerance.absolute() + tolerance.relative() * Math.abs(wanted);
  }

  private static BigInteger distance(DataFormat format, long left, long right) {
    boolean floating = format.kind() == DataFormat.Kind.FLOAT;
    if (floating && (Double.isNaN(format.toDouble(left)) || Double.isNaN(format.toDouble(right)))) {
      return BigInteger.ONE.negate();
    }
    return rank(format, left).subtract(rank(format, right)).abs();
  }

  /** The place of a value among all values of its format; both zeros of a float have the same. */
  private static BigInteger rank(DataFormat format, long bits) {
    if (format.isSmallFloat()) {
      return BigInteger.valueOf(SmallFloats.rank(format, (int) bits));
    }
    if (format.kind() == DataFormat.Kind.FLOAT) {
      long sign = 1L << format.bits() - 1;
      long magnitude = bits & sign - 1;
      return BigInteger.valueOf((bits & sign) != 0 ? -magnitude : magnitude);
    }
    long value = format.extend(bits);
    return format == DataFormat.U64
        ? new BigInteger(Long.toUnsignedString(value))
        : BigInteger.valueOf(value);
  }
}
