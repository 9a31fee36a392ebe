package org.ptoc.ir.type;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Element and scalar types (spec/00, 2.1). */
public enum ElementType implements Type {
  I1("i1", 1, Kind.SIGNLESS),
  I8("i8", 8, Kind.SIGNLESS),
  I16("i16", 16, Kind.SIGNLESS),
  I32("i32", 32, Kind.SIGNLESS),
  I64("i64", 64, Kind.SIGNLESS),
  SI8("si8", 8, Kind.SIGNED),
  SI16("si16", 16, Kind.SIGNED),
  SI32("si32", 32, Kind.SIGNED),
  SI64("si64", 64, Kind.SIGNED),
  UI8("ui8", 8, Kind.UNSIGNED),
  UI16("ui16", 16, Kind.UNSIGNED),
  UI32("ui32", 32, Kind.UNSIGNED),
  UI64("ui64", 64, Kind.UNSIGNED),
  INDEX("index", 64, Kind.INDEX),
  F16("f16", 16, Kind.FLOAT),
  BF16("bf16", 16, Kind.FLOAT),
  F32("f32", 32, Kind.FLOAT),
  F8E4M3FN("f8E4M3FN", 8, Kind.FLOAT),
  F8E5M2("f8E5M2", 8, Kind.FLOAT),
  HIF8("!pto.hif8", 8, Kind.FLOAT),
  F8E8M0("!pto.f8E8M0", 8, Kind.FLOAT),
  F4E1M2X2("!pto.f4E1M2x2", 8, Kind.PACKED),
  F4E2M1X2("!pto.f4E2M1x2", 8, Kind.PACKED),
  HIF8X2("!pto.hif8x2", 16, Kind.PACKED),
  BF16X2("!pto.bf16x2", 32, Kind.PACKED);

  /** How the bits of an element are read. */
  public enum Kind {
    /** Two's complement bits; the operation decides the sign, signed where it must choose. */
    SIGNLESS,
    SIGNED,
    UNSIGNED,
    /** The 64-bit signed machine word of addresses and loop bounds. */
    INDEX,
    FLOAT,
    /** Two small floats in one element. */
    PACKED
  }

  private static final Map<String, ElementType> BY_SPELLING = bySpellingTable();

  private final String spelling;
  private final int bits;
  private final Kind kind;

  ElementType(String spelling, int bits, Kind kind) {
    this.spelling = spelling;
    this.bits = bits;
    this.kind = kind;
  }

  private static Map<String, ElementType> bySpellingTable() {
    Map<String, ElementType> table = new HashMap<>();
    for (ElementType type : values()) {
      table.put(type.spelling, type);
    }
    return Map.copyOf(table);
  }

  /** Finds a type by its exact spelling. */
  public static Optional<ElementType> bySpelling(String text) {
    return Optional.ofNullable(BY_SPELLING.get(text));
  }

  @Override
  public String spelling() {
    return spelling;
  }

  /** Width in bits. */
  public int bits() {
    return bits;
  }

  /** Width in bytes; {@code i1} counts as one byte. */
  public int bytes() {
    return Math.max(1, bits / 8);
  }

  public Kind kind() {
    return kind;
  }

  /** True for signless, signed and unsigned integers; false for {@code index} and floats. */
  public boolean isInteger() {
    return kind == Kind.SIGNLESS || kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** True for a plain (not packed) floating-point type. */
  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /**
   * True for floats of 8 and 4 bits and for packed pairs, which not all profiles have (spec/60,
   * C15).
   */
  public boolean isLowPrecision() {
    return kind == Kind.PACKED || kind == Kind.FLOAT && bits == 8;
  }

  /**
   * True where a sign matters: everything but unsigned integers; signless integers act as signed
   * (spec/10, 1.1).
   */
  public boolean isSigned() {
    return kind != Kind.UNSIGNED;
  }

  /** The bits of the number one, for integers and the floats of 16 and 32 bits. */
  public long one() {
    return switch (this) {
      case F32 -> 0x3F80_0000L;
      case F16 -> 0x3C00L;
      case BF16 -> 0x3F80L;
      default -> 1;
    };
  }

  /**
   * True when width and effective signedness of two integer types agree, or the types are equal
   * (spec/20, 1.5).
   */
  public boolean agreesWith(ElementType other) {
    return this == other
        || isInteger() && other.isInteger() && bits == other.bits && isSigned() == other.isSigned();
  }

  /** The signless integer of a width of 1, 8, 16, 32 or 64 bits. */
  public static ElementType signless(int bits) {
    return switch (bits) {
      case 1 -> I1;
      case 8 -> I8;
      case 16 -> I16;
      case 32 -> I32;
      case 64 -> I64;
      default -> throw new IllegalArgumentException("no integer of " + bits + " bits");
    };
  }

  /** The integer of the given width with the signedness spelling of this integer type. */
  public ElementType withBits(int width) {
    return switch (kind) {
      case SIGNED -> pick(width, SI8, SI16, SI32, SI64);
      case UNSIGNED -> pick(width, UI8, UI16, UI32, UI64);
      default -> signless(width);
    };
  }

  private static ElementType pick(
      int bits, ElementType b8, ElementType b16, ElementType b32, ElementType b64) {
    return switch (bits) {
      case 8 -> b8;
      case 16 -> b16;
      case 32 -> b32;
      case 64 -> b64;
      default -> throw new IllegalArgumentException("no integer of " + bits + " bits");
    };
  }

  @Override
  public String toString() {
    return spelling;
  }
}
