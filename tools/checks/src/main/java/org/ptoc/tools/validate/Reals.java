package org.ptoc.tools.validate;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.type.ElementType;

/**
 * The sum or product of numbers of {@code f32}, {@code f16} or {@code bf16} in double precision,
 * and how far from it one may be that was formed in another order and at least in the type.
 */
final class Reals {
  private final ElementType type;
  private final boolean isSum;
  private int count;
  private double value;

  /** The largest and the smallest magnitude that may come up on the way, in any order. */
  private double most;

  private double least = 1;

  /** What all numbers are multiples of; of a product 1 as long as all are powers of two. */
  private double unit = Double.POSITIVE_INFINITY;

  Reals(ElementType type, Combining combining) {
    this.type = type;
    this.isSum = combining == Combining.SUM;
    this.value = isSum ? 0 : 1;
    this.most = value;
  }

  void add(long bits) {
    double next = decode(type, bits);
    double magnitude = Math.abs(next);
    unit = Math.min(unit, isSum ? lowestBit(magnitude) : lowestBit(magnitude) / magnitude);
    count++;
    value = isSum ? value + next : value * next;
    most = isSum ? most + magnitude : most * Math.max(1, magnitude);
    least = isSum ? least : least * (magnitude == 0 ? 1 : Math.min(1, magnitude));
  }

  /** The value in the type. */
  long bits() {
    return encode(type, value);
  }

  /** NaN when values on the way may leave the type, so that any result is possible. */
  double error() {
    double result = decode(type, bits());
    boolean mayLeave = most > greatest() && Double.isFinite(result) || least < leastNormal();
    if (!mayLeave && Double.isFinite(result) && isExact()) {
      return Double.MIN_VALUE;
    }
    double scale = isSum ? most : Math.abs(value);
    return mayLeave
        ? Double.NaN
        : Double.isFinite(result) ? count * epsilon() * scale + leastNormal() : 0;
  }

  /** True if nothing is rounded in any order: the sign of a zero alone may differ. */
  private boolean isExact() {
    return isSum ? most <= 2 * unit / epsilon() : unit >= 1;
  }

  /** The largest power of two of which a magnitude is a multiple; infinity for zero. */
  private static double lowestBit(double magnitude) {
    if (magnitude == 0 || !Double.isFinite(magnitude)) {
      return Double.POSITIVE_INFINITY;
    }
    long bits = Double.doubleToRawLongBits(magnitude);
    long fraction = bits & (1L << 52) - 1 | 1L << 52;
    return Math.ulp(magnitude) * Long.lowestOneBit(fraction);
  }

  private double greatest() {
    return type == ElementType.F16 ? 65_504 : Float.MAX_VALUE / 2;
  }

  private double leastNormal() {
    return type == ElementType.F16 ? 0x1p-14 : Float.MIN_NORMAL;
  }

  /** The distance from 1 to the next number. */
  private double epsilon() {
    return type == ElementType.F32 ? 0x1p-23 : type == ElementType.F16 ? 0x1p-10 : 0x1p-7;
  }

  static double decode(ElementType type, long bits) {
    return switch (type) {
      case F32 -> Float.intBitsToFloat((int) bits);
      case F16 -> Float16.decode((int) bits & 0xFFFF);
      case BF16 -> BFloat16.decode((int) bits & 0xFFFF);
      default -> 0;
    };
  }

  static long encode(ElementType type, double value) {
    return switch (type) {
      case F32 -> Integer.toUnsignedLong(Float.floatToIntBits((float) value));
      case F16 -> Float16.encode(value);
      case BF16 -> BFloat16.encode(value);
      default -> 0;
    };
  }
}
