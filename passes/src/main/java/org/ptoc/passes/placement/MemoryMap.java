package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.tile.TileUses;

/**
 * Where the tiles of a placed function lie in a memory.
 *
 * @param bytes end of the highest tile
 * @param tiles the tiles by address
 */
public record MemoryMap(long bytes, List<PlacedTile> tiles) {
  public MemoryMap {
    tiles = List.copyOf(tiles);
  }

  /**
   * The maps of all memories that hold tiles.
   *
   * @param placed a function after placement; tiles whose address is computed when the program runs
   *     are left out
   */
  public static Map<TileMemory, MemoryMap> of(Function placed) {
    Constants constants = Constants.of(placed);
    Map<TileMemory, List<Lifetimes.Tile>> tiles = new EnumMap<>(TileMemory.class);
    for (Lifetimes.Tile tile : Lifetimes.of(placed, Placement.ScratchNeed.NONE).tiles()) {
      OptionalLong address = constants.integer(tile.allocation.operand(RoleName.ADDR));
      if (address.isPresent() && !TileUses.isWithoutMemory(tile.allocation)) {
        tile.address = address.getAsLong();
        tiles.computeIfAbsent(tile.memory, memory -> new ArrayList<>()).add(tile);
      }
    }
    Map<TileMemory, MemoryMap> maps = new EnumMap<>(TileMemory.class);
    tiles.forEach((memory, list) -> maps.put(memory, of(list)));
    return maps;
  }

  private static MemoryMap of(List<Lifetimes.Tile> tiles) {
    tiles.sort(
        Comparator.comparingLong((Lifetimes.Tile tile) -> tile.address)
            .thenComparingInt(tile -> tile.first));
    long end = tiles.stream().mapToLong(tile -> tile.address + tile.bytes).max().orElse(0);
    return new MemoryMap(end, tiles.stream().map(MemoryMap::place).toList());
  }

  private static PlacedTile place(Lifetimes.Tile tile) {
    return new PlacedTile(
        tile.memory,
        tile.value().name(),
        tile.address,
        tile.bytes,
        tile.value().type(),
        tile.lifetime());
  }
}
