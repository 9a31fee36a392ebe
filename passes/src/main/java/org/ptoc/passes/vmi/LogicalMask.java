package org.ptoc.passes.vmi;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;

/** A logical mask, made in the shape of the data that it governs where it is used. */
sealed interface LogicalMask {
  /** Number of bits. */
  int lanes();

  /**
   * The lanes below a number.
   *
   * @param count an {@code i32} that is not negative
   */
  record Prefix(int lanes, Value count) implements LogicalMask {}

  /**
   * The lanes whose position in their group is below a number.
   *
   * @param size lanes of a group
   * @param count an {@code i32} that is not negative
   */
  record Groups(int lanes, int size, Value count) implements LogicalMask {}

  /** Bits that the program states. */
  record Constant(int lanes, BitSet bits) implements LogicalMask {}

  /** Bits in predicate registers. */
  record Computed(int lanes, Shape shape, List<Value> registers) implements LogicalMask {
    public Computed {
      registers = List.copyOf(registers);
    }
  }

  /** The other lanes. */
  record Not(LogicalMask mask) implements LogicalMask {
    @Override
    public int lanes() {
      return mask.lanes();
    }
  }

  /** Logic on two masks. */
  record Logic(Operator operator, LogicalMask lhs, LogicalMask rhs) implements LogicalMask {
    @Override
    public int lanes() {
      return lhs.lanes();
    }
  }

  /** The logic operations. */
  enum Operator {
    AND,
    OR,
    XOR
  }

  /**
   * Where the bits lie in predicate registers.
   *
   * @param parts parts among which the lanes are dealt out
   * @param bits width of the governed carriers: 8, 16 or 32
   */
  record Shape(int parts, int bits) {}

  /** All lanes. */
  static LogicalMask all(int lanes) {
    return prefix(lanes, lanes);
  }

  /** The first lanes. */
  static LogicalMask prefix(int lanes, long count) {
    BitSet bits = new BitSet(lanes);
    bits.set(0, Math.clamp(count, 0, lanes));
    return new Constant(lanes, bits);
  }

  /** The mask that an operation on masks makes. */
  static LogicalMask logic(Operation op, Map<Value, LogicalMask> masks) {
    List<LogicalMask> in = op.operands().stream().map(masks::get).toList();
    if (in.size() == 1) {
      return new Not(in.getFirst());
    }
    OpDefinition lanes = OpCatalog.laneOperation(op.definition());
    Operator operator =
        lanes.is(Op.VAND) ? Operator.AND : lanes.is(Op.VXOR) ? Operator.XOR : Operator.OR;
    return new Logic(operator, in.get(0), in.get(1));
  }

  /** True for a mask of all lanes. */
  default boolean isAll() {
    return this instanceof Constant(int lanes, BitSet bits) && bits.nextClearBit(0) >= lanes;
  }

  /** Lanes of both. */
  default LogicalMask and(LogicalMask other) {
    if (isAll()) {
      return other;
    }
    return other.isAll() ? this : new Logic(Operator.AND, this, other);
  }
}
