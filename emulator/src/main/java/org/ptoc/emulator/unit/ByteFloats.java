package org.ptoc.emulator.unit;

import org.ptoc.emulator.numeric.ByteFloat;
import org.ptoc.ir.isa.DataType;

/** The number format behind a data type of words. */
public final class ByteFloats {
  private ByteFloats() {}

  /**
   * The format of a float of eight bits.
   *
   * @throws IllegalArgumentException for any other type
   */
  public static ByteFloat of(DataType type) {
    return switch (type) {
      case HIF8 -> ByteFloat.HIF8;
      case E4M3 -> ByteFloat.E4M3;
      case E5M2 -> ByteFloat.E5M2;
      case FP32, FP16, BF16, E2M1X2, E1M2X2, E8M0 -> throw other(type);
      case S64, S32, S16, S8, U64, U32, U16, U8, NONE -> throw other(type);
    };
  }

  private static IllegalArgumentException other(DataType type) {
    return new IllegalArgumentException(type.spelling() + " is no float of eight bits");
  }
}
