package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * The types of an operation: {@code : T, T -> T}, {@code : (T, T) -> (T)} or {@code : T to T}.
 *
 * @param location the colon
 * @param parenthesised true if the operand types are in parentheses
 * @param operands operand types and the words of clauses among them
 * @param arrow true when {@code ->} or {@code to} was written
 * @param results types after {@code ->} or {@code to}
 */
public record SignatureSyntax(
    Location location,
    boolean parenthesised,
    List<Entry> operands,
    boolean arrow,
    List<TypeSyntax> results)
    implements SyntaxNode {
  public SignatureSyntax {
    operands = List.copyOf(operands);
    results = List.copyOf(results);
  }

  /**
   * A type, a word, or a word with the types of its clause.
   *
   * @param location its first token
   * @param word the word
   * @param types the types; one for an entry without a word
   * @param repeat how often the type counts, {@code x4}
   */
  public record Entry(Location location, Optional<String> word, List<TypeSyntax> types, int repeat)
      implements SyntaxNode {
    public Entry {
      types = List.copyOf(types);
    }
  }
}
