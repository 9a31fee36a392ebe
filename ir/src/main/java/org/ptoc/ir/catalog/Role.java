package org.ptoc.ir.catalog;

/**
 * A declared operand or result.
 *
 * @param name role name, unique within operands and within results
 * @param kind what may stand there
 * @param arity how many values it holds
 * @param keepsContent true for an output tile in whose valid region elements may depend on what the
 *     tile held before: they are left as they are ({@code tinsert}) or read ({@code taxpy})
 */
public record Role(String name, ValueKind kind, Arity arity, boolean keepsContent) {
  /** How many values a role holds. */
  public enum Arity {
    ONE,
    OPTIONAL,
    VARIADIC
  }

  /** Parses {@code name:kind}, {@code name:kind?}, {@code name:kind*} or {@code name:kind+}. */
  static Role parse(String text) {
    int colon = text.indexOf(':');
    int last = text.length() - 1;
    Arity arity =
        switch (text.charAt(last)) {
          case '?' -> Arity.OPTIONAL;
          case '*' -> Arity.VARIADIC;
          default -> Arity.ONE;
        };
    boolean keepsContent = text.charAt(last) == '+';
    boolean isPlain = arity == Arity.ONE && !keepsContent;
    String kind = text.substring(colon + 1, isPlain ? text.length() : last);
    return new Role(text.substring(0, colon), ValueKind.byLetter(kind), arity, keepsContent);
  }
}
