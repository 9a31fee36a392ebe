package org.ptoc.ir.isa;

import java.util.Optional;

/** Rounding modes of vector words, field {@code m3} (spec/40, 7.3; meanings spec/11, 5.2). */
public enum RoundingMode implements EncodedName {
  DEFAULT("DEFAULT"),
  NEAREST_EVEN("R"),
  TOWARD_ZERO("Z"),
  DOWN("F"),
  UP("C"),
  NEAREST_AWAY("A"),
  TO_ODD("O"),
  HYBRID("H");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  RoundingMode(String spelling) {
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<RoundingMode> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
