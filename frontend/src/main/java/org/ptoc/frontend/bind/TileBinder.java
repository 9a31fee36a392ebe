package org.ptoc.frontend.bind;

import org.ptoc.frontend.syntax.StatementSyntax;
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

  void bind(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    TileStatement tile = new TileStatement(body, definition, statement);
    if (statement.inputs().isPresent() || statement.outputs().isPresent()) {
      new InsOutsForm(body, tile).bind();
    } else if (!statement.results().isEmpty()) {
      new ResultForm(body, allocator, tile).bind();
    } else if (definition.form() == OperationForm.TILE_STORE) {
      new StoreForm(body, tile).bind();
    } else {
      new ThreeAddressForm(body, allocator, tile).bind();
    }
  }
}
