package org.ptoc.ir.isa;

/** Lane width of a predicate, field {@code gr} (spec/40, 7.4). */
public enum PredicateGranularity implements EncodedName {
  B8("b8"),
  B16("b16"),
  B32("b32");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  PredicateGranularity(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
