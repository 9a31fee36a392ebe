package org.ptoc.ir.isa;

import java.util.Optional;

/** Half of a register that pack, unpack and lane duplication use (spec/40, 1.8). */
public enum Half implements EncodedName {
  LOWER(0, "LOWER"),
  HIGHER(1, "HIGHER");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  Half(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Half> byCode(long code) {
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
