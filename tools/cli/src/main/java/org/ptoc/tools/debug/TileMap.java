package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.placement.PlacedTile;

/** Tiles by name. Tiles whose place is computed when the program runs are left out. */
public record TileMap(List<Tile> tiles) {
  /** No tiles are known. */
  public static final TileMap NONE = new TileMap(List.of());

  /**
   * A tile.
   *
   * @param slot its number among the slots of a tile, which iterations of a loop use in turn
   * @param type its type in the source
   */
  public record Tile(String name, OptionalInt slot, AddressSpace space, long address, String type) {
    /** {@code %a}, or {@code %a slot 1}. */
    String label() {
      return "%" + name + (slot.isPresent() ? " slot " + slot.getAsInt() : "");
    }
  }

  /** The tiles with a name; each slot of a tile of several is one. */
  public static TileMap of(Stream<PlacedTile> placed) {
    List<Tile> tiles = new ArrayList<>();
    placed
        .filter(tile -> !tile.name().isEmpty())
        .forEach(
            tile ->
                Expression.spaceByName(MemoryLimits.name(tile.memory()))
                    .ifPresent(space -> slots(tile, space, tiles)));
    return new TileMap(List.copyOf(tiles));
  }

  private static void slots(PlacedTile tile, AddressSpace space, List<Tile> tiles) {
    if (tile.type() instanceof MultiTileType(TileType slot, int count)) {
      for (int i = 0; i < count; i++) {
        long address = tile.address() + i * (tile.bytes() / count);
        tiles.add(new Tile(tile.name(), OptionalInt.of(i), space, address, slot.spelling()));
      }
    } else {
      tiles.add(
          new Tile(
              tile.name(), OptionalInt.empty(), space, tile.address(), tile.type().spelling()));
    }
  }

  /** The tiles of a name without {@code %}. */
  List<Tile> named(String name) {
    return tiles.stream().filter(each -> each.name().equals(name)).toList();
  }
}
