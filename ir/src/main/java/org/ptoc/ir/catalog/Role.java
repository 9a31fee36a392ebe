package org.ptoc.ir.catalog;

/**
 * A declared operand or result.
 *
 * @param name role name, unique within operands and within results
 * @param kind what may stand there
 * @param arity how many values it holds
 */
public record Role(String name, ValueKind kind, Arity arity) {
  /** How many values a role holds. */
  public enum Arity {
    ONE,
    OPTIONAL,
    VARIADIC
  }

  /** Parses {@code name:kind}, {@code name:kind?} or {@code name:kind*}. */
  static Role parse(String text) {
    int colon = text.indexOf(':');
    char last = text.charAt(text.length() - 1);
    Arity arity = last == '?' ? Arity.OPTIONAL : last == '*' ? Arity.VARIADIC : Arity.ONE;
    String kind = text.substring(colon + 1, arity == Arity.ONE ? text.length() : text.length() - 1);
    return new Role(text.substring(0, colon), ValueKind.byLetter(kind), arity);
  }
}
