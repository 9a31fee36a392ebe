package org.ptoc.frontend.syntax;

import java.util.List;
import org.ptoc.ir.Location;

/**
 * {@code (items {attributes} : types)} after {@code ins} or {@code outs}.
 *
 * @param location the opening parenthesis
 */
public record GroupSyntax(
    Location location, List<ItemSyntax> items, List<EntrySyntax> attributes, List<TypeSyntax> types)
    implements SyntaxNode {
  public GroupSyntax {
    items = List.copyOf(items);
    attributes = List.copyOf(attributes);
    types = List.copyOf(types);
  }
}
