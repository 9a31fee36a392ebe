package org.ptoc.ir.isa;

/**
 * A name with a code in instruction words: one entry of a vocabulary of spec/40, section 1.8 or 7.
 */
public interface EncodedName {

  /** The code in the word. */
  int code();

  /** The spelling in assembly text. */
  String spelling();
}
