package org.ptoc.ir.isa;

import java.util.Optional;

/** Patterns of generated predicates (spec/40, 1.8; spec/00, 4.7). */
public enum PredicatePattern implements EncodedName {
  ALL(0),
  VL1(1),
  VL2(2),
  VL3(3),
  VL4(4),
  VL8(5),
  VL16(6),
  VL32(7),
  VL64(8),
  VL128(9),
  M3(10),
  M4(11),
  H(12),
  Q(13),
  ALLF(15);

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;

  PredicatePattern(int code) {
    this.code = code;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicatePattern> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public int code() {
    return code;
  }
}
