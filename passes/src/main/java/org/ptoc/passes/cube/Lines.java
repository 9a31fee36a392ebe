package org.ptoc.passes.cube;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Lines of elements that a load cuts into pieces of 32 bytes (spec/60, 3.2).
 *
 * @param count number of lines, {@code i64}
 * @param elements elements of a line, {@code i64}
 * @param stride distance of lines in global memory in bytes, {@code i64}; of the elements of a line
 *     where the word takes columns, {@code gm_to_l1_dn2nz}
 * @param lineStep distance of lines in L1 in units of 32 bytes
 * @param pieceStep distance of the pieces of a line in L1 in units of 32 bytes
 */
record Lines(Value count, Value elements, Value stride, long lineStep, long pieceStep) {
  void emit(Mnemonic mnemonic, CubeWords words, CubeTile tile, Value destination, Value source) {
    Value first =
        words
            .word(ConfigurationWord.ND0)
            .set(ConfigurationField.SOURCE_STRIDE, stride)
            .set(ConfigurationField.ROWS, count)
            .word();
    Value second =
        words
            .word(ConfigurationWord.ND1)
            .set(ConfigurationField.COLUMNS, wholeBytes(words, tile))
            .word();
    Value steps =
        words
            .word(ConfigurationWord.ND2)
            .set(ConfigurationField.GROUPS, 1)
            .set(ConfigurationField.ROW_STRIDE, lineStep)
            .set(ConfigurationField.COLUMN_STRIDE, pieceStep)
            .word();
    words.set(SpecialRegister.MTE2_NZ_PARA, steps);
    words.typed(mnemonic, CubeWords.type(piece(tile)), destination, source, first, second);
  }

  /** Elements of 64 bits, which no word of lines knows, are moved as two of 32. */
  private static ElementType piece(CubeTile tile) {
    return tile.bits() == Long.SIZE ? ElementType.I32 : tile.element();
  }

  /** How many bits the elements of lines have that are moved for a tile. */
  static int bits(CubeTile tile) {
    return Math.min(tile.bits(), Integer.SIZE);
  }

  /** Two elements of 4 bits are moved together. */
  private Value wholeBytes(CubeWords words, CubeTile tile) {
    IrBuilder builder = words.builder();
    return tile.bits() >= Byte.SIZE
        ? elements
        : builder.mul(words.ceil(elements, 2), builder.i64(2));
  }
}
