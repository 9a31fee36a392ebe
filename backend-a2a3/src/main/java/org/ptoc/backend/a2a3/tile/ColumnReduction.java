package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Reduction;

/**
 * Column reductions (spec/20, 7.2): the rows are combined in order, so that a float sum is the
 * sequential one, or pair by pair where a sum asks for that.
 */
final class ColumnReduction {
  /** Best values, a row, the new best, bits, row numbers, the current number and a bias. */
  static final int INDEX_SLOTS = 7;

  private final TileHandle source;
  private final TileHandle destination;

  ColumnReduction(TileHandle source, TileHandle destination) {
    this.source = source;
    this.destination = destination;
  }

  /** A sum, product, maximum or minimum of each column, gathered in the destination. */
  void emit(IrBuilder builder, Reduction kind) {
    DataType type = DataTypes.of(source.element());
    Domain row = Domain.row(builder, source.columns());
    Area total = Area.of(destination);
    Code.ofTiles(builder).run(row, Mnemonic.VCOPY, type, total, Area.of(source));
    builder.loop(
        builder.index(1),
        source.rows(),
        builder.index(1),
        (body, number) -> {
          Area next = Area.of(source).from(body, number, body.index(0));
          Code.following(body).run(row, RowReduction.combine(kind), type, total, total, next);
        });
  }

  /**
   * The sum of neighbouring rows, of neighbouring sums and so on; an odd row joins the next level
   * as it is. A scratch tile of fewer than half the rows takes them in groups, whose sums are added
   * in order. The first is in place before dst is written, which may be row 0 of the source.
   */
  void emitTree(IrBuilder builder, Area scratch, int scratchRows) {
    int group = 2 * scratchRows;
    Area total = Area.of(destination);
    if (source.type().rows() <= group) {
      tree(
          builder,
          scratch,
          Area.of(source),
          source.rows(),
          Math.min(group, source.type().rows()),
          total);
      return;
    }
    Domain row = Domain.row(builder, source.columns());
    DataType type = DataTypes.of(source.element());
    Value start = builder.minUnsigned(source.rows(), builder.index(group));
    tree(builder, scratch, Area.of(source), start, group, total);
    builder.loop(
        builder.index(group),
        source.rows(),
        builder.index(group),
        (body, first) -> {
          Value rows = body.minUnsigned(body.sub(source.rows(), first), body.index(group));
          Area part = Area.of(source).from(body, first, body.index(0));
          tree(body, scratch, part, rows, group, scratch);
          Code.following(body).run(row, Mnemonic.VADD, type, total, total, scratch);
        });
  }

  /**
   * Sums {@code rows} rows, at most {@code limit}, into {@code result}; intermediate sums lie in
   * the scratch tile.
   */
  private void tree(
      IrBuilder builder, Area scratch, Area rows, Value count, int limit, Area result) {
    DataType type = DataTypes.of(source.element());
    Domain row = Domain.row(builder, source.columns());
    Area level = rows;
    Value left = count;
    for (long size = limit; size > 1; size = (size + 1) / 2) {
      Area from = level;
      Area sums = scratch;
      Value pairs = builder.divide(left, 2);
      builder.loop(
          builder.index(0),
          pairs,
          builder.index(1),
          (body, pair) -> {
            Value first = body.mul(pair, body.index(2));
            Area one = from.from(body, first, body.index(0));
            Area other = from.from(body, body.add(first, body.index(1)), body.index(0));
            Code.following(body)
                .run(row, Mnemonic.VADD, type, sums.from(body, pair, body.index(0)), one, other);
          });
      oddRow(builder, row, from, sums, left, pairs);
      left = builder.ceilDivide(left, 2);
      level = sums;
    }
    Code.following(builder).run(row, Mnemonic.VCOPY, type, result, level);
  }

  private void oddRow(IrBuilder builder, Domain row, Area from, Area to, Value rows, Value pairs) {
    Value odd = builder.remainder(rows, 2);
    DataType type = DataTypes.of(source.element());
    builder
        .constantOf(odd)
        .ifPresentOrElse(
            known -> {
              if (known == 1) {
                copyLast(builder, row, type, from, to, rows, pairs);
              }
            },
            () ->
                builder.when(
                    builder.compare("ne", odd, builder.index(0)),
                    body -> copyLast(body, row, type, from, to, rows, pairs)));
  }

  private static void copyLast(
      IrBuilder builder, Domain row, DataType type, Area from, Area to, Value rows, Value pairs) {
    Area last = from.from(builder, builder.sub(rows, builder.index(1)), builder.index(0));
    Code.following(builder)
        .run(row, Mnemonic.VCOPY, type, to.from(builder, pairs, builder.index(0)), last);
  }

