package org.ptoc.ir.isa;

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

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
