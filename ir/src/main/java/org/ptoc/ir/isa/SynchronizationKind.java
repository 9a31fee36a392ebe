package org.ptoc.ir.isa;

import java.util.Optional;

/** Kinds of {@code dsb} (spec/40, 7.5). */
public enum SynchronizationKind implements EncodedName {
  ALL,
  DDR,
  UB,
  SEQ;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<SynchronizationKind> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
