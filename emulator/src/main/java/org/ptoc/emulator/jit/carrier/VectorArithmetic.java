package org.ptoc.emulator.jit.carrier;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Steps on vectors of lanes of four bytes in local variables: each leaves its result on the stack.
 * Bits are an {@code IntVector}, numbers a {@code FloatVector}.
 */
final class VectorArithmetic {
  private static final int SIGN = 0x8000_0000;

  final VectorLaneCode code;
  final MethodVisitor mv;

  VectorArithmetic(VectorLaneCode code) {
    this.code = code;
    this.mv = code.mv;
  }

  /** Stores the vector on the stack. */
  int store() {
    int local = code.newLocal(1);
    mv.visitVarInsn(Opcodes.ASTORE, local);
    return local;
  }

  void push(int local) {
    mv.visitVarInsn(Opcodes.ALOAD, local);
  }

  /** Bits with a constant. */
  void bits(String operator, int constant) {
    code.pushConstant(constant);
    code.binary(code.bitsClass, operator);
  }

  /** Bits with those of a local variable. */
  void bitsWith(String operator, int local) {
    push(local);
    code.binary(code.bitsClass, operator);
  }

  /** Numbers with those of a local variable. */
  void numbersWith(String operator, int local) {
    push(local);
    code.binary(VectorLaneCode.FLOATS, operator);
  }

  int constantNumber(float value) {
    code.pushConstant(Float.floatToRawIntBits(value));
    code.number();
    return store();
  }

  /** The mask where bits in a local variable compare to a constant as signed integers. */
  int whereBits(int local, String comparison, int constant) {
    code.pushConstant(constant);
    int right = store();
    push(local);
    code.compare(code.bitsClass, comparison, right);
    return store();
  }

  /** The mask where numbers compare; none where one of them is a NaN, but with NE. */
  int whereNumbers(int left, String comparison, int right) {
    push(left);
    code.compare(VectorLaneCode.FLOATS, comparison, right);
    return store();
  }

  /** The bits on the stack with others where a mask is set. */
  void blend(int other, int mask) {
    push(other);
    push(mask);
    code.invokeBits("blend", VectorLaneCode.VECTOR + "L" + VectorLaneCode.MASK + ";");
  }

  void blendConstant(int constant, int mask) {
    mv.visitLdcInsn(constant);
    push(mask);
    code.invokeBits("blend", "IL" + VectorLaneCode.MASK + ";");
  }

  /**
   * Numbers truncated to integers of 32 bits, with the nearest one for those beyond, and 0 for a
   * NaN.
   */
  void toIntegers() {
    code.convert(VectorLaneCode.FLOATS, "F2I", code.bitsClass);
  }

  /** Integers as the nearest numbers. */
  void toNumbers() {
    code.convert(code.bitsClass, "I2F", VectorLaneCode.FLOATS);
  }

  void signOf(int bits) {
    push(bits);
    bits("AND", SIGN);
  }

  void magnitudeOf(int bits) {
    push(bits);
    bits("AND", ~SIGN);
  }

  /** The bits of numbers in a local variable. */
  int bitsOf(int numbers) {
    push(numbers);
    code.bits();
    return store();
  }
}
