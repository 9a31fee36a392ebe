package org.ptoc.ir.catalog;

/**
 * A declared operand or result.
 *
 * @param name role name, unique within operands and within results
 * @param kind the values that it accepts
 * @param arity how many values it holds
 * @param keepsContent true for an output tile in whose valid region elements may depend on what the
 *     tile held before: they are left as they are ({@code tinsert}) or read ({@code taxpy})
 * @param isWritten true for an operand whose memory is written although it is not an output of a
 *     tile operation: the destination of a pointer operation, a scratch tile
 * @param namesMemory true for an operand whose memory the results, or the outputs, name
 * @param isOpen true for a result whose type does not follow from the operands
 * @param prefix the word that precedes an input of a tile operation, {@code fp %f}; empty without
 *     one
 */
public record Role(
    RoleName name,
    ValueKind kind,
    Arity arity,
    boolean keepsContent,
    boolean isWritten,
    boolean namesMemory,
    boolean isOpen,
    String prefix) {
  private static final String MARKS = "?*+!@~";

  /** How many values a role holds. */
  public enum Arity {
    ONE,
    OPTIONAL,
    VARIADIC
  }

  /**
   * Parses {@code name:kind} and the marks after it: {@code ?} optional, {@code *} variadic, {@code
   * +} keeps content, {@code !} written, {@code @} names memory, {@code ~} open type; {@code
   * prefix=name:kind}.
   */
  static Role parse(String text) {
    int equals = text.indexOf('=');
    String word = text.substring(0, Math.max(0, equals));
    int colon = text.indexOf(':');
    int end = text.length();
    while (MARKS.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    String marks = text.substring(end);
    Arity arity =
        marks.contains("?") ? Arity.OPTIONAL : marks.contains("*") ? Arity.VARIADIC : Arity.ONE;
    return new Role(
        RoleName.of(text.substring(equals + 1, colon)),
        ValueKind.byLetter(text.substring(colon + 1, end)),
        arity,
        marks.contains("+"),
        marks.contains("!"),
        marks.contains("@"),
        marks.contains("~"),
        word);
  }
}
