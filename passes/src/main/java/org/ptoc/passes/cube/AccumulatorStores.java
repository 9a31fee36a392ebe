package org.ptoc.passes.cube;

import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * The way out of the accumulators: read, quantise, clip, convert, lay out (spec/60, 2.8 and 3.8).
 */
final class AccumulatorStores {
  private static final int RELU_NORMAL = 1;

  /** Distance of two rows of a column of boxes. */
  static final int ROW_BYTES = CubeTile.BOX * Float.BYTES;

  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile source;
  private final Conversion conversion;

  /**
   * What happens to a value on the way.
   *
   * @param scale parameter word of all columns, or address of one for each
   * @param isVector whether {@code scale} is an address
   * @param relu whether negative values become zero
   * @param phase 0, or 2 and 3 for stores that follow a product closely
   */
  record Conversion(Optional<Value> scale, boolean isVector, boolean relu, int phase) {
    /** The mode code for an accumulator and a destination type; empty when there is none. */
    Optional<Integer> mode(Profile profile, DataType accumulator, DataType type) {
      return QuantizationMode.ofTiles(profile, accumulator, type, scale.isPresent())
          .map(mode -> isVector ? mode.vectorCode() : mode.scalarCode());
    }

    /** The same for columns from a later one on, a multiple of 16: words begin at parameter 0. */
    Conversion from(IrBuilder builder, Value column) {
      Optional<Value> parameters =
          scale.map(
              first ->
                  isVector
                      ? builder.add(first, builder.mul(column, builder.i64(Long.BYTES)))
                      : first);
      return new Conversion(parameters, isVector, relu, phase);
    }
  }

  /** The order of elements at the destination. */
  enum Order {
    ROWS,
    COLUMNS,
    FRACTALS
  }

  /**
   * Where a window of accumulators goes.
   *
   * @param mnemonic the word
   * @param layout layout of its mode word
   * @param address first byte
   * @param stride elements from row to row, column to column or column of boxes to column of boxes
   * @param order order of elements
   * @param split whether columns of boxes are 32 bytes wide although elements have 32 bits
   * @param more sets the fields that only the mode word of this memory has
   */
  record Destination(
      Mnemonic mnemonic,
      ConfigurationWord layout,
      ElementType element,
      Value address,
      Value stride,
      Order order,
      boolean split,
      Consumer<WordBuilder> more) {}

  AccumulatorStores(CubeWords words, CubeTile source, Conversion conversion) {
    this.words = words;
    this.builder = words.builder();
    this.source = source;
    this.conversion = conversion;
  }

  /**
   * Emits the store of a window.
   *
   * @param row first row, {@code i64}
   * @param column first column, a multiple of 16, {@code i64}
   * @param rows rows of the window
   * @param columns columns of the window
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit(Value row, Value column, Value rows, Value columns, Destination to) {
    boolean integers = source.element().isInteger();
    DataType accumulator = integers ? DataType.S32 : DataType.FP32;
    DataType type = type(to.element());
    Optional<Integer> mode = conversion.mode(words.target().profile(), accumulator, type);
    if (mode.isEmpty()) {
      return Optional.of(
          "accumulators of "
              + source.element().spelling()
              + " cannot be stored as "
              + to.element().spelling()
              + (conversion.scale().isPresent() ? " with" : " without")
              + " a parameter of quantisation");
    }
    Value shape =
        words
            .word(ConfigurationWord.FIXM)
            .set(ConfigurationField.N, words.wide(columns))
            .set(ConfigurationField.M, words.wide(rows))
            .set(ConfigurationField.DESTINATION_STRIDE, to.stride())
            .word();
    WordBuilder config =
        words
            .word(to.layout())
            .set(ConfigurationField.SOURCE_STRIDE, source.pitch())
            .set(ConfigurationField.QUANT, mode.get() & 31)
            .set(ConfigurationField.QUANT_HIGH, mode.get() >> 5)
            .set(ConfigurationField.RELU, conversion.relu() ? RELU_NORMAL : 0)
            .set(ConfigurationField.UNIT_FLAG, conversion.phase())
            .set(ConfigurationField.CHANNEL_SPLIT, to.split() ? 1 : 0)
            .set(ConfigurationField.ROWS, to.order() == Order.ROWS ? 1 : 0)
            .set(ConfigurationField.COLUMNS, to.order() == Order.COLUMNS ? 1 : 0);
    to.more().accept(config);
    Value zero = builder.i64(0);
    words.emit(
        to.mnemonic(),
        IrBuilder.fields(
            OperandRole.DT.with(accumulator.code()), OperandRole.DT2.with(type.code())),
        to.address(),
        window(row, column),
        shape,
        config.word(),
        conversion.scale().orElse(zero),
        zero,
        zero);
    return Optional.empty();
  }

  private static DataType type(ElementType element) {
    return switch (element) {
      case I32, SI32, UI32 -> DataType.S32;
      default -> DataTypes.ofConversion(element);
    };
  }

  private Value window(Value row, Value column) {
    long box = (long) source.pitch() * CubeTile.BOX * Float.BYTES;
    Value across = builder.mul(words.units(column, CubeTile.BOX), builder.i64(box));
    Value down = builder.mul(row, builder.i64(ROW_BYTES));
    return builder.add(source.address(), builder.add(across, down));
  }
}
