package org.ptoc.passes.cube;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/**
 * Matrix products (spec/60, 2.6, 2.7 and 5.1). The machine derives the pitch of its three matrices
 * from the extents in the word, so that these are rounded up to the storage where the valid part
 * takes fewer boxes; what is computed too much lands outside the valid part.
 */
final class Products {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile left;
  private final CubeTile right;
  private final CubeTile result;

  /** What a product begins with. */
  enum Start {
    ZERO,
    ACCUMULATORS,
    BIAS
  }

  /**
   * How a product is meant.
   *
   * @param start what it begins with
   * @param bias the bias, when it begins with that
   * @param isScaled whether the factors have scales
   * @param isRow whether it is a {@code tgemv}
   * @param phase 0, or 2 and 3 for products that let the fix-pipe follow closely
   */
  record Kind(Start start, Optional<CubeTile> bias, boolean isScaled, boolean isRow, int phase) {}

  Products(CubeWords words, CubeTile left, CubeTile right, CubeTile result) {
    this.words = words;
    this.builder = words.builder();
    this.left = left;
    this.right = right;
    this.result = result;
  }

  /**
   * Emits the product.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit(Kind kind) {
    boolean vector = kind.isRow() && left.type().rows() == 1;
    int room = CubeTile.up(result.handle().pitch(), CubeTile.BOX);
    int leftRoom = CubeTile.up(left.type().rows(), CubeTile.BOX);
    boolean oneColumn = CubeTile.up(right.type().columns(), CubeTile.BOX) == CubeTile.BOX;
    if (room != leftRoom && !oneColumn) {
      return Optional.of(
          "dst lies in storage of "
              + room
              + " rows and lhs in storage of "
              + leftRoom
              + "; a product of more than 16 columns needs the same number in both");
    }
    product(kind, vector, rows(kind, vector, leftRoom));
    return Optional.empty();
  }

  private Value rows(Kind kind, boolean vector, int room) {
    if (vector) {
      return builder.i64(1);
    }
    Value m = rounded(kind.isRow() ? builder.i64(1) : left.rows(), room);
    boolean single = builder.constantOf(m).orElse(0) == 1;
    return single ? builder.i64(words.target().singleRow()) : m;
  }

  /** The valid extent where it takes as many boxes as the storage, else all of the storage. */
  private Value rounded(Value valid, int physical) {
    int room = CubeTile.up(physical, CubeTile.BOX);
    OptionalLong known = builder.constantOf(valid);
    if (known.isPresent()) {
      boolean whole = known.getAsLong() > room - CubeTile.BOX || known.getAsLong() == 0;
      return builder.i64(whole ? known.getAsLong() : room);
    }
    if (room == CubeTile.BOX) {
      return builder.i64(room);
    }
    Value wide = words.wide(valid);
    Value whole = builder.compare("ugt", wide, builder.i64(room - CubeTile.BOX));
    return builder.value(Arithmetic.SELECT, ElementType.I64, whole, wide, builder.i64(room));
  }

  private void product(Kind kind, boolean vector, Value m) {
    Value k = words.wide(kind.isRow() ? right.rows() : left.columns());
    boolean isRowOfMatrix = !vector && builder.constantOf(m).orElse(0) == 1;
    boolean isF32 = left.element() == ElementType.F32;
    WordBuilder word =
        words
            .word(ConfigurationWord.MAD)
            .set(ConfigurationField.M, m)
            .set(ConfigurationField.K, k)
            .set(ConfigurationField.N, rounded(right.columns(), right.type().columns()))
            .set(ConfigurationField.UNIT_FLAG, kind.phase())
            .set(
                ConfigurationField.ORDINARY,
                words.target().ordinaryBit(isRowOfMatrix, isF32) ? 1 : 0)
            .set(ConfigurationField.BIAS, kind.start() == Start.BIAS ? 1 : 0)
            .set(ConfigurationField.ZERO, kind.start() == Start.ZERO ? 1 : 0);
    boolean integers = left.element().isInteger();
    words.emit(
        kind.isScaled() ? Mnemonic.MAD_MX : Mnemonic.MAD,
        IrBuilder.fields(
            OperandRole.DT.with(CubeWords.type(left.element())),
            OperandRole.DT2.with(CubeWords.type(right.element())),
            OperandRole.DT3.with((integers ? DataType.S32 : DataType.FP32).code())),
        result.address(),
        left.address(),
        right.address(),
        word.word(),
        kind.bias().map(CubeTile::address).orElse(builder.i64(0)));
  }
}
