package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** {@code op ins(%a, %b : T, T) outs(%d : T)}. */
final class InsOutsForm {
  private final Body body;
  private final TileStatement tile;
  private final StatementSyntax.Operation statement;

  InsOutsForm(Body body, TileStatement tile) {
    this.body = body;
    this.tile = tile;
    this.statement = tile.statement();
  }

  void bind() throws Problem {
    if (!statement.results().isEmpty() || !statement.items().isEmpty()) {
      throw tile.syntax("with `outs(...)` has no other operands or results");
    }
    GroupSyntax outputs = statement.outputs().orElseThrow(() -> tile.syntax("needs `outs(...)`"));
    GroupSyntax inputs =
        statement
            .inputs()
            .orElseGet(() -> new GroupSyntax(tile.location(), List.of(), List.of(), List.of()));
    body.resolveAll(inputs.items());
    defineCounts(outputs);
    body.resolveAll(outputs.items());
    List<List<Use>> uses = uses(inputs, outputs);
    learnFromOthers(uses);
    List<EntrySyntax> entries = new ArrayList<>(inputs.attributes());
    entries.addAll(outputs.attributes());
    entries.addAll(statement.attributes());
    tile.emit(tile.values(uses, inputs.types(), Optional.empty()), entries);
  }

  private List<List<Use>> uses(GroupSyntax inputs, GroupSyntax outputs) throws Problem {
    int roles = tile.definition().operands().size();
    FormatMatcher sources = tile.match(inputs.items(), 0, tile.destination());
    FormatMatcher destinations = tile.match(outputs.items(), tile.destination(), roles);
    tile.check(inputs.types(), sources, tile.location());
    tile.check(outputs.types(), destinations, outputs.location());
    List<List<Use>> uses = new ArrayList<>(sources.groups().subList(0, tile.destination()));
    uses.addAll(destinations.groups().subList(tile.destination(), roles));
    return uses;
  }

  /** Counts are made by the operation: their name needs no earlier definition (spec/20, 5.2). */
  private void defineCounts(GroupSyntax outputs) {
    for (int i = 1; i < outputs.items().size() && i < tile.definition().operands().size(); i++) {
      if (tile.hasCounts()
          && outputs.items().get(i) instanceof ItemSyntax.Operand operand
          && body.find(operand.value().name()).isEmpty()) {
        String name = operand.value().name();
        body.define(name, TileStatement.counts(name), operand.location());
      }
    }
  }

  /**
   * An open tile type of an operand is that of the other tiles where the operation keeps the type.
   */
  private void learnFromOthers(List<List<Use>> uses) {
    if (body.placeholders().isEmpty()) {
      return;
    }
    List<Names.Binding> bindings =
        uses.stream().flatMap(List::stream).flatMap(use -> use.binding().stream()).toList();
    Optional<Type> known =
        bindings.stream()
            .map(binding -> body.placeholders().typeOf(binding.value()))
            .filter(TileType.class::isInstance)
            .findFirst();
    known.ifPresent(
        type -> bindings.forEach(binding -> body.placeholders().learn(binding.value(), type)));
  }
}
