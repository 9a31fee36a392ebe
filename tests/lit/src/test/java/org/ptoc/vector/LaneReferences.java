package org.ptoc.vector;

import static java.util.Map.entry;

import java.math.BigInteger;
import java.util.Map;
import org.ptoc.ir.type.ElementType;

/**
 * What the lane-wise operations compute, written from spec/10 and spec/11: lane bits in, lane bits
 * out.
 */
final class LaneReferences {
  private LaneReferences() {}

  /** One lane; the operands stand in the order of the text, without masks. */
  interface Lane {
    long of(ElementType type, long[] operand);
  }

  static final Map<String, Lane> ALL =
      Map.ofEntries(
          entry("pto.vadd", (t, o) -> add(t, o[0], o[1])),
          entry("pto.vsub", (t, o) -> subtract(t, o[0], o[1])),
          entry("pto.vmul", (t, o) -> multiply(t, o[0], o[1])),
          entry("pto.vdiv", (t, o) -> divide(t, o[0], o[1])),
          entry("pto.vmax", (t, o) -> maximum(t, o[0], o[1])),
          entry("pto.vmin", (t, o) -> minimum(t, o[0], o[1])),
          entry("pto.vand", (t, o) -> o[0] & o[1]),
          entry("pto.vor", (t, o) -> o[0] | o[1]),
          entry("pto.vxor", (t, o) -> o[0] ^ o[1]),
          entry("pto.vshl", (t, o) -> shiftLeft(t, o[0], o[1])),
          entry("pto.vshr", (t, o) -> shiftRight(t, o[0], o[1])),
          entry("pto.vshls", (t, o) -> shiftLeft(t, o[0], o[1])),
          entry("pto.vshrs", (t, o) -> shiftRight(t, o[0], o[1])),
          entry("pto.vlrelu", (t, o) -> leaky(t, o[0], o[1])),
          entry("pto.vprelu", (t, o) -> leaky(t, o[0], o[1])),
          entry("pto.vaddrelu", (t, o) -> maximum(t, add(t, o[0], o[1]), 0)),
          entry("pto.vsubrelu", (t, o) -> maximum(t, subtract(t, o[0], o[1]), 0)),
          entry("pto.vaxpy", (t, o) -> fused(t, o[2], o[0], o[1])),
          entry("pto.vmula", (t, o) -> fused(t, o[1], o[2], o[0])),
          entry("pto.vmadd", (t, o) -> fused(t, o[1], o[0], o[2])),
          entry("pto.vabs", (t, o) -> absolute(t, o[0])),
          entry(
              "pto.vneg",
              (t, o) -> t.isFloat() ? o[0] ^ 1L << t.bits() - 1 : Lanes.truncate(t, -o[0])),
          entry("pto.vexp", (t, o) -> unary(t, o[0], StrictMath::exp)),
          entry("pto.vln", (t, o) -> unary(t, o[0], StrictMath::log)),
          entry("pto.vsqrt", (t, o) -> unary(t, o[0], Math::sqrt)),
          entry("pto.vrec", (t, o) -> unary(t, o[0], x -> 1 / x)),
          entry("pto.vrsqrt", (t, o) -> unary(t, o[0], x -> 1 / Math.sqrt(x))),
          entry("pto.vrelu", (t, o) -> maximum(t, o[0], 0)),
          entry("pto.vnot", (t, o) -> Lanes.truncate(t, ~o[0])),
          entry("pto.vbcnt", (t, o) -> Long.bitCount(o[0])),
          entry("pto.vmov", (t, o) -> o[0]),
          entry("pto.vadds", (t, o) -> add(t, o[0], o[1])),
          entry("pto.vsubs", (t, o) -> subtract(t, o[0], o[1])),
          entry("pto.vmuls", (t, o) -> multiply(t, o[0], o[1])),
          entry("pto.vmaxs", (t, o) -> maximum(t, o[0], o[1])),
          entry("pto.vmins", (t, o) -> minimum(t, o[0], o[1])),
          entry("pto.vands", (t, o) -> o[0] & o[1]),
          entry("pto.vors", (t, o) -> o[0] | o[1]),
          entry("pto.vxors", (t, o) -> o[0] ^ o[1]));

  static double value(ElementType type, long bits) {
    return SmallFloats.has(type)
        ? SmallFloats.value(type, (int) bits)
        : FloatFormat.of(type).value(bits);
  }

