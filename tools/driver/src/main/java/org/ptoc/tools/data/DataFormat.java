package org.ptoc.tools.data;

import java.util.List;
import java.util.Optional;

/**
 * How an element of a buffer or a scalar is stored. All are little-endian in memory.
 *
 * <p>NumPy has no name for bfloat16 and the 8-bit floats: they are written as unsigned integers of
 * their width and read from any type of that width.
 */
public enum DataFormat {
  I1("i1", 1, Kind.BOOLEAN, "|b1", 19),
  I8("i8", 1, Kind.SIGNED, "|i1", 19),
  I16("i16", 2, Kind.SIGNED, "<i2", 18),
  I32("i32", 4, Kind.SIGNED, "<i4", 17),
  I64("i64", 8, Kind.SIGNED, "<i8", 16),
  U8("ui8", 1, Kind.UNSIGNED, "|u1", 27),
  U16("ui16", 2, Kind.UNSIGNED, "<u2", 26),
  U32("ui32", 4, Kind.UNSIGNED, "<u4", 25),
  U64("ui64", 8, Kind.UNSIGNED, "<u8", 24),
  F16("f16", 2, Kind.FLOAT, "<f2", 4),
  BF16("bf16", 2, Kind.FLOAT, "<u2", 5),
  F32("f32", 4, Kind.FLOAT, "<f4", 1),
  F64("f64", 8, Kind.FLOAT, "<f8", 0),
  HIF8("hif8", 1, Kind.FLOAT, "|u1", 6),
  E4M3("f8E4M3FN", 1, Kind.FLOAT, "|u1", 7),
  E5M2("f8E5M2", 1, Kind.FLOAT, "|u1", 8),
  E2M1X2("f4E2M1x2", 1, Kind.BITS, "|u1", 11),
  E1M2X2("f4E1M2x2", 1, Kind.BITS, "|u1", 12),
  E8M0("f8E8M0", 1, Kind.FLOAT, "|u1", 13);

  /** What the bits of an element mean. */
  public enum Kind {
    BOOLEAN,
    SIGNED,
    UNSIGNED,
    FLOAT,
    /** Two numbers in a byte, which are handled as a bit pattern here. */
    BITS
  }

  private final String spelling;
  private final int bytes;
  private final Kind kind;
  private final String numpyName;
  private final int code;

  DataFormat(String spelling, int bytes, Kind kind, String numpyName, int code) {
    this.spelling = spelling;
    this.bytes = bytes;
    this.kind = kind;
    this.numpyName = numpyName;
    this.code = code;
  }

  public String spelling() {
    return spelling;
  }

  /** True if NumPy itself has no such type. */
  public boolean isOpaque() {
    return this == BF16 || kind == Kind.BITS || isSmallFloat();
  }

  /** True if this is a float of eight bits. */
  boolean isSmallFloat() {
    return kind == Kind.FLOAT && bytes == 1;
  }

  /** Size of an element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Size of an element in bits; a truth value takes a whole byte. */
  public int bits() {
    return bytes * 8;
  }

  public Kind kind() {
    return kind;
  }

  /** The type descriptor in the header of {@code .npy} files. */
  String numpyName() {
    return numpyName;
  }

  /**
   * Names of the element types of NumPy arrays, or of its extension ml_dtypes, that hold this
   * format; empty where they have none.
   */
  public List<String> arrayNames() {
    return switch (this) {
      case I1 -> List.of("bool");
      case I8, I16, I32, I64 -> List.of("int" + bits());
      case U8, U16, U32, U64 -> List.of("uint" + bits());
      case F16, F32, F64 -> List.of("float" + bits());
      case BF16 -> List.of("bfloat16");
      case E4M3 -> List.of("float8_e4m3fn");
      case E5M2 -> List.of("float8_e5m2");
      case E8M0 -> List.of("float8_e8m0fnu");
      case HIF8, E2M1X2, E1M2X2 -> List.of();
    };
  }

  /**
   * The format of a data type code (spec/40, 7.2); a byte may also be a truth value and is read as
   * {@code i8}.
   */
  public static Optional<DataFormat> byCode(int code) {
    for (DataFormat format : values()) {
      if (format.code == code && format != I1) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * Finds a format by the spellings of the language: {@code i32}, {@code si32}, {@code ui32},
   * {@code index}.
   */
  public static Optional<DataFormat> bySpelling(String text) {
    String plain =
        switch (text) {
          case "index" -> "i64";
          case "si8", "si16", "si32", "si64" -> text.substring(1);
          case "u8", "u16", "u32", "u64" -> "ui" + text.substring(1);
          default -> text;
        };
    for (DataFormat format : values()) {
      if (format.spelling.equals(plain)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * Finds the format of a NumPy descriptor without its byte order. Types that NumPy does not know
   * itself, such as the bfloat16 and 8-bit floats of extension packages, are saved under an opaque
   * name; their bits are read as an unsigned integer.
   */
  static Optional<DataFormat> byNumpyName(String text) {
    Optional<DataFormat> opaque =
        switch (text) {
          case "V1", "f1" -> Optional.of(U8);
          case "V2" -> Optional.of(U16);
          case "V4" -> Optional.of(U32);
          case "V8" -> Optional.of(U64);
          default -> Optional.empty();
        };
    if (opaque.isPresent()) {
      return opaque;
    }
    for (DataFormat format : values()) {
      if (!format.isOpaque() && format.numpyName.substring(1).equals(text)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** The value of an element's bits as a number; exact but for 64-bit integers. */
  public double toDouble(long bits) {
    return switch (this) {
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << 16);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
      case U64 -> (bits >>> 1) * 2.0 + (bits & 1);
      default -> isSmallFloat() ? SmallFloats.decode(this, (int) bits) : extend(bits);
    };
  }

  /**
   * The bits as a 64-bit register holds them (spec/40, 5.4): integers by their sign, all else
   * zero-extended.
   */
  public long extend(long bits) {
    int unused = 64 - bits();
    return kind == Kind.SIGNED ? bits << unused >> unused : bits << unused >>> unused;
  }

  /** The element's value as text, floats with a decimal point, unknown types in hexadecimal. */
  public String show(long bits) {
    return switch (kind) {
      case SIGNED, BOOLEAN -> Long.toString(extend(bits));
      case UNSIGNED -> Long.toUnsignedString(extend(bits));
      case BITS -> "0x" + Long.toHexString(extend(bits));
      case FLOAT ->
          this == F64 ? Double.toString(toDouble(bits)) : Float.toString((float) toDouble(bits));
    };
  }
}
