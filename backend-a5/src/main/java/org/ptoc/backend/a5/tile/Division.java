package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Integer division and remainders, for which the profile has no instruction, and float remainders
 * (spec/20, 6.1).
 *
 * <p>Integers: restoring division of the magnitudes, one quotient bit for each iteration of a loop,
 * then the signs. A zero divisor gives all ones for the quotient and zero for the remainders.
 */
public final class Division {
  private Division() {}

  /** Quotient rounded toward zero. */
  public static Value divide(Lanes lanes, Value lhs, Value rhs) {
    if (lanes.element() == ElementType.BF16) {
      return inSinglePrecision(
          lanes, lhs, rhs, (single, left, right) -> single.binary(Op.VDIV, left, right));
    }
    if (lanes.element().isFloat()) {
      return lanes.binary(Op.VDIV, lhs, rhs);
    }
    Value quotient = quotient(lanes, lhs, rhs);
    Value zero = lanes.compareScalar("eq", rhs, lanes.scalar(0));
    return lanes.select(zero, lanes.splat(-1), quotient);
  }

  /** {@code lhs - trunc(lhs / rhs) * rhs}: the sign of the dividend. */
  static Value truncatedRemainder(Lanes lanes, Value lhs, Value rhs) {
    if (lanes.element().isFloat()) {
      return floatRemainder(lanes, lhs, rhs, "Z");
    }
    Value remainder = lanes.sub(lhs, lanes.mul(quotient(lanes, lhs, rhs), rhs));
    return zeroWhereDivisorIsZero(lanes, rhs, remainder);
  }

  /** {@code lhs - floor(lhs / rhs) * rhs}: the sign of the divisor. */
  static Value floorRemainder(Lanes lanes, Value lhs, Value rhs) {
    if (lanes.element().isFloat()) {
      return floatRemainder(lanes, lhs, rhs, "F");
    }
    Value remainder = lanes.sub(lhs, lanes.mul(quotient(lanes, lhs, rhs), rhs));
    if (lanes.element().isSigned()) {
      remainder = towardDivisor(lanes, remainder, rhs);
    }
    return zeroWhereDivisorIsZero(lanes, rhs, remainder);
  }

  private static Value zeroWhereDivisorIsZero(Lanes lanes, Value rhs, Value remainder) {
    Value zero = lanes.compareScalar("eq", rhs, lanes.scalar(0));
    return lanes.select(zero, lanes.splat(0), remainder);
  }

  /** Adds the divisor where a remainder is not zero and has the other sign. */
  private static Value towardDivisor(Lanes lanes, Value remainder, Value rhs) {
    Value signs = lanes.binary(Op.VXOR, remainder, rhs);
    Value differs = lanes.compareScalar("lt", signs, lanes.scalar(0));
    Value nonZero = lanes.compareScalar("ne", remainder, lanes.scalar(0));
    Value fix = lanes.builder().value(Op.PAND, differs.type(), differs, nonZero, lanes.mask());
    return lanes.select(fix, lanes.add(remainder, rhs), remainder);
  }

  // Integers.

  private static Value quotient(Lanes lanes, Value lhs, Value rhs) {
    ElementType unsigned = unsigned(lanes.element());
    Lanes magnitudes = lanes.as(unsigned);
    boolean signed = lanes.element().isSigned();
    Value dividend = lanes.reinterpret(signed ? lanes.unary(Op.VABS, lhs) : lhs, unsigned);
    Value divisor = lanes.reinterpret(signed ? lanes.unary(Op.VABS, rhs) : rhs, unsigned);
    Value result =
        lanes.reinterpret(divideMagnitudes(magnitudes, dividend, divisor), lanes.element());
    if (!signed) {
      return result;
    }
    Value signs = lanes.binary(Op.VXOR, lhs, rhs);
    Value negative = lanes.compareScalar("lt", signs, lanes.scalar(0));
    return lanes.select(negative, lanes.unary(Op.VNEG, result), result);
  }

  private static ElementType unsigned(ElementType type) {
    return ElementType.UI8.withBits(type.bits());
  }

  /**
   * One iteration for each bit: the remainder takes the next bit of the dividend, the quotient a
   * one where the divisor fits. A remainder with the top bit set exceeds every divisor once it is
   * doubled, so that bit decides before it is lost.
   */
  private static Value divideMagnitudes(Lanes lanes, Value dividend, Value divisor) {
    IrBuilder builder = lanes.builder();
    int bits = lanes.element().bits();
    Value zero = lanes.splat(0);
    Value one = lanes.splat(1);
    Value top = lanes.scalar(bits == 64 ? Long.MIN_VALUE : 1L << bits - 1);
    List<Value> end =
        builder.loop(
            builder.index(0),
            builder.index(bits),
            builder.index(1),
            List.of(dividend, zero),
            (body, bit, carried) -> {
              // The dividend leaves at the top of its register while the quotient enters at the
              // bottom.
              Lanes inner = new Lanes(body, lanes.element(), lanes.mask());
              Value rest = carried.get(0);
              Value remainder = carried.get(1);
              Value lost = inner.compareScalar("ge", remainder, top);
              Value incoming = inner.shiftRight(rest, bits - 1);
              Value doubled = inner.or(inner.shiftLeft(remainder, 1), incoming);
              Value fits = inner.compare("ge", doubled, divisor);
              Value takes = body.value(Op.POR, fits.type(), fits, lost, lanes.mask());
              Value shifted = inner.shiftLeft(rest, 1);
              Value next = inner.select(takes, inner.or(shifted, one), shifted);
              Value less = inner.select(takes, inner.sub(doubled, divisor), doubled);
              return List.of(next, less);
            });
    return end.getFirst();
  }

