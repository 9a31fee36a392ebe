package org.ptoc.emulator.jit.carrier;

import java.util.Optional;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.carrier.VectorValues.Bits;
import org.ptoc.emulator.jit.carrier.VectorValues.Numbers;
import org.ptoc.emulator.jit.carrier.VectorValues.Truths;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Integers;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

/**
 * Writes conversions in lanes of four bytes, vector by vector; the narrow element is a part of its
 * lane.
 */
final class VectorConversions {
  private static final int HALF_SIGN = 0x8000;

  /** Bits by which the fraction of f32 is longer than that of f16. */
  private static final int HALF_SHIFT = 13;

  /** What brings the exponent of f16 to that of f32 when a number is multiplied with it. */
  private static final float HALF_SCALE = 0x1p112f;

  private static final int SINGLE_INFINITY = 0x7F80_0000;

  private final VectorLaneCode code;
  private final LaneConversion conversion;
  private final DataType from;
  private final DataType to;

  VectorConversions(VectorLaneCode code, LaneConversion conversion) {
    this.code = code;
    this.conversion = conversion;
    this.from = conversion.from();
    this.to = conversion.to();
  }

  /** Why there is no vector form; empty when there is one. */
  static Optional<String> objection(LaneConversion conversion) {
    boolean known =
        conversion.width() == Integer.BYTES
            && isKnown(conversion.from())
            && isKnown(conversion.to())
            && (conversion.rounding() == Rounding.NEAREST_EVEN
                || !conversion.to().isFloat()
                || !conversion.isNarrowing());
    return known
        ? Optional.empty()
        : Optional.of(
            "no conversion of "
                + conversion.from().spelling()
                + " to "
                + conversion.to().spelling());
  }

  private static boolean isKnown(DataType type) {
    return switch (type) {
      case FP32, FP16, BF16, S32, S16, S8, U32, U16, U8 -> true;
      default -> false;
    };
  }

  /** The converted lanes. */
  Value convert(Value source) {
    if (from.isFloat()) {
      Numbers number = number(source);
      return to.isFloat() ? numberToNumber(number) : numberToInteger(number);
    }
    Bits integer = integer(source);
    if (to.isFloat()) {
      return new VectorRounding(code, conversion.rounding()).ofIntegers(integer).value();
    }
    return place(conversion.saturate() ? clamp(integer, from == DataType.U32) : integer);
  }

  private Numbers number(Value source) {
    return switch (from) {
      case FP32 -> code.numbers(source);
      case BF16 -> {
        Bits bits = code.bits(source);
        boolean isUpper = conversion.part() != 0;
        yield (isUpper ? bits.with("AND", -1 << Short.SIZE) : bits.with("LSHL", Short.SIZE))
            .asNumbers();
      }
      default -> halfNumber(source);
    };
  }

  /**
   * A product is exact for subnormal numbers too; infinity and NaN get their exponent afterwards.
   */
  private Numbers halfNumber(Value source) {
    Bits bits = code.bits(source);
    Bits half = conversion.shift() > 0 ? bits.with("LSHR", conversion.shift()) : bits;
    Bits magnitude = half.with("AND", HALF_SIGN - 1);
    Numbers scaled =
        magnitude.with("LSHL", HALF_SHIFT).asNumbers().with("MUL", code.numbers(HALF_SCALE));
    Bits finite = scaled.asBits();
    Bits other = finite.with("OR", SINGLE_INFINITY);
    Bits sign = half.with("AND", HALF_SIGN).with("LSHL", Short.SIZE);
    return finite
        .blend(other, magnitude.compare("GE", Float16.INFINITY))
        .with("OR", sign)
        .asNumbers();
  }

  private Bits integer(Value source) {
    Bits bits = code.bits(source);
    int unused = Integer.SIZE - from.bits();
    if (unused == 0) {
      return bits;
    }
    int above = unused - conversion.shift();
    return (above > 0 ? bits.with("LSHL", above) : bits)
        .with(from.kind() == DataType.Kind.SIGNED ? "ASHR" : "LSHR", unused);
  }

