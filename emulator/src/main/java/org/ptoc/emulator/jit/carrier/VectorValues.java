package org.ptoc.emulator.jit.carrier;

import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Vectors in local variables of generated code. Each step writes code that leaves its result in a
 * new local variable; operators are named as the module names them.
 */
final class VectorValues {
  private static final String BLENDED = "L" + VectorLaneCode.MASK + ";";
  private static final int SIGN = 0x8000_0000;

  private VectorValues() {}

  /** A vector of integers as wide as the lanes. */
  record Bits(VectorLaneCode code, int local) {

    Bits with(String operator, Bits right) {
      return new Bits(code, code.binary(code.bitsClass, operator, local, right.local));
    }

    Bits with(String operator, long constant) {
      return with(operator, code.bits(constant));
    }

    Bits unary(String operator) {
      push();
      code.unary(code.bitsClass, operator);
      return new Bits(code, code.store());
    }

    /** Where bits compare as signed integers. */
    Truths compare(String comparison, Bits right) {
      return new Truths(code, code.compare(code.bitsClass, comparison, local, right.local));
    }

    Truths compare(String comparison, long constant) {
      return compare(comparison, code.bits(constant));
    }

    /** The same with others where a truth value holds. */
    Bits blend(Bits other, Truths where) {
      push();
      other.push();
      where.push();
      code.invokeBits("blend", VectorLaneCode.VECTOR + BLENDED);
      return new Bits(code, code.store());
    }

    /** The same with a constant in lanes of four bytes. */
    Bits blend(int constant, Truths where) {
      push();
      code.mv.visitLdcInsn(constant);
      where.push();
      code.invokeBits("blend", "I" + BLENDED);
      return new Bits(code, code.store());
    }

    /** The bits of the sign of f32. */
    Bits sign() {
      return with("AND", SIGN);
    }

    Bits magnitude() {
      return with("AND", ~SIGN);
    }

    /** The numbers that have these bits. */
    Numbers asNumbers() {
      push();
      code.number();
      return new Numbers(code, code.store());
    }

    /** The numbers that are nearest to these integers. */
    Numbers toNumbers() {
      push();
      code.convert(code.bitsClass, "I2F", VectorLaneCode.FLOATS);
      return new Numbers(code, code.store());
    }

    Value value() {
      return code.ofBits(local);
    }

    void push() {
      code.mv.visitVarInsn(Opcodes.ALOAD, local);
    }
  }

  /** A vector of f32 numbers, in lanes of four bytes. */
  record Numbers(VectorLaneCode code, int local) {

    Numbers with(String operator, Numbers right) {
      return new Numbers(code, code.binary(VectorLaneCode.FLOATS, operator, local, right.local));
    }

    Numbers squareRoot() {
      push();
      code.unary(VectorLaneCode.FLOATS, "SQRT");
      return new Numbers(code, code.store());
    }

    /** The product with a factor and a sum with an addend, rounded once. */
    Numbers multiplyAdd(Numbers factor, Numbers addend) {
      String vector = VectorLaneCode.VECTOR;
      push();
      factor.push();
      addend.push();
      code.invoke(
          VectorLaneCode.FLOATS, "fma", "(" + vector + vector + ")L" + VectorLaneCode.FLOATS + ";");
      return new Numbers(code, code.store());
    }

    /** Where numbers compare; nowhere if one of them is a NaN, but with NE. */
    Truths compare(String comparison, Numbers right) {
      return new Truths(code, code.compare(VectorLaneCode.FLOATS, comparison, local, right.local));
    }

    Bits asBits() {
      push();
      code.invoke(VectorLaneCode.FLOATS, "reinterpretAsInts", "()L" + code.bitsClass + ";");
      return new Bits(code, code.store());
    }

    /** The bits with others in the place of every NaN. */
    Bits asBits(int nan) {
      return asBits().blend(nan, compare("NE", this));
    }

    /**
     * Numbers truncated to integers of 32 bits, with the nearest one for those beyond, and 0 for a
     * NaN.
     */
    Bits toIntegers() {
      push();
      code.convert(VectorLaneCode.FLOATS, "F2I", code.bitsClass);
      return new Bits(code, code.store());
    }

    Value value() {
      return code.ofNumber(local);
    }

    private void push() {
      code.mv.visitVarInsn(Opcodes.ALOAD, local);
    }
  }

  /** A mask for bits. */
  record Truths(VectorLaneCode code, int local) {

    Truths and(Truths other) {
      push();
      other.push();
      code.combineTruths(LaneFunction.AND);
      return new Truths(code, code.store());
    }

    void push() {
      code.pushTruth(local);
    }
  }
}
