package org.ptoc.ir.isa;

import java.util.Optional;

/** Patterns of generated predicates (spec/40, 1.8; spec/00, 4.7). */
public enum PredicatePattern implements EncodedName {
  ALL(0, "ALL"),
  VL1(1, "VL1"),
  VL2(2, "VL2"),
  VL3(3, "VL3"),
  VL4(4, "VL4"),
  VL8(5, "VL8"),
  VL16(6, "VL16"),
  VL32(7, "VL32"),
  VL64(8, "VL64"),
  VL128(9, "VL128"),
  M3(10, "M3"),
  M4(11, "M4"),
  H(12, "H"),
  Q(13, "Q"),
  ALLF(15, "ALLF");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  PredicatePattern(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicatePattern> byCode(long code) {
    return EncodedName.byCode(values(), code);
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
