package org.ptoc.ir.isa;

import java.util.Optional;

/** Half of a register that pack, unpack and lane duplication use (spec/40, 1.8). */
public enum Half implements EncodedName {
  LOWER,
  HIGHER;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Half> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
