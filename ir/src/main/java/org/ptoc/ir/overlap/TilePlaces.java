package org.ptoc.ir.overlap;

import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.TileType;

/** What is known of the tiles of an operation: to the verifier less than to a lowering. */
public interface TilePlaces {
  /** The valid elements of a tile; its address is 0 when {@link #hasAddress} is false. */
  TileArea area(Value tile);

  /** True when the address is known. */
  boolean hasAddress(Value tile);

  /** The type with the valid extents that are known. */
  TileType type(Value tile);

  /** The value of an integer constant. */
  OptionalLong constant(Value scalar);

  /** False when two tiles, of which not both have a known address, are known to be apart. */
  default boolean mayMeet(Value first, Value second) {
    return true;
  }

  /** True when two tiles begin at the same byte, whether it is known which or not. */
  default boolean isSameAddress(Value first, Value second) {
    return first == second;
  }

  /**
   * The valid elements of a tile.
   *
   * @param address of element (0, 0), 0 when it is not known
   * @param pitch distance of rows (row major) or columns (column major) in elements
   * @param type with the extents that are known
   */
  static TileArea area(OptionalLong address, int pitch, TileType type) {
    boolean exact = type.hasStaticValid();
    int rows = type.validRows() == TileType.DYNAMIC ? type.rows() : type.validRows();
    int columns = type.validColumns() == TileType.DYNAMIC ? type.columns() : type.validColumns();
    int bytes = type.element().bytes();
    long start = address.orElse(0);
    if (type.baseLayout() == TileType.BaseLayout.ROW_MAJOR) {
      return new TileArea(start, rows, columns, bytes, (long) pitch * bytes, exact);
    }
    return columns <= 1
        ? new TileArea(start, rows, columns, bytes, bytes, exact)
        : new TileArea(start, columns, rows, bytes, (long) pitch * bytes, exact);
  }
}
