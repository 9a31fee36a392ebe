package org.ptoc.ir.isa;

/** Lane width of a predicate, field {@code gr} (spec/40, 7.4). */
public enum PredicateGranularity implements EncodedName {
  B8(0, "b8"),
  B16(1, "b16"),
  B32(2, "b32");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  PredicateGranularity(int code, String spelling) {
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
