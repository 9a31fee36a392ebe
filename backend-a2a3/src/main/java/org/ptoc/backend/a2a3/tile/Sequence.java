package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;

/**
 * Ascending and descending numbers (spec/20, 8.4): lane numbers of one vector bit by bit, then
 * vectors from vectors.
 */
final class Sequence {
  private Sequence() {}

  /** {@code d[0, k] = start + k}, or {@code start - k}. */
  static void emit(Code code, TileHandle destination, Value start, boolean descending) {
    IrBuilder builder = code.builder();
    ElementType element = destination.element();
    DataType type = signed(DataTypes.of(element));
    Domain row = Domain.row(builder, destination.columns());
    Area area = Area.of(destination);
    int lanes = VectorUnit.REPEAT_BYTES / element.bytes();
    if (builder.constantOf(row.columns()).isPresent()) {
      long count = builder.constantOf(row.columns()).getAsLong();
      lanes(code, type, element, area, (int) Math.min(lanes, count));
      for (long done = lanes; done < count; done *= 2) {
        Area next = area.from(builder, builder.index(0), builder.index(done));
        Domain piece = Domain.of(builder, 1, Math.min(done, count - done));
        code.scalar(piece, Mnemonic.VADDS, type, number(element, done), next, area);
      }
    } else {
      dynamic(code, type, element, area, row.columns(), lanes);
    }
    if (descending) {
      code.scalar(row, Mnemonic.VMULS, type, Scalars.minusOne(element), area, area);
    }
    code.scalar(row, Mnemonic.VADDS, type, Scalars.element(builder, start, element), area, area);
  }

  /** Each vector from the one before, whatever their number. */
  private static void dynamic(
      Code code, DataType type, ElementType element, Area area, Value columns, int lanes) {
    IrBuilder builder = code.builder();
    Domain head = Domain.row(builder, builder.minUnsigned(columns, builder.index(lanes)));
    code.scalar(head, Mnemonic.VDUP, type, 0, area);
    Value count = builder.cast(head.columns(), ElementType.I64);
    for (int bit = 1; bit < lanes; bit *= 2) {
      int own = bit;
      // A mask without lanes is illegal: the first lane with a bit has that bit alone.
      builder.when(
          builder.compare("sgt", count, builder.i64(bit)),
          body -> addWhereBitIsSet(Code.following(body), type, element, area, own, count));
    }
    builder.loop(
        builder.index(lanes),
        columns,
        builder.index(lanes),
        (body, column) -> {
          Value left = body.minUnsigned(body.sub(columns, column), body.index(lanes));
          Area to = area.from(body, body.index(0), column);
          Area from = area.from(body, body.index(0), body.sub(column, body.index(lanes)));
          Code.following(body)
              .scalar(
                  Domain.row(body, left), Mnemonic.VADDS, type, number(element, lanes), to, from);
        });
  }

  /** The numbers 0 to {@code count} - 1 in the lanes of one vector. */
  static void lanes(Code code, DataType type, ElementType element, Area area, int count) {
    code.scalar(Domain.of(code.builder(), 1, count), Mnemonic.VDUP, type, 0, area);
    for (int bit = 1; bit < count; bit *= 2) {
      addWhereBitIsSet(code, type, element, area, bit, code.builder().i64(count));
    }
  }

  /** Adds a power of two to the lanes below {@code count} whose number has that bit. */
  private static void addWhereBitIsSet(
      Code code, DataType type, ElementType element, Area area, int bit, Value count) {
    IrBuilder builder = code.builder();
    Value low = builder.i64(lanesWithBit(bit, 0));
    Value high = builder.i64(lanesWithBit(bit, Long.SIZE));
    code.order();
    VectorUnit.withMask(
        builder,
        builder.and(high, below(builder, count, Long.SIZE)),
        builder.and(low, below(builder, count, 0)),
        () ->
            VectorInstruction.of(Mnemonic.VADDS, type)
                .withScalar(builder.i64(number(element, bit)))
                .emit(builder, List.of(area, area), 1, new long[] {8, 8}));
  }

  private static long lanesWithBit(int bit, int firstLane) {
    long mask = 0;
    for (int lane = 0; lane < Long.SIZE; lane++) {
      mask |= ((lane + firstLane & bit) != 0 ? 1L : 0L) << lane;
    }
    return mask;
  }

  /** The lanes of a mask register that are below a count of 1 to 128. */
  static Value below(IrBuilder builder, Value count, int firstLane) {
    if (builder.constantOf(count).isPresent()) {
      long lanes = builder.constantOf(count).getAsLong() - firstLane;
      return builder.i64(lanes >= Long.SIZE ? -1L : lanes <= 0 ? 0 : (1L << lanes) - 1);
    }
    Value lanes = builder.maxSigned(builder.sub(count, builder.i64(firstLane)), builder.i64(0));
    Value full = builder.compare("sge", lanes, builder.i64(Long.SIZE));
    Value shifted =
        builder.value(
            Arithmetic.SHLI,
            ElementType.I64,
            builder.i64(1),
            builder.minUnsigned(lanes, builder.i64(63)));
    return builder.value(
        Arithmetic.SELECT,
        ElementType.I64,
        full,
        builder.i64(-1),
        builder.sub(shifted, builder.i64(1)));
  }

  /** Bits of a small whole number. */
  private static long number(ElementType element, long value) {
    return switch (element) {
      case F32 -> Float.floatToRawIntBits((float) value);
      case F16 -> Short.toUnsignedLong(Float.floatToFloat16((float) value));
      default -> value;
    };
  }

  private static DataType signed(DataType type) {
    return switch (type) {
      case U16 -> DataType.S16;
      case U32 -> DataType.S32;
      default -> type;
    };
  }
}
