package org.ptoc.tools.language;

import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.SourceToken.Kind;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;

/**
 * The statement around a place of a text.
 *
 * @param tokens its tokens without comments
 * @param place number of its tokens that begin before the place
 */
record Statement(List<SourceToken> tokens, int place) {
  /** The statement that an index lies in or follows. */
  static Statement at(List<SourceToken> all, int offset) {
    int next = 0;
    while (next < all.size() && all.get(next).start() < offset) {
      next++;
    }
    int first = next;
    while (first > 0 && !isBound(all.get(first - 1))) {
      first--;
    }
    boolean begins = first > 0 && all.get(first - 1).begins();
    first -= begins ? 1 : 0;
    int end = next;
    while (end < all.size() && !isBound(all.get(end))) {
      end++;
    }
    List<SourceToken> tokens = all.subList(first, end).stream().filter(Statement::isCode).toList();
    int place = (int) tokens.stream().filter(token -> token.start() < offset).count();
    return new Statement(tokens, place);
  }

  private static boolean isCode(SourceToken token) {
    return token.kind() != Kind.COMMENT;
  }

  private static boolean isBound(SourceToken token) {
    return token.begins() || token.kind() == Kind.REGION_OPEN || token.kind() == Kind.REGION_CLOSE;
  }

  /** The token of its operation. */
  Optional<SourceToken> operation() {
    return tokens.stream().filter(token -> token.kind() == Kind.OPERATION).findFirst();
  }

  /** The row of its operation. */
  Optional<OpDefinition> definition() {
    return operation().flatMap(token -> definition(token.text()));
  }

  /** The row of an operation under any of its spellings. */
  static Optional<OpDefinition> definition(String written) {
    String name = written.replace("\"", "");
    return OpCatalog.find(name)
        .or(() -> OpCatalog.find("pto." + name))
        .or(() -> OpCatalog.find("func." + name));
  }

  /** The last token before the place. */
  Optional<SourceToken> before() {
    return place == 0 ? Optional.empty() : Optional.of(tokens.get(place - 1));
  }

  /** The key of the entry of a dictionary whose value the place is in. */
  Optional<String> key() {
    for (int i = place - 1; i > 0; i--) {
      SourceToken token = tokens.get(i);
      if (token.is("=") && i > 0) {
        return Optional.of(tokens.get(i - 1).text());
      }
      if (token.is(",") || token.opens()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** True inside of a dictionary. */
  boolean isInDictionary() {
    int depth = 0;
    for (int i = place - 1; i >= 0; i--) {
      SourceToken token = tokens.get(i);
      if (token.closes()) {
        depth++;
      } else if (token.opens() && depth-- == 0) {
        return token.is("{");
      }
    }
    return false;
  }

  /** Number of value names between the operation and the place. */
  int operands() {
    int values = 0;
    boolean after = false;
    for (SourceToken token : tokens.subList(0, place)) {
      values += after && token.kind() == Kind.VALUE ? 1 : 0;
      after |= token.kind() == Kind.OPERATION;
    }
    return values;
  }
}