  private static long round(ElementType type, double exactOrSafe) {
    return FloatFormat.of(type).encode(exactOrSafe);
  }

  /**
   * Sums and products of doubles are not exact for every pair of formats, so finite ones go through
   * exact numbers.
   */
  static long add(ElementType type, long a, long b) {
    if (!type.isFloat()) {
      return Lanes.truncate(type, a + b);
    }
    double x = value(type, a);
    double y = value(type, b);
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      return round(type, x + y);
    }
    boolean negativeZero = negative(x) && negative(y);
    return FloatFormat.of(type)
        .encode(Dyadic.of(x).plus(Dyadic.of(y)), negativeZero, 'R', FloatFormat.Overflow.IEEE);
  }

  private static boolean negative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }

  static long subtract(ElementType type, long a, long b) {
    return type.isFloat() ? add(type, a, b ^ 1L << type.bits() - 1) : Lanes.truncate(type, a - b);
  }

  static long multiply(ElementType type, long a, long b) {
    if (!type.isFloat()) {
      return Lanes.truncate(type, a * b);
    }
    double x = value(type, a);
    double y = value(type, b);
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      return round(type, x * y);
    }
    return FloatFormat.of(type)
        .encode(
            Dyadic.of(x).times(Dyadic.of(y)),
            negative(x) != negative(y),
            'R',
            FloatFormat.Overflow.IEEE);
  }

  /**
   * A double quotient has more than twice the digits of a single one, so that the second rounding
   * does no harm.
   */
  static long divide(ElementType type, long a, long b) {
    if (type == ElementType.F32) {
      float quotient = Float.intBitsToFloat((int) a) / Float.intBitsToFloat((int) b);
      return Integer.toUnsignedLong(Float.floatToIntBits(quotient));
    }
    if (type.isInteger()) {
      int unused = Long.SIZE - type.bits();
      long divisor = b << unused >> unused;
      return Lanes.truncate(type, divisor == 0 ? -1 : (a << unused >> unused) / divisor);
    }
    return round(type, value(type, a) / value(type, b));
  }

  static long fused(ElementType type, long a, long b, long c) {
    if (!type.isFloat()) {
      return Lanes.truncate(type, a * b + c);
    }
    double x = value(type, a);
    double y = value(type, b);
    double z = value(type, c);
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      return round(type, x * y + z);
    }
    boolean productNegative = negative(x) != negative(y);
    return FloatFormat.of(type)
        .encode(
            Dyadic.of(x).times(Dyadic.of(y)).plus(Dyadic.of(z)),
            productNegative && negative(z),
            'R',
            FloatFormat.Overflow.IEEE);
  }

  static long maximum(ElementType type, long a, long b) {
    return type.isFloat()
        ? round(type, Math.max(value(type, a), value(type, b)))
        : compare(type, a, b) >= 0 ? a : b;
  }

  static long minimum(ElementType type, long a, long b) {
    return type.isFloat()
        ? round(type, Math.min(value(type, a), value(type, b)))
        : compare(type, a, b) <= 0 ? a : b;
  }

  /** Order of two integers. */
  static int compare(ElementType type, long a, long b) {
    return BigInteger.valueOf(Lanes.integer(type, a))
        .compareTo(BigInteger.valueOf(Lanes.integer(type, b)));
  }

  private static long shiftLeft(ElementType type, long a, long count) {
    return count < 0 || count >= type.bits() ? 0 : Lanes.truncate(type, a << count);
  }

  private static long shiftRight(ElementType type, long a, long count) {
    boolean beyond = count < 0 || count >= type.bits();
    if (type.isSigned()) {
      return Lanes.truncate(type, Lanes.integer(type, a) >> (beyond ? type.bits() - 1 : count));
    }
    return beyond ? 0 : a >>> count;
  }

  private static long leaky(ElementType type, long input, long alpha) {
    return value(type, input) >= 0 ? input : multiply(type, alpha, input);
  }

  private static long absolute(ElementType type, long a) {
    if (type.isFloat()) {
      return a & ~(1L << type.bits() - 1);
    }
    return Lanes.integer(type, a) < 0 ? Lanes.truncate(type, -a) : a;
  }

  private interface Real {
    double of(double value);
  }

  private static long unary(ElementType type, long a, Real function) {
    return round(type, function.of(value(type, a)));
  }
}
