package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * Moves one value per row between the forms in which it is needed: a column of a tile, adjacent
 * elements, and one block of equal elements per row (the carrier of row expansions).
 */
final class RowValues {
  private static final int BROADCAST_ROWS = 8;

  private RowValues() {}

  /**
   * Rows that are worked on together.
   *
   * @param most for how many there is room, at most 255
   * @param count how many there are, at least one, {@code index}
   */
  record Rows(long most, Value count) {
    static Rows of(IrBuilder builder, long count) {
      return new Rows(count, builder.index(count));
    }

    /** Some columns of all rows; there are some. */
    Domain domain(Value columns, int mostColumns) {
      return new Domain(count, columns, (int) most, mostColumns).notEmpty();
    }
  }

  /**
   * Adjacent elements become blocks: eight for each repeat, so that up to seven blocks more are
   * written.
   */
  static void broadcast(Code code, long rows, int elementBytes, Area blocks, Area values) {
    long repeats = (rows + BROADCAST_ROWS - 1) / BROADCAST_ROWS;
    for (long done = 0; done < repeats; done += VectorUnit.MAX_REPEAT) {
      long repeat = Math.min(VectorUnit.MAX_REPEAT, repeats - done);
      IrBuilder builder = code.order().builder();
      Value to = builder.add(blocks.address(), builder.i64(done * VectorUnit.REPEAT_BYTES));
      Value from = builder.add(values.address(), builder.i64(done * BROADCAST_ROWS * elementBytes));
      VectorInstruction.of(Mnemonic.VBRCB, word(elementBytes))
          .emit(
              builder,
              List.of(Area.dense(to, elementBytes, 0), Area.dense(from, elementBytes, 0)),
              repeat,
              new long[] {VectorUnit.DENSE_REPEAT_STRIDE, 0});
    }
  }

  /** Keeps the elements whose bit is set in a repeating pattern of 16 bits, side by side. */
  static void squeeze(
      Code code,
      long elements,
      int elementBytes,
      int bits,
      Area destination,
      Area source,
      Area pattern) {
    IrBuilder builder = code.builder();
    code.scalar(
        Domain.row(builder, builder.index((elements + 15) / 16)),
        Mnemonic.VDUP,
        DataType.U16,
        bits,
        pattern.as(2));
    code.order();
    VectorUnit.counted(
        builder,
        builder.i64(elements),
        () ->
            VectorInstruction.of(Mnemonic.VREDUCEV2, word(elementBytes))
                .emit(
                    builder,
                    List.of(destination, source, pattern),
                    0,
                    new long[] {0, VectorUnit.DENSE_REPEAT_STRIDE, 0}));
  }

  private static DataType word(int elementBytes) {
    return elementBytes == 4 ? DataType.U32 : DataType.U16;
  }

  /**
   * Stores adjacent values of rows into column 0 of a tile.
   *
   * @param firstRow first row of the tile, a multiple of 16 or there is one row at most
   * @param rows how many values there are, and how many of them are stored
   * @param blocks scratch for a block per row, rounded up to eight rows
   */
  static void store(
      Code code, TileHandle tile, Value firstRow, Rows rows, Area values, Area blocks) {
    IrBuilder builder = code.builder();
    int bytes = tile.elementBytes();
    if (tile.type().baseLayout() == BaseLayout.ROW_MAJOR) {
      broadcast(code, rows.most(), bytes, blocks, values);
      Area to = Area.of(tile).from(builder, firstRow, builder.index(0));
      Area from = Area.dense(blocks.address(), bytes, VectorUnit.BLOCK_BYTES);
      code.run(rows.domain(builder.index(1), 1), Mnemonic.VCOPY, word(bytes), to, from);
    } else if (rows.most() > 1 || builder.constantOf(firstRow).orElse(1) == 0) {
      Area to = new Area(tile.address(), bytes, 0, false).from(builder, builder.index(0), firstRow);
      code.run(Domain.row(builder, rows.count()), Mnemonic.VCOPY, word(bytes), to, values);
    } else {
      storeOne(code, tile, firstRow, values, blocks);
    }
  }

  /** One element of a block: the value is in all lanes of a block, a mask picks the lane. */
  private static void storeOne(Code code, TileHandle tile, Value row, Area values, Area blocks) {
    IrBuilder builder = code.builder();
    int bytes = tile.elementBytes();
    int lanes = VectorUnit.BLOCK_BYTES / bytes;
    broadcast(code, 1, bytes, blocks, values);
    Value block = builder.cast(builder.divide(row, lanes), ElementType.I64);
    Value lane = builder.cast(builder.remainder(row, lanes), ElementType.I64);
    Value mask = builder.value(Arithmetic.SHLI, ElementType.I64, builder.i64(1), lane);
    Value to = builder.add(tile.address(), builder.mul(block, builder.i64(VectorUnit.BLOCK_BYTES)));
    code.order();
    VectorUnit.withMask(
        builder,
        builder.i64(0),
        mask,
        () ->
            VectorInstruction.of(Mnemonic.VCOPY, word(bytes))
                .emit(builder, List.of(Area.dense(to, bytes, 0), blocks), 1, new long[] {0, 0}));
  }

  /**
   * Collects column 0 of rows of a row-major tile as adjacent elements.
   *
   * @param staging scratch for a block per row
   * @param pattern scratch for the selection pattern
   */
  static void collect(
      Code code, long rows, int elementBytes, Area values, Area tile, Area staging, Area pattern) {
    int lanes = VectorUnit.BLOCK_BYTES / elementBytes;
    Area blocks = Area.dense(staging.address(), elementBytes, VectorUnit.BLOCK_BYTES);
    IrBuilder builder = code.builder();
    code.run(Domain.of(builder, rows, lanes), Mnemonic.VCOPY, word(elementBytes), blocks, tile);
    squeeze(
        code, rows * lanes, elementBytes, lanes == 8 ? 0x0101 : 0x0001, values, blocks, pattern);
  }
}
