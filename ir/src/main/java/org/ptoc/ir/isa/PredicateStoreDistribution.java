package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of predicate stores (spec/40, 1.8; spec/00, 4.10). */
public enum PredicateStoreDistribution implements EncodedName {
  NORM(0, "NORM"),
  PK(1, "PK");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  PredicateStoreDistribution(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicateStoreDistribution> byCode(long code) {
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
