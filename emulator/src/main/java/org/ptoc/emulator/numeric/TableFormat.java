package org.ptoc.emulator.numeric;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A float format of so few numbers that a table holds them all: HiF8 and the two 4-bit formats
 * (spec/60, 1.5). A number is looked up between its neighbours, which is exact. The last bit of a
 * pattern tells even numbers from odd ones.
 */
public final class TableFormat {
  private static final int PREFIX_BITS = 7;

  /** Bits of a HiF8 pattern that is not a number; it has no sign. */
  private static final int HIF8_NAN = 0x80;

  private static final int HIF8_INFINITY = 0x6F;

  /** HiFloat8: tapered precision, no negative zero. */
  public static final TableFormat HIF8 =
      new TableFormat(8, TableFormat::hiFloat, HIF8_INFINITY, 0x1.8p15f, HIF8_NAN, false);

  /** One exponent bit less than E2M1: steps of a quarter. No infinity. */
  public static final TableFormat E1M2 =
      new TableFormat(4, bits -> bits * 0.25f, -1, Float.POSITIVE_INFINITY, 0, true);

  /** 0, 0.5, 1, 1.5, 2, 3, 4, 6. No infinity. */
  public static final TableFormat E2M1 =
      new TableFormat(
          4,
          bits -> bits < 4 ? bits * 0.5f : (2 + bits % 2) * (1 << bits / 2 - 2),
          -1,
          Float.POSITIVE_INFINITY,
          0,
          true);

  private final int sign;
  private final int infinity;
  private final int nan;
  private final boolean hasNegativeZero;
  private final float beyond;

  /** The value of each pattern. */
  private final float[] values;

  /** The finite numbers that are not negative, ascending, and their patterns. */
  private final double[] numbers;

  private final int[] patterns;

  /** The value of a pattern without its sign. */
  private interface Magnitude {
    float of(int bits);
  }

  /**
   * @param infinity pattern of the positive infinity, negative when the format has none
   * @param beyond the number that would follow the largest one; not reached without infinity
   * @param nan the pattern for what is not a number
   */
  private TableFormat(
      int bits, Magnitude magnitude, int infinity, float beyond, int nan, boolean negativeZero) {
    this.sign = 1 << bits - 1;
    this.infinity = infinity;
    this.nan = nan;
    this.beyond = beyond;
    this.hasNegativeZero = negativeZero;
    this.values = new float[2 * sign];
    for (int each = 0; each < sign; each++) {
      values[each] = each == infinity ? Float.POSITIVE_INFINITY : magnitude.of(each);
      values[each | sign] = -values[each];
    }
    if (!negativeZero) {
      values[sign] = Float.NaN;
    }
    this.patterns =
        IntStream.range(0, sign)
            .filter(each -> each != infinity)
            .boxed()
            .sorted(Comparator.comparingDouble(each -> values[each]))
            .mapToInt(Integer::intValue)
            .toArray();
    this.numbers = IntStream.of(patterns).mapToDouble(each -> values[each]).toArray();
  }

  /** The fields behind the prefix, whose length says how many there are. */
  private static float hiFloat(int bits) {
    if (bits >> 3 == 0) {
      return bits == 0 ? 0 : Math.scalb(1f, bits - 23);
    }
    int prefix = bits >> 5 != 0 ? 2 : bits >> 4 != 0 ? 3 : 4;
    int exponentBits = prefix == 2 ? 1 + (bits >> 5) : prefix == 3 ? 1 : 0;
    int fractionBits = PREFIX_BITS - prefix - exponentBits;
    int field = bits >> fractionBits & (1 << exponentBits) - 1;
    float fraction = 1 + Math.scalb((float) (bits & (1 << fractionBits) - 1), -fractionBits);
    return Math.scalb(fraction, exponent(field, exponentBits));
  }

  /** A sign, then a magnitude whose leading one is not stored. */
  private static int exponent(int field, int bits) {
    if (bits == 0) {
      return 0;
    }
    int leading = 1 << bits - 1;
    int magnitude = leading | field & leading - 1;
    return (field & leading) == 0 ? magnitude : -magnitude;
  }

  /** The value of a pattern, exact; higher bits do not count. */
  public float decode(int bits) {
    return values[bits & 2 * sign - 1];
  }

  /**
   * The pattern of a number, rounded once.
   *
   * @param saturate overflow and infinities become the largest number, NaN becomes 0; so it is
   *     always for a format that has neither
   */
  public int encode(double value, Rounding rounding, boolean saturate) {
    if (Double.isNaN(value)) {
      return saturate ? 0 : nan;
    }
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    int last = numbers.length - 1;
    int index = Double.isInfinite(value) ? last + 1 : nearest(Math.abs(value), negative, rounding);
    int pattern =
        index <= last ? patterns[index] : saturate || infinity < 0 ? patterns[last] : infinity;
    return negative && (pattern != 0 || hasNegativeZero) ? pattern | sign : pattern;
  }

  /** The place of the rounded magnitude; one past the end when it is too large. */
  private int nearest(double magnitude, boolean negative, Rounding rounding) {
    int found = Arrays.binarySearch(numbers, magnitude);
    if (found >= 0) {
      return found;
    }
    int lower = -found - 2;
    double upper = lower + 1 < numbers.length ? numbers[lower + 1] : beyond;
    int remainder =
        Double.isInfinite(upper) ? 1 : Double.compare(magnitude, (numbers[lower] + upper) / 2);
    return rounding.awayFromZero(negative, (patterns[lower] & 1) != 0, remainder)
        ? lower + 1
        : lower;
  }
}
