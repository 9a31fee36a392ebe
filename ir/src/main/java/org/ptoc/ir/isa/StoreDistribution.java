package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of vector stores (spec/40, 1.8; effects spec/00, 4.8). */
public enum StoreDistribution implements EncodedName {
  NORM_B8(0, "NORM_B8"),
  NORM_B16(1, "NORM_B16"),
  NORM_B32(2, "NORM_B32"),
  ONE_POINT_B8(3, "1PT_B8"),
  ONE_POINT_B16(4, "1PT_B16"),
  ONE_POINT_B32(5, "1PT_B32"),
  PK_B16(6, "PK_B16"),
  PK_B32(7, "PK_B32"),
  INTLV_B8(8, "INTLV_B8"),
  INTLV_B16(9, "INTLV_B16"),
  PK_B64(10, "PK_B64"),
  INTLV_B32(11, "INTLV_B32"),
  PK4_B32(12, "PK4_B32"),
  MRG4CHN_B8(13, "MRG4CHN_B8"),
  MRG2CHN_B8(14, "MRG2CHN_B8"),
  MRG2CHN_B16(15, "MRG2CHN_B16");

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

  private final int code;
  private final String spelling;

  StoreDistribution(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<StoreDistribution> byCode(long code) {
    for (StoreDistribution each : values()) {
      if (each.code == code) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
