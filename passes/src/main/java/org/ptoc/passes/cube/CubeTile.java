package org.ptoc.passes.cube;

import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * A tile of the cube core: its place and the pitch of its boxes. The pitch is that of the whole
 * storage whatever part of it is valid (spec/60, 5.1).
 */
record CubeTile(TileHandle handle) {
  static final int BOX = 16;
  static final int BLOCK_BYTES = 32;
  static final int FRACTAL_BYTES = 512;

  TileType type() {
    return handle.type();
  }

  ElementType element() {
    return handle.element();
  }

  TileLayout layout() {
    return type().layout();
  }

  TileLayout.Order order() {
    return layout().order();
  }

  Value address() {
    return handle.address();
  }

  /** Valid rows. */
  Value rows() {
    return handle.rows();
  }

  /** Valid columns. */
  Value columns() {
    return handle.columns();
  }

  int bits() {
    return layout().elementBits();
  }

  /** Elements in 32 bytes. */
  int perBlock() {
    return TileLayout.perBlock(type().location(), element());
  }

  /**
   * Rows (of columns of boxes) or columns (of rows of boxes) of the storage, in whole boxes: the
   * distance between boxes along the other direction.
   */
  int pitch() {
    return up(handle.pitch(), BOX);
  }

  /** True when the storage has a row without boxes. */
  boolean isPlain() {
    return type().boxLayout() == TileType.BoxLayout.NONE;
  }

  /**
   * The storage as lines of 32 bytes, one for each row of a column of boxes or each column of a row
   * of boxes, with the valid region of this tile.
   */
  TileHandle ofLines() {
    return new TileHandle(type(), handle.address(), handle.rows(), handle.columns(), perBlock());
  }

  /** Bytes of a number of elements. */
  Value bytes(IrBuilder builder, Value elements) {
    return builder.divide(
        builder.mul(builder.cast(elements, ElementType.I64), builder.i64(bits())), Byte.SIZE);
  }

  static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  static int ceil(int value, int unit) {
    return (value + unit - 1) / unit;
  }
}
