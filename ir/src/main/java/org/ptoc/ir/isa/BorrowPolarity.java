package org.ptoc.ir.isa;

/** Meaning of a set carry bit of the subtract-with-carry words, field {@code ord}. */
public enum BorrowPolarity implements EncodedName {
  BORROW(0, "BORROW"),
  NO_BORROW(1, "NO_BORROW");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  BorrowPolarity(int code, String spelling) {
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
