package org.ptoc.ir.isa;

import java.util.Optional;

/** Direction of an index vector (spec/40, 1.8). */
public enum IndexOrder implements EncodedName {
  ASC(0, "ASC"),
  DESC(1, "DESC");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  IndexOrder(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<IndexOrder> byCode(long code) {
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
