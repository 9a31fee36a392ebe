package org.ptoc.passes.cube;

import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * A tile in UB to a matrix in L1 (spec/60, 2.9 and 3.5): {@code tmov}, {@code textract} and {@code
 * tinsert} on a vector core. What moves is blocks of 32 bytes. A tile is lines of blocks, rows of
 * ND and NZ tiles or columns of DN and ZN tiles; without boxes the blocks of a line lie one behind
 * the other, with boxes the lines of a block do.
 */
public final class BlockStores {
  private static final int BLOCK = CubeTile.BLOCK_BYTES;

  private final CubeWords words;
  private final IrBuilder builder;
  private final Side from;
  private final Side to;

  /**
   * One of the tiles.
   *
   * @param address first byte of the window, {@code i64}
   */
  private record Side(TileHandle tile, Value address) {
    boolean hasBoxes() {
      return isBoxed(tile);
    }

    /** Bytes from a line to the next. */
    long line() {
      return hasBoxes() ? BLOCK : tile.pitchBytes();
    }

    /** Bytes from a block of a line to the next. */
    long block() {
      return hasBoxes() ? (long) tile.pitch() * BLOCK : BLOCK;
    }
  }

  private BlockStores(CubeWords words, Side from, Side to) {
    this.words = words;
    this.builder = words.builder();
    this.from = from;
    this.to = to;
  }

  /** Emits a move of a tile in UB to one in L1. */
  public static void emit(Operation op, CubeWords words, TileHandle source, TileHandle dest) {
    Side from = new Side(source, source.address());
    Side to = new Side(dest, dest.address());
    OperationForm form = op.definition().form();
    BlockStores stores =
        new BlockStores(
            words,
            form == OperationForm.TILE_EXTRACT ? window(op, words, from) : from,
            form == OperationForm.TILE_INSERT ? window(op, words, to) : to);
    TileHandle extent = form == OperationForm.TILE_EXTRACT ? dest : source;
    Value rows = extent.rows();
    Value columns = extent.columns();
    if (form == OperationForm.TILE_MOVE) {
      rows = words.builder().minUnsigned(rows, dest.rows());
      columns = words.builder().minUnsigned(columns, dest.columns());
    }
    Value elements = isByRows(source) ? columns : rows;
    Value excess = words.builder().i64(0);
    if (form == OperationForm.TILE_INSERT) {
      // The rest of a block of dst stays, which no word can do.
      excess = words.wide(words.builder().remainder(elements, perBlock(source)));
    }
    if (form != OperationForm.TILE_MOVE) {
      Value start = op.operand(isByRows(source) ? RoleName.COL : RoleName.ROW);
      Value inside = words.wide(words.builder().remainder(start, perBlock(source)));
      excess = words.builder().or(excess, inside);
    }
    stores.emit(isByRows(source) ? rows : columns, elements, excess);
  }

  private static boolean isBoxed(TileHandle tile) {
    Order order = tile.type().layout().order();
    return order == Order.NZ || order == Order.ZN;
  }

  /** True if lines are rows. */
  private static boolean isByRows(TileHandle tile) {
    Order order = tile.type().layout().order();
    return order == Order.ND || order == Order.NZ;
  }

  private static Side window(Operation op, CubeWords words, Side whole) {
    IrBuilder builder = words.builder();
    Value row = words.wide(op.operand(RoleName.ROW));
    Value column = words.wide(op.operand(RoleName.COL));
    boolean byRows = isByRows(whole.tile());
    Value blocks = words.units(byRows ? column : row, perBlock(whole.tile()));
    Value lines = byRows ? row : column;
    Value offset =
        builder.add(
            builder.mul(lines, builder.i64(whole.line())),
            builder.mul(blocks, builder.i64(whole.block())));
    return new Side(whole.tile(), builder.add(whole.address(), offset));
  }

  private static int perBlock(TileHandle tile) {
    return BLOCK * Byte.SIZE / tile.type().layout().elementBits();
  }

  private void emit(Value lines, Value elements, Value excess) {
    Value blocks = words.ceil(elements, perBlock(from.tile()));
    Value count = words.wide(lines);
    if (from.hasBoxes() && to.hasBoxes()) {
      word(builder, blocks, count, from.block(), to.block(), from.address(), to.address(), excess);
    } else if (!from.hasBoxes() && !to.hasBoxes()) {
      word(builder, count, blocks, from.line(), to.line(), from.address(), to.address(), excess);
    } else {
      builder.loop(
          builder.i64(0),
          blocks,
          builder.i64(1),
          (body, block) ->
              word(
                  body,
                  count,
                  body.i64(1),
                  from.line(),
                  to.line(),
                  body.add(from.address(), body.mul(block, body.i64(from.block()))),
                  body.add(to.address(), body.mul(block, body.i64(to.block()))),
                  excess));
    }
  }

  /**
   * Bursts of {@code length} blocks; strides are in bytes from start to start. Where {@code excess}
   * is not 0 the word is one that traps.
   */
  private void word(
      IrBuilder at,
      Value bursts,
      Value length,
      long sourceStride,
      long destinationStride,
      Value source,
      Value destination,
      Value excess) {
    CubeWords inner = new CubeWords(at, words.target());
    Value config =
        inner
            .word(ConfigurationWord.L1UB)
            .set(ConfigurationField.BURSTS, bursts)
            .set(ConfigurationField.LENGTH, length)
            .set(ConfigurationField.SOURCE_GAP, gap(at, sourceStride, length))
            .set(ConfigurationField.DESTINATION_GAP, gap(at, destinationStride, length))
            .forbid(excess)
            .word();
    inner.emit(Mnemonic.UB_TO_L1, IrBuilder.fields(), destination, source, config);
  }

  private static Value gap(IrBuilder at, long stride, Value length) {
    return at.sub(at.i64(stride / BLOCK), length);
  }
}
