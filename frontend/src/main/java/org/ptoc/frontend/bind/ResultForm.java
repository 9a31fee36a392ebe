package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.TileType;

/** {@code %d = op %a, %b : (T, T) -> T}, or with one type for all tiles: {@code : T}. */
final class ResultForm {
  private final Body body;
  private final TileAllocator allocator;
  private final TileStatement tile;
  private final StatementSyntax.Operation statement;

  ResultForm(Body body, TileAllocator allocator, TileStatement tile) {
    this.body = body;
    this.allocator = allocator;
    this.tile = tile;
    this.statement = tile.statement();
  }

  void bind() throws Problem {
    body.resolveAll(statement.items());
    List<EntrySyntax> entries = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items = AssemblyAttributes.split(statement.items(), entries);
    FormatMatcher matcher = tile.match(items, 0, tile.destination());
    Optional<TypeSyntax> shared = tile.sharedType();
    List<TypeSyntax> types = shared.isPresent() ? List.of() : tile.listedTypes();
    tile.check(types, matcher, tile.location());
    shared.ifPresent(type -> tile.checkShared(matcher, type));
    List<TypeSyntax> results =
        shared
            .map(List::of)
            .orElse(statement.signature().map(SignatureSyntax::results).orElse(List.of()));
    Optional<TypeSyntax> first = results.stream().findFirst();
    List<List<Value>> groups =
        tile.values(matcher.groups(), types, first.flatMap(TypeSyntax::type));
    define(groups, results);
    tile.emit(groups, entries);
  }

  /** Makes the tiles of the results, and the counts where they are asked for. */
  private void define(List<List<Value>> groups, List<TypeSyntax> types) throws Problem {
    int count = Body.count(statement.results());
    int outputs = tile.outputs();
    if (count < outputs || count > tile.destinations().size()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          tile.location(),
          "`"
              + tile.definition().name()
              + "` has "
              + (outputs == 1 ? "one result" : outputs + " results"));
    }
    for (int i = 0; i < count; i++) {
      ResultSyntax result = statement.results().get(i);
      Optional<TypeSyntax> type = types.stream().skip(i).findFirst();
      Value made;
      if (tile.isCounts(i)) {
        made = counts(type, result.name());
        body.define(result.name(), made, result.location());
      } else {
        TileType of = tile.destinationType(i, type, groups);
        made = allocator.allocate(of, result, TileStatement.flat(groups));
      }
      groups.set(tile.destination() + i, List.of(made));
    }
  }

  /** Counts of the type that the text gives them; the verifier says whether it fits. */
  private static Value counts(Optional<TypeSyntax> type, String name) {
    return type.flatMap(TypeSyntax::type)
        .map(known -> new Value(known, name))
        .orElseGet(() -> TileStatement.counts(name));
  }
}
