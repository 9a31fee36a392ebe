package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * The rows of {@code ttri} (spec/50, 2.9): columns up to the diagonal have one value, those behind
 * it the other.
 *
 * @param diagonal distance of the diagonal from that through (0, 0), {@code index}
 * @param upper true when the ones stand from the diagonal on, false when they stand up to it
 */
public record TriangleRows(Value diagonal, boolean upper) {

  public static TriangleRows of(Operation op, IrBuilder builder) {
    return new TriangleRows(
        builder.extendSigned(op.operand(RoleName.DIAGONAL), ElementType.INDEX),
        op.attributes().integer(AttributeName.UPPER_OR_LOWER).orElse(0L) == 1);
  }

  /** Number of columns in front of the change, 0 to all. */
  public Value firstColumns(IrBuilder builder, Value row, Value columns) {
    Value end = builder.add(builder.add(row, diagonal), builder.index(upper ? 0 : 1));
    Value positive = builder.maxSigned(end, builder.index(0));
    return builder.minUnsigned(positive, columns);
  }

  /** The bits of an element in front of the change. */
  public long firstBits(ElementType element) {
    return upper ? 0 : one(element);
  }

  /** The bits of an element behind the change. */
  public long lastBits(ElementType element) {
    return upper ? one(element) : 0;
  }

  private static long one(ElementType element) {
    return switch (element) {
      case F32 -> 0x3F80_0000L;
      case F16 -> 0x3C00L;
      case BF16 -> 0x3F80L;
      default -> 1;
    };
  }
}
