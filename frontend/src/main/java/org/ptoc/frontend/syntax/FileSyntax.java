package org.ptoc.frontend.syntax;

import java.util.List;
import org.ptoc.ir.Location;

/**
 * A whole text.
 *
 * @param location its first token
 * @param aliases type and attribute aliases in order
 * @param units modules and functions at the outermost level, in order
 * @param complete false when a part of the text had a syntax error and is missing
 */
public record FileSyntax(
    Location location, List<AliasSyntax> aliases, List<UnitSyntax> units, boolean complete)
    implements SyntaxNode {
  public FileSyntax {
    aliases = List.copyOf(aliases);
    units = List.copyOf(units);
  }
}
