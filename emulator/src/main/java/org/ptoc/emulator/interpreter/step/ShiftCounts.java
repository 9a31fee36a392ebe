package org.ptoc.emulator.interpreter.step;

import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * Reports shift counts outside 0 to width - 1 to listeners. A plain run has no listeners and does
 * not get here.
 */
public final class ShiftCounts {
  private ShiftCounts() {}

  /** The operand that counts in the first shift of an expression. */
  public static Optional<Slot> slot(TypedExpression expression) {
    return expression.parts().flatMap(ShiftCounts::counting).findFirst();
  }

  private static Stream<Slot> counting(TypedExpression part) {
    return part instanceof TypedExpression.Apply(LaneFunction function, _, var arguments)
            && isShift(function)
            && arguments.get(1) instanceof TypedExpression.Operand(Slot slot, _)
        ? Stream.of(slot)
        : Stream.empty();
  }

  private static boolean isShift(LaneFunction function) {
    return switch (function) {
      case SHL, SHR, SHR_ROUNDED -> true;
      default -> false;
    };
  }

  /** Notes the count of all lanes. */
  public static void noteUniform(Core core, long count, int bits) {
    if (Long.compareUnsigned(count, bits) >= 0) {
      core.record.doubts(OperandDoubt.SHIFT_COUNT, count, 0);
    }
  }

  /** Notes the first active lane of the vector at {@code counts} whose count is out of range. */
  public static void noteLanes(Core core, int counts, DataType type, int lanes, int mask) {
    int width = type.bytes();
    for (int lane = 0; lane < lanes; lane++) {
      int bit = lane * width;
      long count = LittleEndian.get(core.vectors, counts + lane * width, width);
      boolean active = (core.predicates[mask + bit / Long.SIZE] >>> bit % Long.SIZE & 1) != 0;
      if (active && Long.compareUnsigned(count, type.bits()) >= 0) {
        int unused = Long.SIZE - type.bits();
        long shown = type.kind() == DataType.Kind.SIGNED ? count << unused >> unused : count;
        core.record.doubts(OperandDoubt.SHIFT_COUNT, shown, lane);
        return;
      }
    }
  }
}
