package org.ptoc.ir.isa;

import java.util.Optional;

/** Rounding modes of vector words, field {@code m3} (spec/40, 7.3; meanings spec/11, 5.2). */
public enum RoundingMode implements EncodedName {
  DEFAULT(0, "DEFAULT"),
  NEAREST_EVEN(1, "R"),
  TOWARD_ZERO(2, "Z"),
  DOWN(3, "F"),
  UP(4, "C"),
  NEAREST_AWAY(5, "A"),
  TO_ODD(6, "O"),
  HYBRID(7, "H");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  RoundingMode(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<RoundingMode> byCode(long code) {
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
