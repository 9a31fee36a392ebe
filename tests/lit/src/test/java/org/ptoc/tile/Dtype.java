package org.ptoc.tile;

import java.util.List;
import java.util.stream.Stream;

/**
 * Element types of tiles with their own plain arithmetic on bit patterns, independent of the
 * product.
 */
enum Dtype {
  I8("i8", 8, true, 0, 0),
  SI8("si8", 8, true, 0, 0),
  UI8("ui8", 8, false, 0, 0),
  I16("i16", 16, true, 0, 0),
  SI16("si16", 16, true, 0, 0),
  UI16("ui16", 16, false, 0, 0),
  I32("i32", 32, true, 0, 0),
  SI32("si32", 32, true, 0, 0),
  UI32("ui32", 32, false, 0, 0),
  I64("i64", 64, true, 0, 0),
  F16("f16", 16, true, 11, -14),
  BF16("bf16", 16, true, 8, -126),
  F32("f32", 32, true, 24, -126),
  SI64("si64", 64, true, 0, 0),
  UI64("ui64", 64, false, 0, 0);

  private final String spelling;
  private final int bits;
  private final boolean signed;
  private final int precision;
  private final int leastExponent;

  Dtype(String spelling, int bits, boolean signed, int precision, int leastExponent) {
    this.spelling = spelling;
    this.bits = bits;
    this.signed = signed;
    this.precision = precision;
    this.leastExponent = leastExponent;
  }

  /** The types of a list of spellings, which may be empty. */
  static List<Dtype> list(String spellings) {
    return spellings.lines().flatMap(line -> Stream.of(line.split(" "))).map(Dtype::of).toList();
  }

  static Dtype of(String spelling) {
    return Stream.of(values())
        .filter(type -> type.spelling.equals(spelling))
        .findFirst()
        .orElseThrow();
  }

  String spelling() {
    return spelling;
  }

  int bits() {
    return bits;
  }

  int bytes() {
    return bits / 8;
  }

  boolean isFloat() {
    return precision > 0;
  }

  boolean isSigned() {
    return signed;
  }

  /** Elements in a 32-byte block. */
  int block() {
    return 32 / bytes();
  }

  /** The low bits of a number. */
  long cut(long value) {
    return bits == 64 ? value : value & (1L << bits) - 1;
  }

  /** The integer behind a pattern. */
  long integer(long pattern) {
    int unused = 64 - bits;
    return signed ? pattern << unused >> unused : cut(pattern);
  }

  long least() {
    return signed ? -1L << bits - 1 : 0;
  }

  long greatest() {
    return signed ? ~least() : cut(-1);
  }

  // Floats.

  private int mantissaBits() {
    return precision - 1;
  }

  private int exponentMask() {
    return (1 << bits - precision) - 1;
  }

  private int bias() {
    return 1 - leastExponent;
  }

  /** The number behind a float pattern. */
  double real(long pattern) {
    long mantissa = pattern & (1L << mantissaBits()) - 1;
    int exponent = (int) (pattern >>> mantissaBits()) & exponentMask();
    double sign = (pattern >>> bits - 1 & 1) != 0 ? -1 : 1;
    if (exponent == exponentMask()) {
      return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    double magnitude =
        exponent == 0
            ? Math.scalb((double) mantissa, leastExponent - mantissaBits())
            : Math.scalb(
                (double) (mantissa | 1L << mantissaBits()), exponent - bias() - mantissaBits());
    return sign * magnitude;
  }

  double greatestFinite() {
    return (2 - Math.scalb(1.0, -mantissaBits())) * Math.scalb(1.0, bias());
  }

  /** The distance of representable numbers around a value. */
  private double quantum(double value) {
    return Math.scalb(1.0, Math.max(Math.getExponent(value), leastExponent) - mantissaBits());
  }

  /** How a number between two representable ones is rounded. */
  enum Rounding {
    NEAREST_EVEN,
    NEAREST_AWAY,
    DOWN,
    UP,
    TOWARD_ZERO,
    TO_ODD
  }

  /** Rounds to an integral value. */
  static double integral(double value, Rounding rounding) {
    double floor = Math.floor(value);
    if (floor == value || Double.isNaN(value) || Double.isInfinite(value)) {
      return value;
    }
    double result =
        switch (rounding) {
          case NEAREST_EVEN -> Math.rint(value);
          case NEAREST_AWAY -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
          case DOWN -> floor;
          case UP -> floor + 1;
          case TOWARD_ZERO -> value < 0 ? floor + 1 : floor;
          case TO_ODD -> floor % 2 != 0 ? floor : floor + 1;
        };
    return Math.copySign(result, value);
  }

  /** The pattern of a number, rounded to nearest even. */
  long pattern(double value) {
    return pattern(value, Rounding.NEAREST_EVEN, false);
  }

  /**
   * The pattern of a number; overflow gives an infinity, or the greatest finite number when it
   * saturates.
   */
  long pattern(double value, Rounding rounding, boolean saturate) {
    if (Double.isNaN(value)) {
      return quietNan();
    }
    long sign = Double.doubleToRawLongBits(value) < 0 ? 1L << bits - 1 : 0;
    double magnitude = Math.abs(value);
    if (!Double.isInfinite(value) && value != 0) {
      double quantum = quantum(value);
      magnitude = Math.abs(integral(value / quantum, rounding)) * quantum;
    }
    if (magnitude > greatestFinite()) {
      boolean stays = saturate || !Double.isInfinite(value) && !overflows(rounding, value);
      magnitude = stays ? greatestFinite() : Double.POSITIVE_INFINITY;
    }
    return sign | magnitudePattern(magnitude);
  }

  private static boolean overflows(Rounding rounding, double value) {
    return switch (rounding) {
      case NEAREST_EVEN, NEAREST_AWAY -> true;
      case DOWN -> value < 0;
      case UP -> value > 0;
      case TOWARD_ZERO, TO_ODD -> false;
    };
  }

  private long magnitudePattern(double magnitude) {
    if (Double.isInfinite(magnitude)) {
      return (long) exponentMask() << mantissaBits();
    }
    int exponent =
        magnitude == 0 ? leastExponent : Math.max(Math.getExponent(magnitude), leastExponent);
    long mantissa = (long) Math.scalb(magnitude, mantissaBits() - exponent);
    boolean normal = mantissa >= 1L << mantissaBits();
    return normal
        ? (long) (exponent + bias()) << mantissaBits() | mantissa & (1L << mantissaBits()) - 1
        : mantissa;
  }

  long quietNan() {
    return (long) exponentMask() << mantissaBits() | 1L << mantissaBits() - 1;
  }

  boolean isNan(long pattern) {
    return isFloat() && Double.isNaN(real(pattern));
  }

  @Override
  public String toString() {
    return spelling;
  }
}
