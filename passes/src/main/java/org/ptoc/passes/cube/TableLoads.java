package org.ptoc.passes.cube;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileMemory;

/**
 * Moves from L1 to what products and stores read besides their matrices: biases, parameters of the
 * fix-pipe, scales (spec/60, 2.5 and 5.3).
 */
final class TableLoads {
  private final CubeWords words;
  private final CubeTile source;
  private final CubeTile destination;

  TableLoads(CubeWords words, CubeTile source, CubeTile destination) {
    this.words = words;
    this.source = source;
    this.destination = destination;
  }

  /** A bias for each column; 16-bit ones are widened. */
  void bias() {
    int unit = words.target().biasUnit();
    boolean widens = source.bits() == Short.SIZE;
    Value config =
        words
            .word(ConfigurationWord.BT)
            .set(ConfigurationField.CONVERT, widens ? 1 : 0)
            .set(ConfigurationField.BURSTS, 1)
            .set(ConfigurationField.LENGTH, length(unit))
            .word();
    ElementType element = source.element();
    words.typed(
        Mnemonic.L1_TO_BT,
        CubeWords.type(element),
        destination.address(),
        source.address(),
        config);
  }

  /**
   * Parameters of the fix-pipe; scales become parameters.
   *
   * @param column first column of the source, {@code i64}
   * @param signed whether results of 8 bits have a sign
   */
  void parameters(Value column, boolean signed) {
    boolean raw = source.bits() == Long.SIZE;
    Value config =
        words
            .word(ConfigurationWord.FB)
            .set(ConfigurationField.BURSTS, 1)
            .set(ConfigurationField.LENGTH, length(words.target().parameterUnit()))
            .set(ConfigurationField.SIGNED_RESULT, signed && !raw ? 1 : 0)
            .forbid(words.wide(words.builder().remainder(column, source.perBlock())))
            .word();
    words.typed(
        Mnemonic.L1_TO_FB,
        CubeWords.type(source.element()),
        destination.address(),
        words.builder().add(source.address(), source.bytes(words.builder(), column)),
        config);
  }

  private Value length(int unit) {
    Value columns =
        destination.type().columns() == source.type().columns()
            ? source.columns()
            : destination.columns();
    return words.ceil(source.bytes(words.builder(), columns), unit);
  }

  /**
   * Scales of the left or right matrix.
   *
   * @param row first row of the window, {@code i64}
   * @param column first column of the window, {@code i64}
   */
  void scales(Value row, Value column) {
    boolean left = TileMemory.of(destination.type()) == TileMemory.LEFT_SCALE;
    Value lines = left ? row : column;
    Value groups = left ? column : row;
    int count = left ? destination.type().rows() : destination.type().columns();
    Value pairs = words.ceil(left ? destination.columns() : destination.rows(), 2);
    Value first =
        words
            .word(ConfigurationWord.LD0)
            .set(ConfigurationField.ROW_START, words.units(lines, CubeTile.BOX))
            .set(ConfigurationField.COLUMN_START, words.units(groups, 2))
            .set(ConfigurationField.ROWS, CubeTile.ceil(count, CubeTile.BOX))
            .set(ConfigurationField.COLUMNS, pairs)
            .word();
    Value second =
        words
            .word(ConfigurationWord.LD1)
            .set(ConfigurationField.SOURCE_STRIDE, CubeTile.ceil(source.handle().pitch(), 2))
            .set(ConfigurationField.DESTINATION_STRIDE, pairs)
            .word();
    words.typed(
        left ? Mnemonic.L1_TO_L0A_MX : Mnemonic.L1_TO_L0B_MX,
        CubeWords.type(ElementType.F8E8M0),
        destination.address(),
        source.address(),
        first,
        second);
  }
}
