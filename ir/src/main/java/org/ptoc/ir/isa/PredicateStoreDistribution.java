package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of predicate stores (spec/40, 1.8; spec/00, 4.10). */
public enum PredicateStoreDistribution implements EncodedName {
  NORM,
  PK;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicateStoreDistribution> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
