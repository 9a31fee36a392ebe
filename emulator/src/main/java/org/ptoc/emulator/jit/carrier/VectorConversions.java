package org.ptoc.emulator.jit.carrier;

import java.util.Optional;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
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
  private final VectorArithmetic vector;
  private final LaneConversion conversion;
  private final DataType from;
  private final DataType to;

  VectorConversions(VectorLaneCode code, LaneConversion conversion) {
    this.code = code;
    this.vector = new VectorArithmetic(code);
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
      pushNumber(source);
      int number = vector.store();
      return to.isFloat() ? numberToNumber(number) : numberToInteger(number);
    }
    pushInteger(source);
    int integer = vector.store();
    if (to.isFloat()) {
      new VectorRounding(vector).pushBitsOfIntegers(integer, conversion.rounding());
      return code.storeBits();
    }
    vector.push(integer);
    if (conversion.saturate()) {
      clamp(from == DataType.U32);
    }
    return place();
  }

  private void pushNumber(Value source) {
    switch (from) {
      case FP32 -> code.pushNumber(source);
      case BF16 -> {
        code.pushBits(source);
        if (conversion.part() == 0) {
          vector.bits("LSHL", Short.SIZE);
        } else {
          vector.bits("AND", -1 << Short.SIZE);
        }
        code.number();
      }
      default -> pushHalf(source);
    }
  }

  /**
   * A product is exact for subnormal numbers too; infinity and NaN get their exponent afterwards.
   */
  private void pushHalf(Value source) {
    code.pushBits(source);
    if (conversion.shift() > 0) {
      vector.bits("LSHR", conversion.shift());
    }
    int half = vector.store();
    vector.push(half);
    vector.bits("AND", HALF_SIGN - 1);
    int magnitude = vector.store();
    int special = vector.whereBits(magnitude, "GE", Float16.INFINITY);
    int scale = vector.constantNumber(HALF_SCALE);
    vector.push(magnitude);
    vector.bits("LSHL", HALF_SHIFT);
    code.number();
    vector.numbersWith("MUL", scale);
    code.bits();
    int finite = vector.store();
    vector.push(finite);
    vector.bits("OR", SINGLE_INFINITY);
    int other = vector.store();
    vector.push(half);
    vector.bits("AND", HALF_SIGN);
    vector.bits("LSHL", Short.SIZE);
    int sign = vector.store();
    vector.push(finite);
    vector.blend(other, special);
    vector.bitsWith("OR", sign);
    code.number();
  }

  private void pushInteger(Value source) {
    code.pushBits(source);
    int unused = Integer.SIZE - from.bits();
    if (unused > 0) {
      int above = unused - conversion.shift();
      if (above > 0) {
        vector.bits("LSHL", above);
      }
      vector.bits(from.kind() == DataType.Kind.SIGNED ? "ASHR" : "LSHR", unused);
    }
  }

  private Value numberToInteger(int number) {
    if (conversion.rounding() == Rounding.TO_ZERO) {
      vector.push(number);
    } else {
      new VectorRounding(vector).pushIntegralBits(number, conversion.rounding());
      code.number();
    }
    vector.toIntegers();
    if (conversion.saturate()) {
      clamp(false);
    }
    return place();
  }

  private Value numberToNumber(int number) {
    if (conversion.roundsOnly()) {
      new VectorRounding(vector).pushIntegralBits(number, conversion.rounding());
      code.number();
      return code.storeNumber();
    }
    if (to == DataType.FP32) {
      vector.push(number);
      return code.storeNumber();
    }
    if (to == DataType.BF16) {
      brain(number);
    } else {
      half(number);
    }
    return place();
  }

  /** Clamps the integers on the stack to the range of a narrower type. */
  private void clamp(boolean unsigned) {
    if (to.bits() == Integer.SIZE) {
      return;
    }
    boolean signed = to.kind() == DataType.Kind.SIGNED;
    int most = (int) Integers.clamp(Long.MAX_VALUE, to.bits(), signed);
    if (unsigned) {
      int integers = vector.store();
      int large = vector.whereBits(integers, "LT", 0);
      vector.push(integers);
      vector.blendConstant(most, large);
    } else {
      vector.bits("MAX", (int) Integers.clamp(Long.MIN_VALUE, to.bits(), signed));
    }
    vector.bits("MIN", most);
  }

  /** Pushes bf16 numbers, rounded to the nearest. */
  private void brain(int number) {
    vector.push(number);
    code.canonicalBits();
    int bits = vector.store();
    vector.push(bits);
    vector.bits("LSHR", Short.SIZE);
    vector.bits("AND", 1);
    vector.bitsWith("ADD", bits);
    vector.bits("ADD", 0x7FFF);
    vector.bits("LSHR", Short.SIZE);
    if (conversion.saturate()) {
      saturateBrain();
    }
  }

  private void saturateBrain() {
    int rounded = vector.store();
    vector.push(rounded);
    vector.bits("AND", HALF_SIGN - 1);
    int magnitude = vector.store();
    int infinite = vector.whereBits(magnitude, "EQ", BFloat16.INFINITY);
    int isNaN = vector.whereBits(magnitude, "GT", BFloat16.INFINITY);
    vector.push(rounded);
    vector.bits("SUB", 1);
    int largest = vector.store();
    vector.push(rounded);
    vector.blend(largest, infinite);
    vector.blendConstant(0, isNaN);
  }

  /**
   * Pushes f16 numbers, rounded to the nearest; sums of f32 round where a fraction becomes shorter
   * still.
   */
  private void half(int number) {
    int bits = vector.bitsOf(number);
    vector.magnitudeOf(bits);
    int magnitude = vector.store();
    int small = vector.whereBits(magnitude, "LT", Float.floatToRawIntBits(0x1p-14f));
    int large = vector.whereBits(magnitude, "GE", Float.floatToRawIntBits(0x1p16f));
    int isNaN = vector.whereBits(magnitude, "GT", SINGLE_INFINITY);
    subnormalHalf(magnitude);
    int subnormal = vector.store();
    vector.push(magnitude);
    vector.bits("LSHR", HALF_SHIFT);
    vector.bits("AND", 1);
    vector.bitsWith("ADD", magnitude);
    vector.bits("ADD", (1 << HALF_SHIFT - 1) - 1 - Float.floatToRawIntBits(0x1p-15f));
    vector.bits("LSHR", HALF_SHIFT);
    vector.blend(subnormal, small);
    vector.blendConstant(Float16.INFINITY, large);
    if (conversion.saturate()) {
      vector.bits("MIN", Float16.MAX_FINITE);
    }
    int unsigned = vector.store();
    vector.push(bits);
    vector.bits("LSHR", Short.SIZE);
    vector.bits("AND", HALF_SIGN);
    vector.bitsWith("OR", unsigned);
    vector.blendConstant(conversion.saturate() ? 0 : Float16.CANONICAL_NAN, isNaN);
  }

  /** The unit of the last place of 0.5 is that of the subnormal numbers of f16. */
  private void subnormalHalf(int magnitude) {
    int half = vector.constantNumber(0.5f);
    vector.push(magnitude);
    code.number();
    vector.numbersWith("ADD", half);
    code.bits();
    vector.bits("SUB", Float.floatToRawIntBits(0.5f));
  }

  /** Brings the bits of the result on the stack to their part of the lane. */
  private Value place() {
    if (conversion.isNarrowing()) {
      vector.bits("AND", (1 << to.bits()) - 1);
      if (conversion.shift() > 0) {
        vector.bits("LSHL", conversion.shift());
      }
    }
    return code.storeBits();
  }
}
