package org.ptoc.emulator.cube;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.ByteFloats;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.QuantizationMode;

/**
 * What the fixpipe does with an accumulator: quantise, rectify, clip, convert (spec/60, 3.8).
 *
 * @param accumulator f32 or i32
 * @param result type of the destination
 * @param mode arithmetic of the quantisation
 * @param relu what becomes of negative values
 * @param clips whether values above {@code clip} become it
 * @param clip the bound in the destination type
 * @param saturate whether overflow becomes the largest finite number, and NaN 0
 * @param keepNan whether NaN stays NaN nevertheless
 */
public record Fixpipe(
    DataType accumulator,
    DataType result,
    QuantizationMode mode,
    Relu relu,
    boolean clips,
    long clip,
    boolean saturate,
    boolean keepNan) {
  private static final int SHIFT_BIT = 32;
  private static final int SHIFT_MASK = 0xF;
  private static final int OFFSET_BIT = 37;
  private static final int OFFSET_BITS = 9;
  private static final int SIGNED_BIT = 46;

  /** What becomes of negative values. */
  public enum Relu {
    NONE,
    /** They are 0. */
    NORMAL,
    /** They are multiplied by one number. */
    SCALAR,
    /** They are multiplied by a number for each column. */
    VECTOR
  }

  /**
   * The bits of a result.
   *
   * @param bits the accumulator
   * @param parameter of the column, 64 bits; its low half is the scale
   * @param alpha factor of negative values
   */
  public int convert(int bits, long parameter, float alpha) {
    if (isCopy()) {
      return bits;
    }
    if (mode.arithmetic() == QuantizationMode.Arithmetic.NONE
        && relu == Relu.NONE
        && !clips
        && accumulator == DataType.FP32) {
      return narrowed(Float.intBitsToFloat(bits));
    }
    return result.isInteger()
        ? integer(quantized(bits, parameter), parameter, alpha)
        : number(quantized(bits, parameter), alpha);
  }

  /** An accumulator as a float of 16 bits. */
  private int narrowed(float value) {
    boolean limits = saturate && !(keepNan && value != value);
    int bits = result == DataType.FP16 ? Float16.encode(value) : BFloat16.encode(value);
    if (!limits) {
      return bits;
    }
    return result == DataType.FP16 ? Float16.saturate(bits) : BFloat16.saturate(bits);
  }

  /** True if results are the accumulators. */
  public boolean isCopy() {
    return mode == QuantizationMode.NO_CONVERT && relu == Relu.NONE && !clips;
  }

  /** The value behind the quantisation; integers are exact. */
  private double quantized(int bits, long parameter) {
    boolean whole = accumulator == DataType.S32;
    return switch (mode.arithmetic()) {
      case NONE -> whole ? bits : Float.intBitsToFloat(bits);
      case SCALE -> scaled(whole ? (float) bits : Float.intBitsToFloat(bits), parameter);
      case INTEGER ->
          rounded(scaled(whole ? (float) bits : Float.intBitsToFloat(bits), parameter), parameter);
      case INTEGER_OF_HALF -> {
        float value = whole ? (float) bits : Float.intBitsToFloat(bits);
        yield rounded(scaled(Float16.decode(Float16.encode(value)), parameter), parameter);
      }
      case SHIFT -> clamp(bits >> (parameter >>> SHIFT_BIT & SHIFT_MASK) + 1, parameter);
    };
  }

  private static float scaled(float value, long parameter) {
    return value * Float.intBitsToFloat((int) parameter);
  }

  private double rounded(float scaled, long parameter) {
    long offset = parameter << Long.SIZE - OFFSET_BIT - OFFSET_BITS >> Long.SIZE - OFFSET_BITS;
    double sum = (double) scaled + offset;
    return clamp(sum == sum ? Math.rint(sum) : 0, parameter);
  }

  /** The range of a quantised integer; bit 46 of the parameter says whether a byte has a sign. */
  private double clamp(double value, long parameter) {
    int width = mode.resultBits(result);
    boolean signed = width != Byte.SIZE || (parameter >>> SIGNED_BIT & 1) != 0;
    double top = Math.scalb(1.0, signed ? width - 1 : width) - 1;
    double bottom = signed ? -top - 1 : 0;
    return Math.max(bottom, Math.min(top, value));
  }

  private int integer(double quantized, long parameter, float alpha) {
    double value = rectified(quantized, alpha);
    if (clips) {
      long bound = result.kind() == DataType.Kind.SIGNED ? signedClip() : clip & 0xFF;
      value = Math.min(value, (double) bound);
    }
    if (relu == Relu.SCALAR || relu == Relu.VECTOR) {
      value = Math.rint(value);
      value = mode.hasParameter() ? clamp(value, parameter) : value;
    }
    return (int) value;
  }

  /** The bound as a number of a signed destination. */
  private long signedClip() {
    int unused = Long.SIZE - mode.resultBits(result);
    return clip << unused >> unused;
  }

  private double rectified(double value, float alpha) {
    return switch (relu) {
      case NONE -> value;
      case NORMAL -> value > 0 ? value : 0;
      case SCALAR, VECTOR -> value >= 0 ? value : (float) value * alpha;
    };
  }

  private int number(double quantized, float alpha) {
    double value = rectified(quantized, alpha);
    if (clips) {
      float bound = decode((int) clip);
      value = value > bound ? bound : value;
    }
    if (result == DataType.FP32) {
      return Float.floatToIntBits((float) value);
    }
    boolean limits = saturate && !(keepNan && value != value);
    return switch (result) {
      case FP16 -> limits ? Float16.saturate(Float16.encode(value)) : Float16.encode(value);
      case BF16 -> limits ? BFloat16.saturate(BFloat16.encode(value)) : BFloat16.encode(value);
      default -> ByteFloats.of(result).encode(value, Rounding.NEAREST_EVEN, limits);
    };
  }

  private float decode(int bits) {
    return switch (result) {
      case FP16 -> Float16.decode(bits & 0xFFFF);
      case BF16 -> BFloat16.decode(bits & 0xFFFF);
      case FP32 -> Float.intBitsToFloat(bits);
      default -> ByteFloats.of(result).decode(bits);
    };
  }
}
