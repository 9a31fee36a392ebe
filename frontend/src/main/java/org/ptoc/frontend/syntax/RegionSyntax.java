package org.ptoc.frontend.syntax;

import java.util.List;
import org.ptoc.ir.Location;

/**
 * {@code { ^label(arguments): statements }}, and more blocks where branches go to them.
 *
 * @param location the opening brace
 * @param end the closing brace
 * @param arguments arguments of the first block, empty without a label
 * @param statements the statements of the first block in order
 * @param blocks the other blocks
 */
public record RegionSyntax(
    Location location,
    Location end,
    List<ParameterSyntax> arguments,
    List<StatementSyntax> statements,
    List<Block> blocks)
    implements SyntaxNode {
  public RegionSyntax {
    arguments = List.copyOf(arguments);
    statements = List.copyOf(statements);
    blocks = List.copyOf(blocks);
  }

  /**
   * {@code ^label(arguments): statements}.
   *
   * @param location the label
   * @param label its name without {@code ^}
   * @param arguments what branches to it pass on
   * @param statements the statements in order
   */
  public record Block(
      Location location,
      String label,
      List<ParameterSyntax> arguments,
      List<StatementSyntax> statements)
      implements SyntaxNode {
    public Block {
      arguments = List.copyOf(arguments);
      statements = List.copyOf(statements);
    }
  }
}
