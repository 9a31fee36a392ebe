package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * Comparisons as arithmetic of integers of the width of the lanes, which needs no jumps: the result
 * is the sign of a value. With a NaN only NE holds; -0 equals +0.
 */
final class Comparisons {
  private static final int SINGLE_INFINITY = 0x7F80_0000;

  private final DataType type;
  private final DataType bits;
  private final List<TypedExpression> passes = new ArrayList<>();

  private Comparisons(DataType type) {
    this.type = type;
    this.bits = Passes.integer(type);
  }

  /**
   * Consecutive loops, because a shift must not see bits above the lane. Lanes for which the
   * comparison holds become all ones.
   */
  static Passes passes(LaneFunction comparison, DataType type, boolean withScalar) {
    Comparisons comparisons = new Comparisons(type);
    comparisons.compare(comparison, withScalar ? Slot.SCALAR : Slot.SECOND);
    return Passes.of(LaneArray.ofBits(type), comparisons.passes, Optional.empty());
  }

  private void compare(LaneFunction comparison, Slot right) {
    TypedExpression first = new TypedExpression.Operand(Slot.FIRST, bits);
    TypedExpression second = new TypedExpression.Operand(right, bits);
    TypedExpression a = number(first);
    TypedExpression b = number(second);
    TypedExpression sign =
        switch (comparison) {
          case EQ -> not(orUnordered(unequal(a, b), first, second));
          case NE -> orUnordered(unequal(a, b), first, second);
          case LT -> not(orUnordered(not(less(a, b)), first, second));
          case GT -> not(orUnordered(not(less(b, a)), first, second));
          case LE -> not(orUnordered(less(b, a), first, second));
          case GE -> not(orUnordered(less(a, b), first, second));
          default -> throw new IllegalArgumentException(comparison + " compares nothing");
        };
    passes.add(sign);
    passes.add(signOf(sign));
  }

  private TypedExpression signOf(TypedExpression lane) {
    return apply(SHR, lane, constant(type.bits() - 1));
  }

  /** An integer in the order of the lanes. */
  private TypedExpression number(TypedExpression lane) {
    if (!type.isFloat()) {
      return lane;
    }
    TypedExpression number = apply(SUB, apply(XOR, magnitude(lane), signOf(lane)), signOf(lane));
    passes.add(number);
    return number;
  }

  private TypedExpression magnitude(TypedExpression lane) {
    return apply(AND, lane, constant((1 << type.bits() - 1) - 1));
  }

  /** Negative when the given value is, or one of the operands is a NaN. */
  private TypedExpression orUnordered(
      TypedExpression sign, TypedExpression first, TypedExpression second) {
    return type.isFloat()
        ? apply(OR, sign, apply(OR, aboveInfinity(first), aboveInfinity(second)))
        : sign;
  }

  private TypedExpression aboveInfinity(TypedExpression lane) {
    int infinity = type == DataType.FP16 ? Float16.INFINITY : SINGLE_INFINITY;
    return apply(SUB, constant(infinity), magnitude(lane));
  }

  /** Negative when {@code a} is less; the difference may overflow. */
  private TypedExpression less(TypedExpression a, TypedExpression b) {
    TypedExpression alike = apply(AND, not(apply(XOR, a, b)), apply(SUB, a, b));
    return apply(OR, apply(AND, a, not(b)), alike);
  }

  /** Negative when the operands differ. */
  private TypedExpression unequal(TypedExpression a, TypedExpression b) {
    TypedExpression difference = apply(XOR, a, b);
    return apply(OR, difference, apply(NEG, difference));
  }

  private TypedExpression not(TypedExpression value) {
    return apply(NOT, value);
  }

  private TypedExpression constant(int value) {
    return new TypedExpression.Constant(value, bits);
  }

  private TypedExpression apply(LaneFunction function, TypedExpression... arguments) {
    return TypedExpression.apply(function, bits, arguments);
  }
}
