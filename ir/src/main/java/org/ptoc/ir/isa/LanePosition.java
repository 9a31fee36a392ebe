package org.ptoc.ir.isa;

/** The lane that a lane duplicate reads (spec/40, section 8, vdupl). */
public enum LanePosition implements EncodedName {
  LOWEST,
  HIGHEST;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());
}
