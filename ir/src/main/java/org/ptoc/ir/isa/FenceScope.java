package org.ptoc.ir.isa;

/** Scopes of {@code fence} (spec/70, 6.1). */
public enum FenceScope implements EncodedName {
  LOCAL("local"),
  GM("gm"),
  ALL("all");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  FenceScope(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
