package org.ptoc.ir.isa;

/** What {@code cache} does to lines of the scalar data cache (spec/70, 6.1). */
public enum CacheOperation implements EncodedName {
  INVALIDATE_ALL("all"),
  INVALIDATE_LINE("line"),
  CLEAN_ALL("clean_all"),
  CLEAN_LINE("clean_line");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  CacheOperation(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
