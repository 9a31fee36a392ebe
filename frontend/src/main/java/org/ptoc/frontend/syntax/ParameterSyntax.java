package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * A parameter of a function or block: {@code %name: type {attributes}}.
 *
 * @param location the name, or the type when there is none
 * @param name its name; a declaration may leave it out
 * @param type its type
 * @param attributes its attributes
 */
public record ParameterSyntax(
    Location location, Optional<ValueSyntax> name, TypeSyntax type, List<EntrySyntax> attributes)
    implements SyntaxNode {
  public ParameterSyntax {
    attributes = List.copyOf(attributes);
  }
}
