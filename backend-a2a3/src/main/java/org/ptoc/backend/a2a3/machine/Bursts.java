package org.ptoc.backend.a2a3.machine;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;

/**
 * What a transfer copies between GM and UB.
 *
 * @param load from GM to UB
 * @param length bytes of a burst
 * @param gmStride bytes from the start of a burst to the start of the next
 * @param ubStride the same in UB
 * @param left elements of padding in front of a burst
 * @param right elements of padding behind it
 */
record Bursts(
    boolean load,
    Value length,
    Value count,
    Value gmStride,
    Value ubStride,
    Value left,
    Value right,
    ElementType element) {
  static final int BLOCK = 32;

  /** Bursts of a load, with the padding that the operation counts. */
  static Bursts in(Operation op, Optional<Value> left, Optional<Value> right, Value zero) {
    return new Bursts(
        true,
        op.operand(RoleName.LENGTH),
        op.operand(RoleName.COUNT),
        op.operand(RoleName.SOURCE_STRIDE),
        op.operand(RoleName.DEST_STRIDE),
        left.orElse(zero),
        right.orElse(zero),
        element(op));
  }

  static Bursts out(Operation op, Value zero) {
    return new Bursts(
        false,
        op.operand(RoleName.LENGTH),
        op.operand(RoleName.COUNT),
        op.operand(RoleName.DEST_STRIDE),
        op.operand(RoleName.SOURCE_STRIDE),
        zero,
        zero,
        element(op));
  }

  private static ElementType element(Operation op) {
    return ((PointerType) op.operand(RoleName.DEST).type()).element();
  }

  Bursts padded(Value newLeft, Value newRight) {
    return new Bursts(load, length, count, gmStride, ubStride, newLeft, newRight, element);
  }

  /**
   * Padding goes on to the end of a block (spec/00, 4.3). The instruction does so when a count is
   * not zero; when both are, the right one counts the elements up to there.
   */
  Bursts toWholeBlocks(IrBuilder builder) {
    Value rest = builder.and(builder.sub(builder.i64(0), length), builder.i64(BLOCK - 1));
    Value missing = builder.divide(rest, element.bytes());
    Value none = builder.compare("eq", builder.add(left, right), builder.i64(0));
    return padded(left, builder.value(Arithmetic.SELECT, ElementType.I64, none, missing, right));
  }

  Value sourceStride() {
    return load ? gmStride : ubStride;
  }

  Value destinationStride() {
    return load ? ubStride : gmStride;
  }

  boolean isUnpadded(IrBuilder builder) {
    return builder.constantOf(left).orElse(1) == 0 && builder.constantOf(right).orElse(1) == 0;
  }
}
