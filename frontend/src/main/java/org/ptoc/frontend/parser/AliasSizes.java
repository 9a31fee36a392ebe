package org.ptoc.frontend.parser;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.ptoc.frontend.syntax.AttributeSyntax;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.ir.diagnostic.Limit;

/**
 * Counts the attributes of expanded aliases. An alias of two others may be twice as large as they
 * are, so thirty lines of such aliases may expand to a thousand million attributes.
 */
final class AliasSizes {
  private final Map<AttributeSyntax, Size> known = new IdentityHashMap<>();
  private long used;

  /**
   * The size of the value of an alias.
   *
   * @param parts attributes in it, with itself
   * @param depth deepest nesting of them
   */
  private record Size(long parts, int depth) {}

  /** The result of {@link #use}. */
  enum Use {
    ALLOWED,
    TOO_LARGE,
    TOO_DEEP
  }

  /** Counts a use of an alias, whose value is the same object each time. */
  Use use(AttributeSyntax value) {
    Size size = known.get(value);
    if (size == null) {
      size = size(value);
      known.put(value, size);
    }
    if (size.depth > Limit.NESTING.value()) {
      return Use.TOO_DEEP;
    }
    used = Math.min(used + size.parts, Limit.ALIAS_PARTS.value() + 1);
    return used > Limit.ALIAS_PARTS.value() ? Use.TOO_LARGE : Use.ALLOWED;
  }

  /** Values of aliases that were used in this one are known: an alias is used after its line. */
  private Size size(AttributeSyntax value) {
    Stream<AttributeSyntax> inner =
        switch (value) {
          case AttributeSyntax.Sequence sequence -> sequence.values().stream();
          case AttributeSyntax.Dictionary dictionary ->
              dictionary.entries().stream().map(EntrySyntax::value).flatMap(each -> each.stream());
          case AttributeSyntax.Text _,
              AttributeSyntax.Number _,
              AttributeSyntax.Word _,
              AttributeSyntax.Symbol _,
              AttributeSyntax.TypeValue _,
              AttributeSyntax.Place _,
              AttributeSyntax.Reference _ ->
              Stream.empty();
        };
    long parts = 1;
    int depth = 0;
    for (AttributeSyntax each : inner.toList()) {
      Size size = known.containsKey(each) ? known.get(each) : size(each);
      parts += size.parts;
      depth = Math.max(depth, size.depth);
    }
    return new Size(parts, depth + 1);
  }
}
