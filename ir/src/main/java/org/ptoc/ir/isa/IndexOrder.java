package org.ptoc.ir.isa;

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

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
