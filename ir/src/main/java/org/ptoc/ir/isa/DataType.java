package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Element types of vector, SFU and DMA words with the codes of the formal PTO specification
 * (spec/40, 7.2).
 */
public enum DataType implements EncodedName {
  FP32(1, 4, Kind.FLOAT, "f32"),
  FP16(4, 2, Kind.FLOAT, "f16"),
  BF16(5, 2, Kind.FLOAT, "bf16"),
  HIF8(6, 1, Kind.FLOAT, "hif8"),
  E4M3(7, 1, Kind.FLOAT, "e4m3"),
  E5M2(8, 1, Kind.FLOAT, "e5m2"),
  /** Two 4-bit floats; only conversions name it (spec/11, 5.3). */
  E2M1X2(11, 1, Kind.PACKED, "e2m1x2"),
  /** Two 4-bit floats; only conversions name it (spec/11, 5.3). */
  E1M2X2(12, 1, Kind.PACKED, "e1m2x2"),
  /** A power of two that scales a group of elements; no value of its own (spec/60, 1.4). */
  E8M0(13, 1, Kind.SCALE, "e8m0"),
  S64(16, 8, Kind.SIGNED, "i64"),
  S32(17, 4, Kind.SIGNED, "i32"),
  S16(18, 2, Kind.SIGNED, "i16"),
  S8(19, 1, Kind.SIGNED, "i8"),
  U64(24, 8, Kind.UNSIGNED, "u64"),
  U32(25, 4, Kind.UNSIGNED, "u32"),
  U16(26, 2, Kind.UNSIGNED, "u16"),
  U8(27, 1, Kind.UNSIGNED, "u8"),
  NONE(31, 1, Kind.NONE, "none");

  /** What the bits of an element mean. */
  public enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED,
    /** Several values in one element. */
    PACKED,
    /** An exponent. */
    SCALE,
    NONE
  }

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private static final DataType[] BY_CODE = new DataType[32];

  static {
    for (DataType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;
  private final int bytes;
  private final Kind kind;
  private final String spelling;

  DataType(int code, int bytes, Kind kind, String spelling) {
    this.code = code;
    this.bytes = bytes;
    this.kind = kind;
    this.spelling = spelling;
  }

  /** The type with {@code code}; empty for a reserved code. */
  public static Optional<DataType> byCode(long code) {
    return code >= 0 && code < BY_CODE.length
        ? Optional.ofNullable(BY_CODE[(int) code])
        : Optional.empty();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  /** Element size in bytes; 1 for {@link #NONE}, so that offsets of untyped words count bytes. */
  public int bytes() {
    return bytes;
  }

  /** Element size in bits. */
  public int bits() {
    return bytes * 8;
  }

  public Kind kind() {
    return kind;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** True if this is an integer type, signed or unsigned. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /**
   * True if words compute on elements of this type: integers and the floats of 16 and 32 bits; all
   * others are only moved and converted.
   */
  public boolean isArithmetic() {
    return isInteger() || isFloat() && bytes > 1;
  }

  /** The unsigned integers of the same width, for signed ones; else the type itself. */
  public DataType unsigned() {
    return switch (this) {
      case S8 -> U8;
      case S16 -> U16;
      case S32 -> U32;
      case S64 -> U64;
      default -> this;
    };
  }

  /** The signed integers of the same width, for unsigned ones; else the type itself. */
  public DataType signed() {
    return switch (this) {
      case U8 -> S8;
      case U16 -> S16;
      case U32 -> S32;
      case U64 -> S64;
      default -> this;
    };
  }

  /** The type that is written {@code spelling}; empty when there is none. */
  public static Optional<DataType> bySpelling(String spelling) {
    return EncodedName.bySpelling(values(), spelling);
  }
}
