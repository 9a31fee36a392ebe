package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.passes.build.IrBuilder;

/** Accumulators to a matrix in L1 (spec/60, 2.8 and 5.3). */
final class MatrixStores {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile source;
  private final CubeTile destination;
  private final AccumulatorStores.Conversion conversion;

  MatrixStores(
      CubeWords words,
      CubeTile source,
      CubeTile destination,
      AccumulatorStores.Conversion conversion) {
    this.words = words;
    this.builder = words.builder();
    this.source = source;
    this.destination = destination;
    this.conversion = conversion;
  }

  /**
   * Emits the move of a window of accumulators to a window of the matrix.
   *
   * @param row first row in the accumulators, {@code i64}
   * @param column first column in the accumulators, {@code i64}
   * @param toRow first row in the matrix, {@code i64}
   * @param toColumn first column in the matrix, {@code i64}
   * @param extent the tile whose valid region is moved
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit(Value row, Value column, Value toRow, Value toColumn, CubeTile extent) {
    if (destination.type().location() != MemorySpace.L1) {
      return Optional.of("kernels of the cube core alone have no unified buffer");
    }
    int width = destination.perBlock();
    long pitch = destination.handle().pitch();
    long bytes = destination.bits() / Byte.SIZE;
    return switch (destination.order()) {
      case NZ -> {
        pitch = destination.pitch();
        Value blocks = builder.mul(words.units(toColumn, width), builder.i64(32 * pitch));
        Value start = builder.add(blocks, builder.mul(toRow, builder.i64(32)));
        boolean split = destination.element() == ElementType.F32;
        yield store(
            row,
            column,
            extent,
            start,
            pitch * width,
            AccumulatorStores.Order.FRACTALS,
            split || destination.element().isInteger() && destination.bits() == Integer.SIZE);
      }
      case ND ->
          store(
              row,
              column,
              extent,
              plain(toRow, toColumn, pitch, bytes),
              pitch,
              AccumulatorStores.Order.ROWS,
              false);
      case DN ->
          store(
              row,
              column,
              extent,
              plain(toColumn, toRow, pitch, bytes),
              pitch,
              AccumulatorStores.Order.COLUMNS,
              false);
      case ZN, ZZ, NN ->
          Optional.of("accumulators can only become rows, columns, or columns of row-major boxes");
    };
  }

  private Value plain(Value major, Value minor, long pitch, long bytes) {
    return builder.mul(
        builder.add(builder.mul(major, builder.i64(pitch)), minor), builder.i64(bytes));
  }

  private Optional<String> store(
      Value row,
      Value column,
      CubeTile extent,
      Value offset,
      long stride,
      AccumulatorStores.Order order,
      boolean split) {
    return new AccumulatorStores(words, source, conversion)
        .emit(
            row,
            column,
            extent.rows(),
            extent.columns(),
            new AccumulatorStores.Destination(
                Mnemonic.L0C_TO_L1,
                ConfigurationWord.FIXT_L1,
                destination.element(),
                builder.add(destination.address(), offset),
                builder.i64(stride),
                order,
                split));
  }
}
