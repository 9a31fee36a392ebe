package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of predicate loads (spec/40, 1.8; spec/00, 4.10). */
public enum PredicateLoadDistribution implements EncodedName {
  NORM(0, "NORM"),
  US(1, "US"),
  DS(2, "DS");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  PredicateLoadDistribution(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicateLoadDistribution> byCode(long code) {
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
