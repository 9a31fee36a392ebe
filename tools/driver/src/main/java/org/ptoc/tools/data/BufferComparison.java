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
   * True if an array can be compared with what is wanted: both have one format, or floats are
   * compared with the exact values that they round, as f64.
   */
  public static boolean isComparable(DataFormat got, DataFormat wanted) {
    return got == wanted || got.kind() == DataFormat.Kind.FLOAT && wanted == DataFormat.F64;
  }

  /**
   * Compares two arrays of the same size; a NaN equals every NaN, infinities equal themselves. A
   * float of another format than the wanted f64 is as wanted if it lies between the roundings of
   * the least and the largest value within the tolerance: where the exact value lies close to the
   * middle of two neighbours, either of them is right.
   */
  public static BufferComparison of(DataArray got, DataArray wanted, Tolerance tolerance) {
    int mismatches = 0;
    List<Mismatch> first = new ArrayList<>();
    for (int i = 0; i < got.size(); i++) {
      if (!isClose(got, wanted, i, tolerance) && ++mismatches <= SHOWN) {
        long left = got.bits(i);
        first.add(
            new Mismatch(
                i,
                got.format().show(left),
                wanted.format().show(wanted.bits(i)),
                distance(got.format(), left, rounded(got.format(), wanted, i))));
      }
    }
    return new BufferComparison(got.size(), mismatches, first);
  }

  /** The bits of a wanted element in the format of a result. */
  public static long rounded(DataFormat format, DataArray wanted, int index) {
    long bits = wanted.bits(index);
    return format == wanted.format()
        ? bits
        : Literal.fromDouble(format, Double.longBitsToDouble(bits));
  }

  /** True if an element is as wanted. */
  public static boolean isClose(DataArray got, DataArray wanted, int index, Tolerance tolerance) {
    DataFormat format = got.format();
    if (format == wanted.format()) {
      long left = got.bits(index);
      long right = wanted.bits(index);
      return left == right || isClose(format, left, right, tolerance);
    }
    double value = format.toDouble(got.bits(index));
    double exact = Double.longBitsToDouble(wanted.bits(index));
    double room = tolerance.absolute() + tolerance.relative() * Math.abs(exact);
    return Double.isNaN(exact)
        ? Double.isNaN(value)
        : format.toDouble(Literal.fromDouble(format, exact - room)) <= value
            && value <= format.toDouble(Literal.fromDouble(format, exact + room));
  }

  /** True if two elements of one format, given by their bits, are within a tolerance. */
  static boolean isClose(DataFormat format, long left, long right, Tolerance tolerance) {
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
