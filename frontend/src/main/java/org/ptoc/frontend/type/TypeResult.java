package org.ptoc.frontend.type;

import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.Type;

/** The result of reading a type. */
public sealed interface TypeResult {

  /** A type. */
  record Parsed(Type type) implements TypeResult {}

  /**
   * An error in the text of a type.
   *
   * @param code what kind of error
   * @param message what is wrong and what would be right
   * @param offset where in the text, from 0
   * @param length how many characters
   * @param replacement what these characters were probably meant to be
   */
  record Failed(
      DiagnosticCode code, String message, int offset, int length, Optional<String> replacement)
      implements TypeResult {}
}
