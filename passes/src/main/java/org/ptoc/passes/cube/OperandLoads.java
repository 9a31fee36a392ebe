package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.passes.build.IrBuilder;

/**
 * Moves of a window of a matrix in L1 to L0A or L0B (spec/60, 2.5 and 5.3). Columns of boxes go to
 * L0A as they are and to L0B transposed; rows of boxes go to L0A transposed and to L0B as they are.
 */
final class OperandLoads {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile source;
  private final CubeTile destination;
  private final Value row;
  private final Value column;
  private final Value pitch;

  /**
   * @param row first row of the window, {@code i64}
   * @param column first column of the window, {@code i64}
   * @param pitch fractals from a column of fractals in L0 to the next (or row, of the left of some
   *     profiles), {@code i64}
   */
  OperandLoads(
      CubeWords words,
      CubeTile source,
      CubeTile destination,
      Value row,
      Value column,
      Value pitch) {
    this.words = words;
    this.builder = words.builder();
    this.source = source;
    this.destination = destination;
    this.row = row;
    this.column = column;
    this.pitch = pitch;
  }

  /**
   * Emits the load.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit() {
    boolean left = destination.type().location() == MemorySpace.L0A;
    return switch (source.order()) {
      case NZ -> {
        fractals(left, !left, row, column);
        yield Optional.empty();
      }
      case ZN -> {
        fractals(left, left, column, row);
        yield Optional.empty();
      }
      case ND -> {
        vector();
        yield Optional.empty();
      }
      case DN, ZZ, NN ->
          Optional.of(
              "the matrix in mat must be columns of row-major boxes or rows of"
                  + " column-major boxes");
    };
  }

  /**
   * @param transposed whether boxes are transposed on the way
   * @param outer offset along the 16 elements of a box
   * @param inner offset along the 32 bytes of a box
   */
  private void fractals(boolean left, boolean transposed, Value outer, Value inner) {
    boolean rowsOutside = source.order() == Order.NZ;
    int width = source.perBlock();
    int unit = transposed ? Math.max(CubeTile.BOX, width) : 1;
    Value outerBoxes = boxes(extent(left, rowsOutside), unit, CubeTile.BOX);
    Value innerBoxes = boxes(extent(left, !rowsOutside), unit, width);
    boolean halves = source.bits() < Byte.SIZE;
    Value start = halves ? windowAddress(outer, inner) : source.address();
    Value first =
        words
            .word(ConfigurationWord.LD0)
            .set(
                ConfigurationField.ROW_START,
                halves ? builder.i64(0) : words.units(outer, CubeTile.BOX))
            .set(
                ConfigurationField.COLUMN_START,
                halves ? builder.i64(0) : words.units(inner, width))
            .set(ConfigurationField.ROWS, outerBoxes)
            .set(ConfigurationField.COLUMNS, innerBoxes)
            .word();
    Value second =
        words
            .word(ConfigurationWord.LD1)
            .set(ConfigurationField.SOURCE_STRIDE, source.pitch() / CubeTile.BOX)
            .set(ConfigurationField.DESTINATION_STRIDE, pitch)
            .word();
    Mnemonic mnemonic =
        left
            ? transposed ? Mnemonic.L1_TO_L0A_T : Mnemonic.L1_TO_L0A
            : transposed ? Mnemonic.L1_TO_L0B_T : Mnemonic.L1_TO_L0B;
    words.typed(
        mnemonic, CubeWords.type(source.element()), destination.address(), start, first, second);
  }

  /**
   * How many rows or columns are moved: all of the storage, but for the k of a left operand whose
   * pitch follows from k only those that are valid.
   *
   * @param rows whether rows are meant
   */
  private Value extent(boolean left, boolean rows) {
    if (left && !rows && !words.target().leftByColumns()) {
      return words.wide(destination.columns());
    }
    return builder.i64(rows ? destination.type().rows() : destination.type().columns());
  }

  private Value boxes(Value extent, int unit, int size) {
    Value whole = unit <= size ? extent : builder.mul(words.ceil(extent, unit), builder.i64(unit));
    return words.ceil(whole, size);
  }

  /** Fractals of a row of L0A where the pitch follows from k (spec/60, 1.3). */
  static Value leftRowPitch(CubeWords words, CubeTile left, Value k) {
    return left.bits() == Integer.SIZE
        ? words.builder().mul(words.ceil(k, CubeTile.BOX), words.builder().i64(2))
        : words.ceil(k, left.perBlock());
  }

  private Value windowAddress(Value outer, Value inner) {
    Value columns =
        builder.mul(
            words.units(inner, source.perBlock()),
            builder.i64((long) source.pitch() * CubeTile.BLOCK_BYTES));
    Value rows = builder.mul(outer, builder.i64(CubeTile.BLOCK_BYTES));
    return builder.add(source.address(), builder.add(columns, rows));
  }

  /** One row without boxes: pieces of 512 bytes, for products of one row. */
  private void vector() {
    Value pieces = words.ceil(source.bytes(builder, destination.columns()), CubeTile.FRACTAL_BYTES);
    Value first =
        words
            .word(ConfigurationWord.LD0)
            .set(
                ConfigurationField.COLUMN_START,
                words.units(source.bytes(builder, column), CubeTile.FRACTAL_BYTES))
            .set(ConfigurationField.ROWS, 1)
            .set(ConfigurationField.COLUMNS, pieces)
            .word();
    Value second =
        words
            .word(ConfigurationWord.LD1)
            .set(ConfigurationField.SOURCE_STRIDE, 1)
            .set(ConfigurationField.DESTINATION_STRIDE, 1)
            .word();
    words.typed(
        Mnemonic.L1_TO_L0A,
        CubeWords.type(source.element()),
        destination.address(),
        source.address(),
        first,
        second);
  }
}
