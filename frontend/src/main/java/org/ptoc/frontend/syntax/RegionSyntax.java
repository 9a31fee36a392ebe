package org.ptoc.frontend.syntax;

import java.util.List;
import org.ptoc.ir.Location;

/**
 * {@code { ^label(arguments): statements }}.
 *
 * @param location the opening brace
 * @param end the closing brace
 * @param arguments block arguments, empty without a label
 * @param statements the statements in order
 */
public record RegionSyntax(
    Location location,
    Location end,
    List<ParameterSyntax> arguments,
    List<StatementSyntax> statements)
    implements SyntaxNode {
  public RegionSyntax {
    arguments = List.copyOf(arguments);
    statements = List.copyOf(statements);
  }
}