  private Value numberToInteger(Numbers number) {
    Rounding rounding = conversion.rounding();
    Bits integers =
        (rounding == Rounding.TO_ZERO
                ? number
                : new VectorRounding(code, rounding).integral(number))
            .toIntegers();
    return place(conversion.saturate() ? clamp(integers, false) : integers);
  }

  private Value numberToNumber(Numbers number) {
    if (conversion.roundsOnly()) {
      return new VectorRounding(code, conversion.rounding()).integral(number).value();
    }
    return switch (to) {
      case FP32 -> number.value();
      case BF16 -> place(brain(number));
      default -> place(half(number));
    };
  }

  /** Integers in the range of a narrower type. */
  private Bits clamp(Bits integers, boolean unsigned) {
    if (to.bits() == Integer.SIZE) {
      return integers;
    }
    boolean signed = to.kind() == DataType.Kind.SIGNED;
    int most = (int) Integers.clamp(Long.MAX_VALUE, to.bits(), signed);
    Bits bounded =
        unsigned
            ? integers.blend(most, integers.compare("LT", 0))
            : integers.with("MAX", (int) Integers.clamp(Long.MIN_VALUE, to.bits(), signed));
    return bounded.with("MIN", most);
  }

  /** The bits of bf16 numbers, rounded to the nearest. */
  private Bits brain(Numbers number) {
    Bits bits = number.asBits(Float32.CANONICAL_NAN);
    Bits odd = bits.with("LSHR", Short.SIZE).with("AND", 1);
    Bits rounded = odd.with("ADD", bits).with("ADD", 0x7FFF).with("LSHR", Short.SIZE);
    if (!conversion.saturate()) {
      return rounded;
    }
    Bits magnitude = rounded.with("AND", HALF_SIGN - 1);
    Truths infinite = magnitude.compare("EQ", BFloat16.INFINITY);
    Truths isNaN = magnitude.compare("GT", BFloat16.INFINITY);
    return rounded.blend(rounded.with("SUB", 1), infinite).blend(0, isNaN);
  }

  /**
   * The bits of f16 numbers, rounded to the nearest; sums of f32 round where a fraction becomes
   * shorter still.
   */
  private Bits half(Numbers number) {
    Bits bits = number.asBits();
    Bits magnitude = bits.magnitude();
    Truths small = magnitude.compare("LT", Float.floatToRawIntBits(0x1p-14f));
    Truths large = magnitude.compare("GE", Float.floatToRawIntBits(0x1p16f));
    Truths isNaN = magnitude.compare("GT", SINGLE_INFINITY);
    Bits odd = magnitude.with("LSHR", HALF_SHIFT).with("AND", 1);
    Bits rounded =
        odd.with("ADD", magnitude)
            .with("ADD", (1 << HALF_SHIFT - 1) - 1 - Float.floatToRawIntBits(0x1p-15f))
            .with("LSHR", HALF_SHIFT)
            .blend(subnormalHalf(magnitude), small)
            .blend(Float16.INFINITY, large);
    Bits unsigned = conversion.saturate() ? rounded.with("MIN", Float16.MAX_FINITE) : rounded;
    return bits.with("LSHR", Short.SIZE)
        .with("AND", HALF_SIGN)
        .with("OR", unsigned)
        .blend(conversion.saturate() ? 0 : Float16.CANONICAL_NAN, isNaN);
  }

  /** The unit of the last place of 0.5 is that of the subnormal numbers of f16. */
  private Bits subnormalHalf(Bits magnitude) {
    return magnitude
        .asNumbers()
        .with("ADD", code.numbers(0.5f))
        .asBits()
        .with("SUB", Float.floatToRawIntBits(0.5f));
  }

  /** Brings the bits of the result to their part of the lane. */
  private Value place(Bits bits) {
    if (!conversion.isNarrowing()) {
      return bits.value();
    }
    Bits low = bits.with("AND", (1 << to.bits()) - 1);
    return (conversion.shift() > 0 ? low.with("LSHL", conversion.shift()) : low).value();
  }
}
