package org.ptoc.ir.isa;

import java.util.Optional;

/** What an A2/A3 maximum or minimum reduction stores, field {@code m3}; the codes are ours. */
public enum ReductionOrder implements EncodedName {
  VALUE_INDEX,
  INDEX_VALUE,
  VALUE,
  INDEX;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<ReductionOrder> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
