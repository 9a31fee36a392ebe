package org.ptoc.ir.isa;

/**
 * Which lanes of the wider side a conversion uses (spec/40, 1.8; spec/11, 5.1). Codes 0 and 1 are
 * also called P0 and P1.
 */
public enum Part implements EncodedName {
  EVEN(0, "EVEN"),
  ODD(1, "ODD"),
  P2(2, "P2"),
  P3(3, "P3");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  Part(int code, String spelling) {
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
