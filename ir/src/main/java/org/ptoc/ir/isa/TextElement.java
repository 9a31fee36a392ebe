package org.ptoc.ir.isa;

/** One element of the assembly text of a row, in order. */
sealed interface TextElement {

  /** An operand. */
  record OperandText(OperandField operand) implements TextElement {}

  /** The text between operands. */
  enum Punctuation implements TextElement {
    /** Begin of an address; the operands up to {@link #CLOSE} are its summands. */
    OPEN,
    CLOSE,
    /** The next operand is a second result. */
    ARROW
  }
}
