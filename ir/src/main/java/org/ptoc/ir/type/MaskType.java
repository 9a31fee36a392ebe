package org.ptoc.ir.type;

import java.util.Optional;

/** A predicate register type; each constant is a view of the same 256 bits (spec/00, 1.3). */
public enum MaskType implements Type {
  B8("b8", 1),
  B16("b16", 2),
  B32("b32", 4);

  private final String granularity;
  private final int step;

  MaskType(String granularity, int step) {
    this.granularity = granularity;
    this.step = step;
  }

  /** Distance in bits between the governing bits of two lanes: 1, 2 or 4. */
  public int step() {
    return step;
  }

  /** Number of lanes: 256, 128 or 64. */
  public int lanes() {
    return VectorRegisterType.REGISTER_BYTES / step;
  }

  /** The mask that governs lanes of an element type; 64-bit lanes use b32 (spec/10, 1.1). */
  public static MaskType of(ElementType element) {
    return switch (element.bytes()) {
      case 1 -> B8;
      case 2 -> B16;
      default -> B32;
    };
  }

  public static Optional<MaskType> byGranularity(String text) {
    for (MaskType type : values()) {
      if (type.granularity.equals(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  @Override
  public String spelling() {
    return switch (this) {
      case B8 -> "!pto.mask<b8>";
      case B16 -> "!pto.mask<b16>";
      case B32 -> "!pto.mask<b32>";
    };
  }
}
