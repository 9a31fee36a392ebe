package org.ptoc.ir.isa;

/** What {@code cache} does to lines of the scalar data cache (spec/70, 6.1). */
public enum CacheOperation implements EncodedName {
  INVALIDATE_ALL(0, "all"),
  INVALIDATE_LINE(1, "line"),
  CLEAN_ALL(2, "clean_all"),
  CLEAN_LINE(3, "clean_line");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  CacheOperation(int code, String spelling) {
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
