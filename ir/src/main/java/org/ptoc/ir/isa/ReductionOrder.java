package org.ptoc.ir.isa;

import java.util.Optional;

/** What an A2/A3 maximum or minimum reduction stores, field {@code m3}; the codes are ours. */
public enum ReductionOrder implements EncodedName {
  VALUE_INDEX(0, "VALUE_INDEX"),
  INDEX_VALUE(1, "INDEX_VALUE"),
  VALUE(2, "VALUE"),
  INDEX(3, "INDEX");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  ReductionOrder(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<ReductionOrder> byCode(long code) {
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