  /** The row number of the first maximum or minimum of each column. */
  void emitIndex(IrBuilder builder, Scratch scratch, boolean maximum) {
    long capacity = scratch.slotBytes() / Integer.BYTES;
    Strips.over(
        builder,
        Domain.row(builder, source.columns()),
        List.of(Area.of(destination), Area.of(source)),
        capacity,
        (body, piece, column, areas, pitch) ->
            new IndexPiece(scratch, maximum, piece).emit(body, areas.get(0), areas.get(1)));
  }

  /**
   * Part of a row. Data is compared as single precision or as signed words, which keep its order; a
   * value that does not change the best one leaves the number alone, so that the first extremum
   * stays. A NaN, the only thing that does not equal itself, counts as the neutral element.
   */
  private final class IndexPiece {
    /** Where integers have their bias. */
    private static final int NEUTRAL_SLOT = 6;

    private final Scratch scratch;
    private final boolean maximum;
    private final Domain piece;
    private final ElementType element = source.element();
    private final DataType type = element == ElementType.F16 ? DataType.FP16 : comparable(element);

    IndexPiece(Scratch scratch, boolean maximum, Domain piece) {
      this.scratch = scratch;
      this.maximum = maximum;
      this.piece = piece;
    }

    private static DataType comparable(ElementType element) {
      return element.bits() == 32 && element.isInteger() ? DataType.S32 : DataType.FP32;
    }

    private Area slot(IrBuilder builder, int number) {
      return scratch.row(builder, number, type.bytes());
    }

    void emit(IrBuilder builder, Area destination, Area rows) {
      Code code = Code.following(builder);
      if (element.isInteger()) {
        bias(code);
      } else {
        code.scalar(
            piece,
            Mnemonic.VDUP,
            type,
            Scalars.extreme(element, maximum),
            slot(builder, NEUTRAL_SLOT));
      }
      Area numbers = scratch.row(builder, 4, Integer.BYTES);
      load(code, slot(builder, 0), rows);
      code.scalar(piece, Mnemonic.VDUP, DataType.S32, 0, numbers);
      builder.loop(
          builder.index(1),
          source.rows(),
          builder.index(1),
          (body, number) ->
              step(Code.following(body), rows.from(body, number, body.index(0)), number));
      code.run(piece, Mnemonic.VCOPY, DataType.S32, destination, numbers);
    }

    private void step(Code code, Area row, Value number) {
      IrBuilder builder = code.builder();
      Area best = slot(builder, 0);
      Area data = slot(builder, 1);
      Area better = slot(builder, 2);
      Area bits = scratch.row(builder, 3, type.bytes());
      Area numbers = scratch.row(builder, 4, Integer.BYTES);
      Area current = scratch.row(builder, 5, Integer.BYTES);
      load(code, data, row);
      code.run(piece, maximum ? Mnemonic.VMAX : Mnemonic.VMIN, type, better, best, data);
      code.compare(piece, type, Comparison.EQ, bits, better, Optional.of(best), Optional.empty());
      code.scalar(
          piece, Mnemonic.VDUP, DataType.S32, builder.cast(number, ElementType.I32), current);
      code.select(piece, DataType.S32, numbers, bits, numbers, current);
      code.run(piece, Mnemonic.VCOPY, type, best, better);
    }

    private void bias(Code code) {
      Area bias = scratch.row(code.builder(), 6, element.bytes());
      if (element.bits() == 16) {
        code.scalar(piece, Mnemonic.VDUP, DataType.U16, 0x8000, bias);
      } else {
        code.scalar(piece, Mnemonic.VDUP, DataType.U32, 0x8000_0000L, bias);
      }
    }

    /**
     * Unsigned data with its highest bit flipped has the order of signed data; 16 bits are exact in
     * single precision.
     */
    private void load(Code code, Area to, Area from) {
      IrBuilder builder = code.builder();
      if (element.isFloat()) {
        Area bits = scratch.row(builder, 3, type.bytes());
        code.compare(piece, type, Comparison.EQ, bits, from, Optional.of(from), Optional.empty());
        code.select(piece, type, to, bits, from, slot(builder, NEUTRAL_SLOT));
        return;
      }
      Area bias = scratch.row(builder, 6, 2);
      Domain halves = piece.asHalfWords(builder, element.bytes());
      Area biased = element.bits() == 16 ? scratch.row(builder, 5, 2) : to.as(2);
      code.run(halves, Mnemonic.VXOR, DataType.U16, biased, from.as(2), bias);
      if (element.bits() == 16) {
        code.convert(
            piece, DataType.S16, DataType.FP32, RoundingMode.DEFAULT.code(), false, to, biased);
      }
    }
  }
}
