package org.ptoc.ir.type;

/**
 * An on-chip memory as tiles see it (spec/60, 1.1). Tiles of {@code loc=scaling} are in one of
 * three: tiles with boxes of 32 bytes are scales of the matrix in L0A or L0B, the others are
 * parameters of the fix pipe.
 */
public enum TileMemory {
  UB(MemorySpace.UB),
  L1(MemorySpace.L1),
  L0A(MemorySpace.L0A),
  L0B(MemorySpace.L0B),
  L0C(MemorySpace.L0C),
  BT(MemorySpace.BT),
  FB(MemorySpace.FB),
  LEFT_SCALE(MemorySpace.FB),
  RIGHT_SCALE(MemorySpace.FB);

  /** Box size of scales in bytes. */
  private static final int SCALE_FRACTAL = 32;

  private final MemorySpace location;

  TileMemory(MemorySpace location) {
    this.location = location;
  }

  /** The location that types of its tiles name. */
  public MemorySpace location() {
    return location;
  }

  /** The memory that holds the tiles of a type. */
  public static TileMemory of(TileType type) {
    return switch (type.location()) {
      case UB -> UB;
      case L1 -> L1;
      case L0A -> L0A;
      case L0B -> L0B;
      case L0C -> L0C;
      case BT -> BT;
      case FB -> scaling(type);
      case GM -> throw new IllegalArgumentException("tiles lie on the chip");
    };
  }

  private static TileMemory scaling(TileType type) {
    if (type.boxLayout() == TileType.BoxLayout.NONE || type.fractal() != SCALE_FRACTAL) {
      return FB;
    }
    return type.boxLayout() == TileType.BoxLayout.ROW_MAJOR ? LEFT_SCALE : RIGHT_SCALE;
  }

  /** The memory behind pointers into a space other than global memory. */
  public static TileMemory of(MemorySpace space) {
    return switch (space) {
      case UB -> UB;
      case L1 -> L1;
      case L0A -> L0A;
      case L0B -> L0B;
      case L0C -> L0C;
      case BT -> BT;
      case FB -> FB;
      case GM -> throw new IllegalArgumentException("global memory is not on the chip");
    };
  }
}
