package org.ptoc.ir.isa;

import java.util.Optional;

/** The result of assembling one line. */
public sealed interface ParsedLine {

  /** The line is a legal instruction. */
  record Assembled(Instruction instruction) implements ParsedLine {}

  /**
   * The line is none.
   *
   * @param column where, 1 for the first character
   * @param message what is wrong
   * @param code the trap that the word would raise, when the text is well formed but the word is
   *     not legal
   */
  record SyntaxError(int column, String message, Optional<TrapCode> code) implements ParsedLine {}
}
