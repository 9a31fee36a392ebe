package org.ptoc.emulator.jit;

import org.ptoc.ir.isa.DataType;

/** Lanes at which generated code is likely to go wrong. */
public final class EdgeValues {
  private EdgeValues() {}

  /** The ends of ranges, what is next to them, and counts around the width. */
  public static long[] of(DataType type) {
    return switch (type) {
      case FP32 ->
          new long[] {
            0,
            0x8000_0000L,
            0x3F80_0000,
            0xBF80_0000L,
            1,
            0x8000_0001L,
            0x7F_FFFF,
            0x80_0000,
            0x7F7F_FFFF,
            0xFF7F_FFFFL,
            0x7F80_0000,
            0xFF80_0000L,
            0x7FC0_0000,
            0xFFC0_0001L,
            0x7F80_0001,
            0x4049_0FDB,
            0x42B1_7218,
            0xC2CF_F1B5L,
            0x3F00_0000,
            0x4B80_0001
          };
      case FP16 ->
          new long[] {
            0, 0x8000, 0x3C00, 0xBC00, 1, 0x8001, 0x3FF, 0x400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00,
            0x7E00, 0xFE01, 0x7C01, 0x4248, 0x498B, 0x3800
          };
      case BF16 ->
          new long[] {
            0, 0x8000, 0x3F80, 0xBF80, 1, 0x8001, 0x7F, 0x80, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80,
            0x7FC0, 0xFFC1, 0x7F81, 0x4049, 0x3F00
          };
      default -> {
        int bits = type.bits();
        long top = 1L << bits - 1;
        yield new long[] {
          0,
          1,
          2,
          3,
          -1,
          -2,
          top,
          top + 1,
          top - 1,
          top - 2,
          bits - 1,
          bits,
          bits + 1,
          64,
          0x55,
          0x3333_3333_3333_3333L
        };
      }
    };
  }
}
