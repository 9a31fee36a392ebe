package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of vector stores (spec/40, 1.8; effects spec/00, 4.8). */
public enum StoreDistribution implements EncodedName {
  // @formatter:off
  // spelling, bytes, alignment, governed, stored
  NORM_B8       ("NORM_B8",     256, 32, 1, 1),
  NORM_B16      ("NORM_B16",    256, 32, 2, 2),
  NORM_B32      ("NORM_B32",    256, 32, 4, 4),
  ONE_POINT_B8  ("1PT_B8",        1,  1, 0, 1),
  ONE_POINT_B16 ("1PT_B16",       2,  2, 0, 2),
  ONE_POINT_B32 ("1PT_B32",       4,  4, 0, 4),
  PK_B16        ("PK_B16",      128, 32, 2, 1),
  PK_B32        ("PK_B32",      128, 32, 4, 2),
  INTLV_B8      ("INTLV_B8",    512, 32, 0, 1),
  INTLV_B16     ("INTLV_B16",   512, 32, 0, 2),
  PK_B64        ("PK_B64",      128, 32, 8, 4),
  INTLV_B32     ("INTLV_B32",   512, 32, 0, 4),
  PK4_B32       ("PK4_B32",      64, 32, 4, 1),
  MRG4CHN_B8    ("MRG4CHN_B8",    0, 32, 0, 1),
  MRG2CHN_B8    ("MRG2CHN_B8",    0, 32, 0, 1),
  MRG2CHN_B16   ("MRG2CHN_B16",   0, 32, 0, 2);
  // @formatter:on

  /** What a word with one register may use; the channel merges are not supported by the device. */
  static final FieldVocabulary SINGLE =
      new FieldVocabulary(
          NORM_B8,
          NORM_B16,
          NORM_B32,
          ONE_POINT_B8,
          ONE_POINT_B16,
          ONE_POINT_B32,
          PK_B16,
          PK_B32,
          PK_B64,
          PK4_B32);

  /** What a word with two registers may use. */
  static final FieldVocabulary DOUBLE = new FieldVocabulary(INTLV_B8, INTLV_B16, INTLV_B32);

  private final String spelling;
  private final int bytes;
  private final int alignment;
  private final int governed;
  private final int stored;

  StoreDistribution(String spelling, int bytes, int alignment, int governed, int stored) {
    this.spelling = spelling;
    this.bytes = bytes;
    this.alignment = alignment;
    this.governed = governed;
    this.stored = stored;
  }

  /** True if the effect is defined: the device does not have the channel merges. */
  public boolean isDefined() {
    return bytes != 0;
  }

  /** True if it belongs to the store of two registers. */
  public boolean hasTwoSources() {
    return DOUBLE.contains(code());
  }

  /**
   * Bytes written from the address on when every lane is active; 0 without a defined effect.
   */
  public int bytes() {
    return bytes;
  }

  /** Required alignment of the address in bytes. */
  public int alignment() {
    return alignment;
  }

  /** Bytes of the register unit that one mask bit governs; 0 when the mask is ignored. */
  public int governedBytes() {
    return governed;
  }

  /** Bytes of a unit that are stored: its low ones. */
  public int storedBytes() {
    return stored;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<StoreDistribution> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
