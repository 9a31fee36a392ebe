package org.ptoc.ir.isa;

import java.util.Optional;

/** The lane that a lane duplicate reads (spec/40, section 8, vdupl). */
public enum LanePosition implements EncodedName {
  LOWEST(0, "LOWEST"),
  HIGHEST(1, "HIGHEST");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  LanePosition(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<LanePosition> byCode(long code) {
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
