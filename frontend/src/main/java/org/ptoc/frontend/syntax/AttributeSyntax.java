package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/** The value of an attribute. Attribute aliases are already expanded. */
public sealed interface AttributeSyntax extends SyntaxNode {

  /** A string without quotes and escapes. */
  record Text(Location location, String value) implements AttributeSyntax {}

  /** A number as written, with its type if it has one. */
  record Number(Location location, String text, Optional<TypeSyntax> type)
      implements AttributeSyntax {}

  /** {@code true}, {@code false} or another word. */
  record Word(Location location, String word) implements AttributeSyntax {}

  /** {@code @name}. */
  record Symbol(Location location, String name) implements AttributeSyntax {}

  /** A type as a value. */
  record TypeValue(Location location, TypeSyntax type) implements AttributeSyntax {}

  /** {@code [values]}. */
  record Sequence(Location location, List<AttributeSyntax> values) implements AttributeSyntax {
    public Sequence {
      values = List.copyOf(values);
    }
  }

  /** {@code {entries}}. */
  record Dictionary(Location location, List<EntrySyntax> entries) implements AttributeSyntax {
    public Dictionary {
      entries = List.copyOf(entries);
    }
  }

  /** {@code loc(...)}; only an alias has such a value. */
  record Place(Location location, Location position) implements AttributeSyntax {}

  /**
   * {@code #pto.kind<member>} and {@code #pto<kind member>}, which mean the same.
   *
   * @param kind the name with its dialect, {@code pto.pipe}
   * @param member the content of the angle brackets, empty without them
   */
  record Reference(Location location, String kind, String member) implements AttributeSyntax {}
}
