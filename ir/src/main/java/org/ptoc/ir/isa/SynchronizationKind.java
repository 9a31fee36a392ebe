package org.ptoc.ir.isa;

import java.util.Optional;

/** Kinds of {@code dsb} (spec/40, 7.5). */
public enum SynchronizationKind implements EncodedName {
  ALL(0, "ALL"),
  DDR(1, "DDR"),
  UB(2, "UB"),
  SEQ(3, "SEQ");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  SynchronizationKind(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<SynchronizationKind> byCode(long code) {
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
