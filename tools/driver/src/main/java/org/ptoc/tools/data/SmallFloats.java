package org.ptoc.tools.data;

import java.util.Arrays;
import org.ptoc.emulator.numeric.ByteFloat;
import org.ptoc.emulator.numeric.Rounding;

/**
 * The floats of eight bits as numbers (spec/60, 1.5). E8M0, the scale of micro-scaled formats, is a
 * power of two: it has no zero and no sign.
 */
final class SmallFloats {
  private static final int SCALE_BIAS = 127;
  private static final int SCALE_NAN = 0xFF;

  private SmallFloats() {}

  static double decode(DataFormat format, int bits) {
    return switch (format) {
      case E8M0 ->
          (bits & 0xFF) == SCALE_NAN ? Double.NaN : Math.scalb(1.0, (bits & 0xFF) - SCALE_BIAS);
      default -> codec(format).decode(bits);
    };
  }

  /**
   * The pattern of a number rounded to nearest even. What is too large becomes infinity, or NaN in
   * a format without one; scales are the nearer power of two, those below the least one the least.
   */
  static int encode(DataFormat format, double value) {
    return switch (format) {
      case E8M0 -> scale(value);
      default -> codec(format).encode(value, Rounding.NEAREST_EVEN, false);
    };
  }

  private static ByteFloat codec(DataFormat format) {
    return switch (format) {
      case E4M3 -> ByteFloat.E4M3;
      case E5M2 -> ByteFloat.E5M2;
      case HIF8 -> ByteFloat.HIF8;
      case E8M0, E2M1X2, E1M2X2, F16, BF16, F32, F64 -> throw other(format);
      case I1, I8, I16, I32, I64, U8, U16, U32, U64 -> throw other(format);
    };
  }

  private static IllegalArgumentException other(DataFormat format) {
    return new IllegalArgumentException(format + " is no float of eight bits");
  }

  private static int scale(double value) {
    if (!(value >= 0)) {
      return SCALE_NAN;
    }
    int exponent = Math.getExponent(value);
    boolean up = value > Math.scalb(1.5, exponent);
    return Math.clamp((long) exponent + (up ? 1 : 0) + SCALE_BIAS, 0, SCALE_NAN);
  }

  /**
   * How many numbers of the format, of both signs counted through zero, are smaller: patterns of
   * HiF8 do not ascend as their numbers do.
   */
  static long rank(DataFormat format, int bits) {
    double value = decode(format, bits);
    double[] numbers = new double[1 << Byte.SIZE];
    Arrays.setAll(numbers, each -> decode(format, each) + 0.0);
    return Arrays.stream(numbers).distinct().filter(each -> each < value).count();
  }
}
