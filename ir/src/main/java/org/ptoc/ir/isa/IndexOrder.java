package org.ptoc.ir.isa;

/** Direction of an index vector (spec/40, 1.8). */
public enum IndexOrder implements EncodedName {
  ASC,
  DESC;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());
}
