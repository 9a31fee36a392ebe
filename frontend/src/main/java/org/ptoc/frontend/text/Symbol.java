package org.ptoc.frontend.text;

import java.util.List;
import java.util.Optional;

/**
 * A name of a text.
 *
 * @param kind what it names
 * @param name the name without its sign and quotes
 * @param definition the token that defines it; absent where nothing does
 * @param occurrences all tokens that mean it, the definition too, in the order of the text
 * @param from index of the first character at which the name means this
 * @param to index behind the last one
 */
public record Symbol(
    Kind kind,
    String name,
    Optional<SourceToken> definition,
    List<SourceToken> occurrences,
    int from,
    int to) {
  /** What a name means. */
  public enum Kind {
    VALUE('%'),
    FUNCTION('@'),
    MODULE('@'),
    BLOCK('^'),
    TYPE_ALIAS('!'),
    ATTRIBUTE_ALIAS('#');

    private final char sign;

    Kind(char sign) {
      this.sign = sign;
    }

    /** The character in front of each name of this kind. */
    public char sign() {
      return sign;
    }
  }

  public Symbol {
    occurrences = List.copyOf(occurrences);
  }

  /** The name with its sign. */
  public String spelling() {
    return kind.sign() + name;
  }
}
