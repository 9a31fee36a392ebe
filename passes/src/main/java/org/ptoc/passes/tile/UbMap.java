package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.passes.build.Constants;

/** Where the tiles of a placed function lie in UB, for people. */
public final class UbMap {
  private UbMap() {}

  /**
   * One line for each tile, by address: first and last byte, size, name and the source lines
   * between which it is needed.
   *
   * @param placed a function after placement; tiles whose address is computed when the program runs
   *     are left out
   */
  public static List<String> describe(Function placed) {
    Constants constants = Constants.of(placed);
    List<Lifetimes.Tile> tiles = new ArrayList<>();
    for (Lifetimes.Tile tile : Lifetimes.of(placed, Placement.ScratchNeed.NONE).tiles()) {
      OptionalLong address = constants.integer(tile.allocation.operand("addr"));
      if (address.isPresent() && !TileUses.isWithoutMemory(tile.allocation)) {
        tile.address = address.getAsLong();
        tiles.add(tile);
      }
    }
    tiles.sort(
        Comparator.comparingLong((Lifetimes.Tile tile) -> tile.address)
            .thenComparingInt(tile -> tile.first));
    return tiles.stream().map(UbMap::line).toList();
  }

  private static String line(Lifetimes.Tile tile) {
    String name = tile.value().name().isEmpty() ? "(intermediate)" : "%" + tile.value().name();
    return "%6d..%6d %6d bytes  %s %s, %s"
        .formatted(
            tile.address,
            tile.address + tile.bytes - 1,
            tile.bytes,
            name,
            tile.value().type().spelling(),
            tile.lifetime());
  }
}
