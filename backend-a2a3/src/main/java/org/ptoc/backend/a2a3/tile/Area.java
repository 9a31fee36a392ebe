package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * UB memory that an operand walks over.
 *
 * @param address byte address of element (0, 0), a multiple of 32
 * @param elementBytes size of an element as the instruction sees it
 * @param pitchBytes distance of rows; 0 reads one row again and again
 * @param oneBlock true when a row is a single block that repeats for all columns (block stride 0)
 */
record Area(Value address, int elementBytes, long pitchBytes, boolean oneBlock) {

  static Area of(TileHandle tile) {
    return new Area(tile.address(), tile.elementBytes(), tile.pitchBytes(), false);
  }

  /** Rows behind each other without gaps between them. */
  static Area dense(Value address, int elementBytes, long pitchBytes) {
    return new Area(address, elementBytes, pitchBytes, false);
  }

  /** One block for each row. */
  static Area blocks(Value address, int elementBytes) {
    return new Area(address, elementBytes, VectorUnit.BLOCK_BYTES, true);
  }

  /** The first block of an area for all elements. */
  static Area repeated(Area area) {
    return new Area(area.address, area.elementBytes, 0, true);
  }

  /** The first row for all rows. */
  Area onlyFirstRow() {
    return new Area(address, elementBytes, 0, oneBlock);
  }

  /** The same bytes as elements of another size. */
  Area as(int bytes) {
    return new Area(address, bytes, pitchBytes, oneBlock);
  }

  long pitch() {
    return pitchBytes / elementBytes;
  }

  /** The area from an element on; {@code row} and {@code column} are {@code index}. */
  Area from(IrBuilder builder, Value row, Value column) {
    Value start = builder.mul(builder.cast(row, ElementType.I64), builder.i64(pitchBytes));
    Value inside =
        oneBlock
            ? builder.i64(0)
            : builder.mul(builder.cast(column, ElementType.I64), builder.i64(elementBytes));
    return new Area(
        builder.add(address, builder.add(start, inside)), elementBytes, pitchBytes, oneBlock);
  }
}
