package org.ptoc.ir.isa;

/**
 * Which lanes of the wider side a conversion uses (spec/40, 1.8; spec/11, 5.1). Codes 0 and 1 are
 * also called P0 and P1.
 */
public enum Part implements EncodedName {
  EVEN,
  ODD,
  P2,
  P3;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());
}
