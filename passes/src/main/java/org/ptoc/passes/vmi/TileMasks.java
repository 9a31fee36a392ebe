package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Logical masks as packed bits in tiles, one bit a lane, and rows of lanes under masks. */
record TileMasks(TileCode code) {
  /** Lanes of a group; comparisons write the bits of one whole group or of two. */
  private static final int GROUP = 64;

  private static final Shape PACKED = new Shape(1, 1);

  private IrBuilder builder() {
    return code.builder();
  }

  /** The type of the bits of some lanes. */
  static TileType type(int lanes) {
    return TileCode.row(Math.ceilDiv(lanes, GROUP) * (GROUP / Byte.SIZE), ElementType.UI8);
  }

  static LogicalMask of(int lanes, Value bits) {
    return new LogicalMask.Computed(lanes, PACKED, List.of(bits));
  }

  /** The bits of a comparison of two rows, or of a row and a scalar. */
  Value compared(String mode, Value row, Value other) {
    Value bits = code.tile(type(TileCode.lanes(row)));
    boolean isScalar = other.type() instanceof ElementType;
    code.run(
        isScalar ? Op.TCMPS : Op.TCMP,
        Attributes.of(AttributeName.CMP_MODE, new Attribute.Text(mode)),
        bits,
        row,
        other);
    return bits;
  }

  /** The bits of a mask; bits beyond the lanes are undefined. */
  Value bits(LogicalMask mask) {
    return switch (mask) {
      case LogicalMask.Prefix prefix ->
          below(prefix.count(), new TileCode.Positions(mask.lanes(), 1, builder().index(1), 0));
      case LogicalMask.Groups(int lanes, int size, Value count) ->
          below(count, new TileCode.Positions(lanes, size, builder().index(0), 1));
      case LogicalMask.Constant(int lanes, BitSet bits) -> constant(lanes, bits);
      case LogicalMask.Computed computed -> computed.registers().getFirst();
      case LogicalMask.Not(LogicalMask inner) -> code.apply(Op.TNOT, bits(inner));
      case LogicalMask.Logic(LogicalMask.Operator operator, LogicalMask lhs, LogicalMask rhs) ->
          code.apply(name(operator), bits(lhs), bits(rhs));
    };
  }

  private static NamedOperation name(LogicalMask.Operator operator) {
    return switch (operator) {
      case AND -> Op.TAND;
      case OR -> Op.TOR;
      case XOR -> Op.TXOR;
    };
  }

  private Value below(Value count, TileCode.Positions positions) {
    Value number = code.real(builder().cast(count, ElementType.INDEX));
    return compared("lt", code.numbers(positions), number);
  }

  private Value constant(int lanes, BitSet bits) {
    Value tile = code.tile(type(lanes));
    long[] stated = bits.toLongArray();
    List<Integer> words = new ArrayList<>();
    for (int i = 0; i < Math.ceilDiv(lanes, GROUP) * (GROUP / Integer.SIZE); i++) {
      long both = i / 2 < stated.length ? stated[i / 2] : 0;
      words.add((int) (both >>> i % 2 * Integer.SIZE));
    }
    code.store(tile, words);
    return tile;
  }

  /** The number of first lanes that a mask is, an {@code index}. */
  Optional<Value> prefix(LogicalMask mask) {
    return switch (mask) {
      case LogicalMask.Prefix prefix ->
          Optional.of(builder().cast(prefix.count(), ElementType.INDEX));
      case LogicalMask.Constant(int lanes, BitSet bits) when isPrefix(bits) ->
          Optional.of(builder().index(bits.cardinality()));
      default -> Optional.empty();
    };
  }

  private static boolean isPrefix(BitSet bits) {
    return bits.nextClearBit(0) == bits.cardinality();
  }

  /** Active lanes of one row, the other lanes of another one. */
  Value chosen(LogicalMask mask, Value row, Value otherwise) {
    if (mask.isAll()) {
      return row;
    }
    Optional<Value> count = prefix(mask);
    if (count.isPresent()) {
      Value result = code.copyOf(otherwise);
      code.copy(code.first(row, count.get()), code.first(result, count.get()));
      return result;
    }
    Value bits = bits(mask);
    if (TileCode.element(row).bits() > Byte.SIZE) {
      return selected(bits, row, otherwise);
    }
    Value halves = selected(bits, code.halves(row), code.halves(otherwise));
    return code.bytes(halves, TileCode.element(row));
  }

  private Value selected(Value bits, Value row, Value otherwise) {
    Value result = code.tile(TileCode.type(row));
    code.run(Op.TSEL, Attributes.EMPTY, result, bits, row, otherwise);
    return result;
  }

  /** The row with the bits of a number in inactive lanes. */
  Value filled(LogicalMask mask, Value row, long bits) {
    return mask.isAll()
        ? row
        : chosen(mask, row, code.splat(bits, TileCode.lanes(row), TileCode.element(row)));
  }
}
