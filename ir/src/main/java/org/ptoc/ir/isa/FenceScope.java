package org.ptoc.ir.isa;

/** Scopes of {@code fence} (spec/70, 6.1). */
public enum FenceScope implements EncodedName {
  LOCAL(0, "local"),
  GM(1, "gm"),
  ALL(2, "all");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  FenceScope(int code, String spelling) {
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
