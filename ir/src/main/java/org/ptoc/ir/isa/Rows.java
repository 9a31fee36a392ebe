package org.ptoc.ir.isa;

import java.util.List;
import java.util.Set;

/** The words that table files are written in. */
final class Rows {
  static final Set<Profile> ALL = Set.of(Profile.values());
  static final Set<Profile> A2A3 = Profile.where(profile -> profile.is(Profile.A2A3));

  /** All profiles that are not based on A2/A3. */
  static final Set<Profile> A5 = Profile.where(profile -> !profile.is(Profile.A2A3));

  static final LaneExpression A = new LaneExpression.Operand(LaneExpression.Slot.FIRST);
  static final LaneExpression B = new LaneExpression.Operand(LaneExpression.Slot.SECOND);
  static final LaneExpression C = new LaneExpression.Operand(LaneExpression.Slot.ACCUMULATOR);
  static final LaneExpression S = new LaneExpression.Operand(LaneExpression.Slot.SCALAR);
  static final LaneExpression N = new LaneExpression.Operand(LaneExpression.Slot.DISTANCE);
  static final LaneExpression LANE = new LaneExpression.Operand(LaneExpression.Slot.LANE);
  static final LaneExpression P = new LaneExpression.Operand(LaneExpression.Slot.SELECTOR);
  static final LaneExpression ZERO = new LaneExpression.Constant(0);
  static final LaneExpression ONE = new LaneExpression.Constant(1);

  private static final LaneExpression CARRY = new LaneExpression.Operand(LaneExpression.Slot.CARRY);

  /** One where a carry comes in. */
  static final LaneExpression K = select(CARRY, ONE, ZERO);

  /** One where a borrow comes in. */
  static final LaneExpression BORROW = select(new LaneExpression.Borrow(CARRY), ONE, ZERO);

  private Rows() {}

  static InstructionDefinition row(
      Set<Profile> profiles,
      WordFormat format,
      int operation,
      String mnemonic,
      String operands,
      TypeRule types,
      SchedulingClass schedulingClass,
      Semantics semantics,
      String reference,
      Constraint... constraints) {
    return new InstructionDefinition(
        profiles,
        format,
        operation,
        mnemonic,
        operands,
        types,
        schedulingClass,
        semantics,
        reference,
        constraints);
  }

  static Semantics lanes(LaneExpression... results) {
    return new Semantics.Lanes(List.of(results), Semantics.Layout.PARTS);
  }

  static Semantics consecutive(LaneExpression result) {
    return new Semantics.Lanes(List.of(result), Semantics.Layout.CONSECUTIVE);
  }

  static Semantics scalar(ScalarOperation operation) {
    return new Semantics.Scalar(operation);
  }

  static Semantics unit(UnitOperation operation) {
    return new Semantics.Unit(operation);
  }

  static Semantics control(ControlOperation operation) {
    return new Semantics.Control(operation);
  }

  static LaneExpression apply(LaneFunction function, LaneExpression... arguments) {
    return new LaneExpression.Apply(function, List.of(arguments));
  }

  static LaneExpression convert(LaneExpression.Conversion conversion, LaneExpression value) {
    return new LaneExpression.Convert(conversion, value);
  }

  static LaneExpression convert(LaneExpression value) {
    return convert(LaneExpression.Conversion.RESULT, value);
  }

  static LaneExpression wide(LaneExpression value) {
    return convert(LaneExpression.Conversion.WIDE, value);
  }

  static LaneExpression compare(LaneExpression left, LaneExpression right) {
    return new LaneExpression.Compare(left, right);
  }

  static LaneExpression select(LaneExpression truth, LaneExpression set, LaneExpression clear) {
    return apply(LaneFunction.SELECT, truth, set, clear);
  }

  static LaneExpression below(LaneExpression left, LaneExpression right) {
    return new LaneExpression.Below(left, right);
  }

  static LaneExpression borrow(LaneExpression truth) {
    return new LaneExpression.Borrow(truth);
  }

  static LaneExpression add(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.ADD, left, right);
  }

  static LaneExpression sub(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.SUB, left, right);
  }

  static LaneExpression mul(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.MUL, left, right);
  }

  static LaneExpression div(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.DIV, left, right);
  }

  static LaneExpression max(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.MAX, left, right);
  }

  static LaneExpression min(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.MIN, left, right);
  }

  static LaneExpression and(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.AND, left, right);
  }

  static LaneExpression or(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.OR, left, right);
  }

  static LaneExpression xor(LaneExpression left, LaneExpression right) {
    return apply(LaneFunction.XOR, left, right);
  }

  static LaneExpression shl(LaneExpression value, LaneExpression count) {
    return apply(LaneFunction.SHL, value, count);
  }

  static LaneExpression shr(LaneExpression value, LaneExpression count) {
    return apply(LaneFunction.SHR, value, count);
  }

  static LaneExpression fma(LaneExpression left, LaneExpression right, LaneExpression addend) {
    return apply(LaneFunction.FMA, left, right, addend);
  }

  static LaneExpression relu(LaneExpression value) {
    return max(value, ZERO);
  }

  /** The value itself when it is not negative, else its product with {@code slope}. */
  static LaneExpression leakyRelu(LaneExpression value, LaneExpression slope) {
    return select(apply(LaneFunction.GE, value, ZERO), value, mul(slope, value));
  }
}
