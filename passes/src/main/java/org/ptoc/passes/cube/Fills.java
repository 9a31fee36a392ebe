package org.ptoc.passes.cube;

import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/** Patterns written to L1 (spec/60, 2.9 and 5.3). */
final class Fills {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile tile;

  Fills(CubeWords words, CubeTile tile) {
    this.words = words;
    this.builder = words.builder();
    this.tile = tile;
  }

  /**
   * All of the storage; in a window line by line, or box by box along the lines.
   *
   * @param value a scalar of the element type
   */
  void all(Value value) {
    if (tile.handle().pitch() == tile.type().pitch()) {
      fill(tile.address(), builder.i64(1), builder.i64(tile.type().bytes() / 32), 0, value);
      return;
    }
    boolean rowMajor = tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    int lines = rowMajor ? tile.layout().rows() : tile.layout().columns();
    int along = rowMajor ? tile.layout().columns() : tile.layout().rows();
    boolean plain = tile.isPlain();
    fill(
        tile.address(),
        builder.i64(plain ? lines : lines / tile.perBlock()),
        builder.i64(plain ? along / tile.perBlock() : along),
        plain ? tile.handle().pitch() / tile.perBlock() : tile.pitch(),
        value);
  }

  /**
   * What is not valid: lines below in the columns of boxes that have some, then whole columns of
   * boxes; columns and rows of boxes where these are turned.
   *
   * @param valid the same storage with the elements that stay
   */
  void padding(CubeTile valid, Value value) {
    boolean byRows = tile.order() == TileLayout.Order.NZ;
    int allLines = byRows ? tile.layout().rows() : tile.layout().columns();
    int along = byRows ? tile.type().columns() : tile.type().rows();
    int pitch = tile.pitch();
    Value lines = words.wide(byRows ? valid.rows() : valid.columns());
    Value blocks = words.ceil(byRows ? valid.columns() : valid.rows(), tile.perBlock());
    Value below = builder.sub(builder.i64(allLines), lines);
    Value first = builder.add(tile.address(), builder.mul(lines, builder.i64(32)));
    fill(first, blocks, below, pitch, value);
    Value rest = builder.sub(builder.i64(CubeTile.ceil(along, tile.perBlock())), blocks);
    Value start = builder.add(tile.address(), builder.mul(blocks, builder.i64(32L * pitch)));
    fill(start, rest, builder.i64(allLines), pitch, value);
  }

  /**
   * @param repeats pieces
   * @param blocks 32-byte blocks of a piece
   * @param pitch blocks from piece to piece; 0 for a single one
   */
  private void fill(Value address, Value repeats, Value blocks, int pitch, Value value) {
    boolean none =
        builder.constantOf(repeats).orElse(1) == 0 || builder.constantOf(blocks).orElse(1) == 0;
    if (none) {
      return;
    }
    Value gap = pitch == 0 ? builder.i64(0) : builder.sub(builder.i64(pitch), blocks);
    Value config =
        words
            .word(ConfigurationWord.FILL)
            .set(ConfigurationField.REPEATS, repeats)
            .set(ConfigurationField.BLOCKS, blocks)
            .set(ConfigurationField.GAP, gap)
            .word();
    DataType type = tile.bits() == Integer.SIZE ? DataType.S32 : DataType.S16;
    words.typed(Mnemonic.L1_FILL, type.code(), address, config, pattern(value));
  }

  /** The bits of a scalar as {@code i64}; a byte stands twice in a pattern of 16 bits. */
  private Value pattern(Value value) {
    ElementType type = (ElementType) value.type();
    Value bits =
        type.isFloat()
            ? builder.value(Arithmetic.BITCAST, ElementType.signless(type.bits()), value)
            : value;
    Value wide = words.wide(bits);
    return type.bits() == Byte.SIZE ? builder.or(wide, builder.shl(wide, Byte.SIZE)) : wide;
  }
}