  // Floats.

  /**
   * The quotient is rounded and may be off by one, so the remainder, which the fused multiply-add
   * makes exact, is moved back into its range. Large quotients take two steps: the first takes away
   * all but the last bits of the quotient, again exactly, so that quotients below 2^46 are right.
   * Half precision goes through single precision, where none is larger.
   */
  private static Value floatRemainder(Lanes lanes, Value lhs, Value rhs, String mode) {
    if (lanes.element() == ElementType.F32) {
      return singleRemainder(lanes, lhs, rhs, mode);
    }
    return inSinglePrecision(
        lanes, lhs, rhs, (single, left, right) -> singleRemainder(single, left, right, mode));
  }

  private interface SingleWork {
    Value emit(Lanes lanes, Value lhs, Value rhs);
  }

  /**
   * Computes on 16-bit floats in single precision: the even lanes, then the odd ones, each result
   * rounded once.
   */
  private static Value inSinglePrecision(Lanes lanes, Value lhs, Value rhs, SingleWork work) {
    IrBuilder builder = lanes.builder();
    Value all = Columns.pattern(builder, ElementType.F32, "PAT_ALL");
    Value every = Columns.pattern(builder, lanes.element(), "PAT_ALL");
    Lanes single = new Lanes(builder, ElementType.F32, all);
    List<Value> halves = new ArrayList<>();
    for (String part : List.of("EVEN", "ODD")) {
      Value left = Conversion.convert(builder, lhs, every, ElementType.F32, "", "", part);
      Value right = Conversion.convert(builder, rhs, every, ElementType.F32, "", "", part);
      Value result = work.emit(single, left, right);
      halves.add(Conversion.convert(builder, result, all, lanes.element(), "R", "NOSAT", part));
    }
    Lanes bits = lanes.as(ElementType.UI16);
    Value merged =
        bits.or(
            lanes.reinterpret(halves.get(0), ElementType.UI16),
            lanes.reinterpret(halves.get(1), ElementType.UI16));
    return lanes.reinterpret(merged, lanes.element());
  }

  private static Value singleRemainder(Lanes lanes, Value lhs, Value rhs, String mode) {
    Value reduced =
        remainderOf(lanes, lhs, rhs, lanes.truncate(lanes.binary(Op.VDIV, lhs, rhs), "Z"));
    Value quotient = lanes.truncate(lanes.binary(Op.VDIV, reduced, rhs), mode);
    Value remainder = remainderOf(lanes, reduced, rhs, quotient);
    Value reference = mode.equals("F") ? rhs : lhs;
    Lanes bits = lanes.as(ElementType.I32);
    Value signs =
        bits.binary(
            Op.VXOR,
            lanes.reinterpret(remainder, ElementType.I32),
            lanes.reinterpret(reference, ElementType.I32));
    Value differs = bits.compareScalar("lt", signs, bits.scalar(0));
    Value nonZero = lanes.compareScalar("ne", remainder, lanes.scalar(0));
    Value fix = lanes.builder().value(Op.PAND, differs.type(), differs, nonZero, lanes.mask());
    Value step = mode.equals("F") ? rhs : withSign(lanes, lanes.unary(Op.VABS, rhs), lhs);
    return lanes.select(fix, lanes.add(remainder, step), remainder);
  }

  /**
   * {@code lhs - quotient * rhs}; an infinite divisor fits zero times, and that product would not
   * be a number.
   */
  private static Value remainderOf(Lanes lanes, Value lhs, Value rhs, Value quotient) {
    Value remainder = lanes.multiplyAdd(lhs, lanes.unary(Op.VNEG, quotient), rhs);
    Value fitsNever = lanes.compareScalar("eq", quotient, lanes.scalar(0));
    return lanes.select(fitsNever, lhs, remainder);
  }

  /** A magnitude with the sign of another vector. */
  static Value withSign(Lanes lanes, Value magnitude, Value sign) {
    Lanes bits = lanes.as(ElementType.I32);
    Value signBit =
        bits.binary(Op.VANDS, lanes.reinterpret(sign, ElementType.I32), bits.scalar(0x80000000L));
    Value merged = bits.or(lanes.reinterpret(magnitude, ElementType.I32), signBit);
    return bits.reinterpret(merged, ElementType.F32);
  }
}
