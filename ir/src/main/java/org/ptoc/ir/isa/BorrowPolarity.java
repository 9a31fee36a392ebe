package org.ptoc.ir.isa;

/** Meaning of a set carry bit of the subtract-with-carry words, field {@code ord}. */
public enum BorrowPolarity implements EncodedName {
  BORROW,
  NO_BORROW;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());
}
