package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.isa.DataType;

/** The type columns of the cycle tables (spec/30, sections 3 and 7). */
public enum TypeColumn {
  F32,
  F16,
  I32,
  I16,
  I8,
  NONE;

  /**
   * The column that holds {@code type}; types without a column of their own use that of the same
   * width.
   */
  public static TypeColumn of(DataType type) {
    return switch (type) {
      case FP32 -> F32;
      case FP16, BF16 -> F16;
      case S32, U32, S64, U64 -> I32;
      case S16, U16 -> I16;
      case S8, U8, HIF8, E4M3, E5M2, E2M1X2, E1M2X2, E8M0 -> I8;
      case NONE -> NONE;
    };
  }

  /**
   * Whether the tables name {@code type} itself, so that the numbers of its column are not
   * borrowed.
   */
  static boolean isNamed(DataType type) {
    return switch (type) {
      case BF16, S64, U64, HIF8, E4M3, E5M2, E2M1X2, E1M2X2, E8M0 -> false;
      case FP32, FP16, S32, U32, S16, U16, S8, U8, NONE -> true;
    };
  }

  /** Reads {@code "f32 f16"}. */
  static TypeColumn named(String name) {
    return valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }
}
