package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of vector loads (spec/40, 1.8; effects spec/00, 4.8). */
public enum LoadDistribution implements EncodedName {
  NORM(0, "NORM"),
  BRC_B8(1, "BRC_B8"),
  BRC_B16(2, "BRC_B16"),
  BRC_B32(3, "BRC_B32"),
  US_B8(6, "US_B8"),
  US_B16(7, "US_B16"),
  DS_B8(8, "DS_B8"),
  DS_B16(9, "DS_B16"),
  BDINTLV(10, "BDINTLV"),
  DINTLV_B8(11, "DINTLV_B8"),
  DINTLV_B16(12, "DINTLV_B16"),
  UNPK_B8(13, "UNPK_B8"),
  UNPK_B16(14, "UNPK_B16"),
  BRC_BLK(15, "BRC_BLK"),
  E2B_B16(16, "E2B_B16"),
  E2B_B32(17, "E2B_B32"),
  UNPK_B32(18, "UNPK_B32"),
  DINTLV_B32(19, "DINTLV_B32"),
  UNPK4(20, "UNPK4"),
  SPLT4CHN(21, "SPLT4CHN"),
  SPLT2CHN_B8(22, "SPLT2CHN_B8"),
  SPLT2CHN_B16(23, "SPLT2CHN_B16");

  /**
   * What a word with one register may use; the channel splits are defined nowhere and never legal.
   */
  static final FieldVocabulary SINGLE =
      new FieldVocabulary(
          NORM, BRC_B8, BRC_B16, BRC_B32, US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, BRC_BLK,
          E2B_B16, E2B_B32, UNPK_B32, UNPK4);

  /** What a word with two registers may use. */
  static final FieldVocabulary DOUBLE =
      new FieldVocabulary(BDINTLV, DINTLV_B8, DINTLV_B16, DINTLV_B32);

  private final int code;
  private final String spelling;

  LoadDistribution(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<LoadDistribution> byCode(long code) {
    for (LoadDistribution each : values()) {
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
