package org.ptoc.frontend.bind;

import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;

/**
 * Binds tile operations in all their spellings (spec/20, section 2): {@code ins(...) outs(...)},
 * results before {@code =}, and the destination as first operand. All become the
 * destination-passing form.
 */
final class TileBinder {
  private final Body body;
  private final TileAllocator allocator;

  TileBinder(Body body) {
    this.body = body;
    this.allocator = new TileAllocator(body);
  }

  void bind(OpDefinition definition, StatementSyntax.Operation written) throws Problem {
    StatementSyntax.Operation statement =
        written.withItems(OperationBinder.withoutParentheses(written.items()));
    TileStatement tile = new TileStatement(body, definition, statement);
    if (statement.inputs().isPresent() || statement.outputs().isPresent()) {
      new InsOutsForm(body, tile).bind();
    } else if (tile.destination() == definition.operands().size()) {
      new InsOutsForm(body, new TileStatement(body, definition, grouped(statement))).bind();
    } else if (!statement.results().isEmpty()) {
      new ResultForm(body, allocator, tile).bind();
    } else if (definition.form() == OperationForm.TILE_STORE) {
      new StoreForm(body, tile).bind();
    } else {
      new ThreeAddressForm(body, allocator, tile).bind();
    }
  }

  /**
   * An operation that writes no tile, {@code %v = op %t, %i : T, index -> S}, with its operands in
   * {@code ins} and its results in {@code outs}.
   */
  private static StatementSyntax.Operation grouped(StatementSyntax.Operation statement) {
    Optional<SignatureSyntax> signature = statement.signature();
    List<TypeSyntax> types =
        signature.map(written -> SignatureChecker.types(written.operands())).orElse(List.of());
    List<TypeSyntax> results = signature.map(SignatureSyntax::results).orElse(List.of());
    Location location = statement.location();
    return new StatementSyntax.Operation(
        location,
        statement.results(),
        statement.name(),
        statement.prefixed(),
        List.of(),
        statement.attributes(),
        Optional.of(new GroupSyntax(location, statement.items(), List.of(), types)),
        results.isEmpty()
            ? Optional.empty()
            : Optional.of(new GroupSyntax(location, List.of(), List.of(), results)),
        Optional.empty());
  }
}
