package org.ptoc.passes.storage;

import org.ptoc.ir.Value;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;

/** The storage that tiles and multi-tiles take. */
public final class TileRoom {
  private static final int PIECE = 512;

  private TileRoom() {}

  /** The memory of a tile or multi-tile. */
  public static TileMemory memory(Value value) {
    return TileMemory.of(
        value.type() instanceof MultiTileType multi ? multi.slot() : (TileType) value.type());
  }

  /**
   * Bytes that are read and written of a tile or multi-tile. A row in L1 goes to L0A in pieces of
   * 512 bytes, the last of which may end behind the tile (spec/60, 2.5).
   */
  public static long bytes(Value value) {
    return value.type() instanceof MultiTileType multi
        ? multi.slot().bytes() * multi.count()
        : bytes((TileType) value.type());
  }

  /** Size of a tile or multi-tile in bytes, without what is read behind it. */
  public static long exactBytes(Value value) {
    return value.type() instanceof MultiTileType multi
        ? multi.slot().bytes() * multi.count()
        : ((TileType) value.type()).bytes();
  }

  private static long bytes(TileType type) {
    boolean isRow =
        type.location() == MemorySpace.L1
            && type.boxLayout() == TileType.BoxLayout.NONE
            && type.rows() == 1;
    return isRow ? (type.bytes() + PIECE - 1) / PIECE * PIECE : type.bytes();
  }

  /** True for storage in the unified buffer. */
  public static boolean isInUb(Value value) {
    return memory(value) == TileMemory.UB;
  }
}
