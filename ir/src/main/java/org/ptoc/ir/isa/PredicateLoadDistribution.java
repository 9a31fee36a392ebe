package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of predicate loads (spec/40, 1.8; spec/00, 4.10). */
public enum PredicateLoadDistribution implements EncodedName {
  NORM,
  US,
  DS;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PredicateLoadDistribution> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
