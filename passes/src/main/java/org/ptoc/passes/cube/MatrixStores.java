package org.ptoc.passes.cube;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.storage.TileHandle;

/** Accumulators to a matrix in L1, or in UB of vector cores (spec/60, 2.8, 3.8 and 5.3). */
final class MatrixStores {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile source;
  private final CubeTile destination;
  private final AccumulatorStores.Conversion conversion;
  private final VectorCores cores;

  /** Which vector cores take a matrix in UB: one, or each a half. */
  enum VectorCores {
    FIRST(0, 0),
    SECOND(1, 0),
    HALF_THE_ROWS(0, 1),
    HALF_THE_COLUMNS(0, 2);

    private final int core;
    private final int split;

    VectorCores(int core, int split) {
      this.core = core;
      this.split = split;
    }

    /** The cores that a value of {@code accToVecMode} names, the first where there is none. */
    static VectorCores of(Optional<String> mode) {
      return switch (mode.orElse("")) {
        case "single_mode_vec1" -> SECOND;
        case "dual_mode_split_m" -> HALF_THE_ROWS;
        case "dual_mode_split_n" -> HALF_THE_COLUMNS;
        default -> FIRST;
      };
    }

    void set(WordBuilder word) {
      word.set(ConfigurationField.CORE, core).set(ConfigurationField.SPLIT, split);
    }
  }

  MatrixStores(
      CubeWords words,
      CubeTile source,
      CubeTile destination,
      AccumulatorStores.Conversion conversion,
      VectorCores cores) {
    this.words = words;
    this.builder = words.builder();
    this.source = source;
    this.destination = destination;
    this.conversion = conversion;
    this.cores = cores;
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
    int width = destination.perBlock();
    long pitch = destination.handle().pitch();
    long bytes = destination.bits() / Byte.SIZE;
    return switch (destination.order()) {
      case NZ -> {
        pitch = destination.pitch();
        Value blocks = builder.mul(words.units(toColumn, width), builder.i64(32 * pitch));
        Value start = builder.add(blocks, builder.mul(toRow, builder.i64(32)));
        if (destination.bits() == Integer.SIZE) {
          yield boxesOfWords(row, column, extent, start, pitch * width);
        }
        yield destination.type().location() == MemorySpace.L1
            ? store(
                row, column, extent, start, pitch * width, AccumulatorStores.Order.FRACTALS, false)
            : strips(row, column, extent, start, 32 * pitch);
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

  /**
   * Boxes of 32 bytes of 32-bit elements: the word makes them of f32 alone, which it copies bit by
   * bit, so that integers are moved as such.
   */
  private Optional<String> boxesOfWords(
      Value row, Value column, CubeTile extent, Value start, long stride) {
    if (source.element().isInteger() && conversion.relu()) {
      return Optional.of(
          "relu of 32-bit integers has no word that makes boxes of 32 bytes; legal: rows without"
              + " boxes, or no_relu");
    }
    return new MatrixStores(words, asFloats(source), asFloats(destination), conversion, cores)
        .store(row, column, extent, start, stride, AccumulatorStores.Order.FRACTALS, true);
  }

  private static CubeTile asFloats(CubeTile tile) {
    TileHandle handle = tile.handle();
    return new CubeTile(
        new TileHandle(
            handle.type().withElement(ElementType.F32),
            handle.address(),
            handle.rows(),
            handle.columns(),
            handle.pitch()));
  }

  /** Into UB a word makes boxes of f32 alone (spec/60, 3.8), but rows of 32 bytes of all types. */
  private Optional<String> strips(
      Value row, Value column, CubeTile extent, Value start, long stripBytes) {
    if (cores == VectorCores.HALF_THE_COLUMNS) {
      return Optional.of(
          "dual_mode_split_n divides boxes of f32 elements only, and rows without boxes");
    }
    Value width = builder.i64(destination.perBlock());
    Value columns = words.wide(extent.columns());
    List<String> problems = new ArrayList<>();
    builder.loop(
        builder.i64(0),
        words.ceil(columns, destination.perBlock()),
        builder.i64(1),
        (body, strip) -> {
          Value first = body.mul(strip, width);
          Value offset = body.add(start, body.mul(strip, body.i64(stripBytes)));
          AccumulatorStores.Conversion part = conversion.from(body, first);
          new AccumulatorStores(new CubeWords(body, words.target()), source, part)
              .emit(
                  row,
                  body.add(column, first),
                  extent.rows(),
                  body.minUnsigned(body.sub(columns, first), width),
                  to(body, offset, width, AccumulatorStores.Order.ROWS, false))
              .ifPresent(problems::add);
        });
    return problems.stream().findFirst();
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
            to(builder, offset, builder.i64(stride), order, split));
  }

  private AccumulatorStores.Destination to(
      IrBuilder at, Value offset, Value stride, AccumulatorStores.Order order, boolean split) {
    boolean toVector = destination.type().location() == MemorySpace.UB;
    return new AccumulatorStores.Destination(
        toVector ? Mnemonic.L0C_TO_UB : Mnemonic.L0C_TO_L1,
        toVector ? ConfigurationWord.FIXT_UB : ConfigurationWord.FIXT_L1,
        destination.element(),
        at.add(destination.address(), offset),
        stride,
        order,
        split,
        toVector ? cores::set : word -> {});
  }
}
