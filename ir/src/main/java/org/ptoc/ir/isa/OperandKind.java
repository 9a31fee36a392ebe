package org.ptoc.ir.isa;

/** What the bits of an operand field are, and how they read in assembly text. */
public enum OperandKind {
  /** A register of the class that the operand names. */
  REGISTER,
  /** The governing predicate; not written when it is PT. */
  GOVERNING_PREDICATE,
  /** A number, signed as its bit field says. */
  IMMEDIATE,
  /** The distance to a word in words, 0 for the word itself; text may name a label there. */
  BRANCH_TARGET,
  /** A number of words after this one; text may name the label after the last of them. */
  BODY,
  /** An entry of the operand's vocabulary. */
  NAME,
  /** As {@link #NAME}, not written when the code is 0. */
  OPTIONAL_NAME,
  /** One bit, written as the operand's keyword when set. */
  FLAG,
  /** A register after the operand's keyword; not written when it is the constant register. */
  KEYWORD_REGISTER,
  /** A number after the operand's keyword: {@code mode 0}. */
  KEYWORD_NUMBER,
  /**
   * The selector bit between a number and an X register; the two fields before and after it are one
   * operand of text.
   */
  DYNAMIC,
  /** A suffix of the mnemonic from the operand's vocabulary. */
  SUFFIX,
  /** As {@link #SUFFIX}, not written when it is {@link DataType#NONE}. */
  OPTIONAL_SUFFIX,
  /** One bit, written as the suffix {@code .s} when set. */
  SIGN_SUFFIX
}
