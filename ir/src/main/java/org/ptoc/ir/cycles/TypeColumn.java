package org.ptoc.ir.cycles;

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
      case NONE -> NONE;
      default -> type.bytes() == 1 ? I8 : type.bytes() == Short.BYTES ? I16 : I32;
    };
  }

  /**
   * True if the tables name {@code type} itself, so that the numbers of its column are not
   * borrowed.
   */
  public static boolean isNamed(DataType type) {
    boolean isBorrowed = type == DataType.BF16 || type.bytes() == Long.BYTES;
    return type == DataType.NONE || type.isArithmetic() && !isBorrowed;
  }

  /** Reads {@code "f32 f16"}. */
  static TypeColumn named(String name) {
    return valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }
}
