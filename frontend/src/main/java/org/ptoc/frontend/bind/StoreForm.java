package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;

/**
 * {@code tstore %tile, %view : (T, V) -> ()} or {@code tstore %view, %tile : V, T}. A store makes
 * no tile: without {@code outs} it names its tile and its view, in either order.
 */
final class StoreForm {
  private final Body body;
  private final TileStatement tile;

  StoreForm(Body body, TileStatement tile) {
    this.body = body;
    this.tile = tile;
  }

  void bind() throws Problem {
    List<EntrySyntax> entries = new ArrayList<>(tile.statement().attributes());
    List<ItemSyntax> items =
        new ArrayList<>(AssemblyAttributes.split(tile.statement().items(), entries));
    body.resolveAll(items);
    List<TypeSyntax> types = new ArrayList<>(tile.listedTypes());
    if (isViewFirst(items)) {
      items.add(items.removeFirst());
      if (types.size() == items.size()) {
        types.add(types.removeFirst());
      }
    }
    if (types.size() == items.size() - 1) {
      tile.statement().signature().ifPresent(written -> types.addAll(written.results()));
    }
    FormatMatcher matcher = tile.match(items, 0, tile.definition().operands().size());
    if (types.size() == 1) {
      tile.checkShared(matcher, types.getFirst());
    } else {
      tile.check(types, matcher, tile.location());
    }
    tile.emit(tile.values(matcher.groups(), types, Optional.empty()), entries);
  }

  private boolean isViewFirst(List<ItemSyntax> items) {
    return !items.isEmpty()
        && items.getFirst() instanceof ItemSyntax.Operand operand
        && body.find(operand.value().name())
            .filter(known -> known.known() && !tile.isTile(known.value()))
            .isPresent();
  }
}
