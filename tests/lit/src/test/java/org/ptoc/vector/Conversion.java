package org.ptoc.vector;

import java.math.BigInteger;
import org.ptoc.ir.type.ElementType;

/** One value from one type into another (spec/11, 5.2 and 5.3). */
final class Conversion {
  private Conversion() {}

  static long convert(ElementType from, ElementType to, long bits, char mode, boolean saturate) {
    if (from.isFloat()) {
      double value = LaneReferences.value(from, bits);
      return to.isFloat()
          ? toFloat(value, to, mode, saturate, from.bits() > to.bits() || from == ElementType.BF16)
          : toInteger(value, to, mode, saturate);
    }
    long value = Lanes.integer(from, bits);
    if (to.isFloat()) {
      Dyadic exact = Dyadic.of(BigInteger.valueOf(value));
      return FloatFormat.of(to).encode(exact, false, mode, FloatFormat.Overflow.IEEE);
    }
    return saturate ? clamp(BigInteger.valueOf(value), to) : Lanes.truncate(to, value);
  }

  private static long toFloat(
      double value, ElementType to, char mode, boolean saturate, boolean narrows) {
    if (SmallFloats.has(to)) {
      return SmallFloats.pattern(to, value, mode, saturate);
    }
    FloatFormat format = FloatFormat.of(to);
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    if (Double.isNaN(value)) {
      return saturate && narrows ? 0 : format.nan();
    }
    if (Double.isInfinite(value)) {
      if (saturate) {
        return format.largest(negative);
      }
      return format.hasInfinity()
          ? format.infinity(negative)
          : format.nan() | format.sign(negative);
    }
    FloatFormat.Overflow overflow =
        saturate ? FloatFormat.Overflow.SATURATE : FloatFormat.Overflow.IEEE;
    return format.encode(Dyadic.of(value), negative, mode, overflow);
  }

  private static long toInteger(double value, ElementType to, char mode, boolean saturate) {
    ElementType range = saturate ? to : to.bits() == 64 ? ElementType.SI64 : ElementType.SI32;
    if (Double.isNaN(value)) {
      return 0;
    }
    BigInteger rounded =
        Double.isInfinite(value)
            ? BigInteger.ONE.shiftLeft(100).multiply(BigInteger.valueOf(value > 0 ? 1 : -1))
            : Dyadic.of(value).toInteger(mode);
    return Lanes.truncate(to, clamp(rounded, range));
  }

  static long clamp(BigInteger value, ElementType type) {
    boolean signed = type.isSigned();
    BigInteger least =
        signed ? BigInteger.ONE.shiftLeft(type.bits() - 1).negate() : BigInteger.ZERO;
    BigInteger greatest =
        BigInteger.ONE.shiftLeft(signed ? type.bits() - 1 : type.bits()).subtract(BigInteger.ONE);
    return Lanes.truncate(type, value.max(least).min(greatest).longValue());
  }
}
