package org.ptoc.frontend.text;

/**
 * A token or comment of a text.
 *
 * @param kind what it is
 * @param text the characters, as written
 * @param start index of the first character in UTF-16 units
 * @param begins true for the first token of a statement, block, function, module or alias, and for
 *     the keyword of a further region
 */
public record SourceToken(Kind kind, String text, int start, boolean begins) {
  /** What a token is. */
  public enum Kind {
    /** A comment to the end of its line, or the sign before a binding hint. */
    COMMENT,
    STRING,
    NUMBER,
    /** {@code %name}, also a member of a pack, {@code %name#1}. */
    VALUE,
    /** {@code @name}. */
    SYMBOL,
    /** {@code ^name}. */
    BLOCK,
    /** A whole type or the alias of one. */
    TYPE,
    /** A whole attribute reference, the alias of one, or the elements of a constant. */
    ATTRIBUTE,
    /** The name of an operation where a statement has it. */
    OPERATION,
    /** A word of the grammar. */
    KEYWORD,
    /** Any other word: clauses, keys, values of attributes. */
    WORD,
    /** The brace that opens a region or module. */
    REGION_OPEN,
    /** The brace that closes a region or module. */
    REGION_CLOSE,
    /** Other brackets, and the signs between parts. */
    PUNCTUATION,
    /** Characters that are no token. */
    INVALID
  }

  /** Index behind the last character. */
  public int end() {
    return start + text.length();
  }

  /** True for a token with this text. */
  public boolean is(String other) {
    return text.equals(other);
  }

  /** True for the opening bracket of any pair. */
  public boolean opens() {
    return kind == Kind.REGION_OPEN
        || kind == Kind.PUNCTUATION && (is("(") || is("[") || is("{") || is("<"));
  }

  /** True for the closing bracket of any pair. */
  public boolean closes() {
    return kind == Kind.REGION_CLOSE
        || kind == Kind.PUNCTUATION && (is(")") || is("]") || is("}") || is(">"));
  }
}
