package org.ptoc.passes.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;

/** The storage that tiles and multi-tiles take. */
final class TileRoom {
  private TileRoom() {}

  /** The memory of a tile or multi-tile. */
  static TileMemory memory(Value value) {
    return TileMemory.of(
        value.type() instanceof MultiTileType multi ? multi.slot() : (TileType) value.type());
  }

  /** Size of a tile or multi-tile in bytes. */
  static long bytes(Value value) {
    return value.type() instanceof MultiTileType multi
        ? multi.slot().bytes() * multi.count()
        : ((TileType) value.type()).bytes();
  }

  /** True for storage in the unified buffer. */
  static boolean isInUb(Value value) {
    return memory(value) == TileMemory.UB;
  }
}
