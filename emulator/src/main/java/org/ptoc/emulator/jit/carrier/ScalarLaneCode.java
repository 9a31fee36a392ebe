package org.ptoc.emulator.jit.carrier;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Lane by lane: bits are an {@code int} (a {@code long} for lanes of eight bytes), of which those
 * above the lane are not defined, numbers a {@code float}, truth values an {@code int} of 0 or 1.
 */
public sealed class ScalarLaneCode extends LaneCode permits ArrayLaneCode {
  /** Code for lanes of {@code width} bytes with free local variables from {@code nextLocal} on. */
  public ScalarLaneCode(MethodVisitor mv, int width, int nextLocal) {
    super(mv, width, nextLocal);
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  int slots() {
    return isLong() ? 2 : 1;
  }

  @Override
  int bitsStore() {
    return isLong() ? Opcodes.LSTORE : Opcodes.ISTORE;
  }

  @Override
  int numberStore() {
    return Opcodes.FSTORE;
  }

  @Override
  void canonicalBits() {
    call("canonicalBits", int.class, float.class);
  }

  @Override
  void number() {
    callOther(Float.class, "intBitsToFloat", float.class, int.class);
  }

  @Override
  void pushConstant(long bits) {
    if (isLong()) {
      mv.visitLdcInsn(bits);
    } else {
      pushInt((int) bits);
    }
  }

  @Override
  public void spread() {
    if (!isLong()) {
      mv.visitInsn(Opcodes.L2I);
    }
  }

  /** Pushes the number of a lane of a float type. */
  void pushNumber(Value value, DataType type) {
    if (type == DataType.FP32) {
      pushNumber(value);
      return;
    }
    pushInteger(value, type);
    callOther(format(type), "decode", float.class, int.class);
  }

  /** Pops the bits of a type. */
  Value storeBits(DataType type) {
    return storeBits();
  }

  /** Pops a number, which is rounded to a float type. */
  Value storeNumber(DataType type) {
    if (type == DataType.FP32) {
      return storeNumber();
    }
    callOther(format(type), "encode", int.class, float.class);
    return storeBits();
  }

  /** The class of a 16-bit float type. */
  private static Class<?> format(DataType type) {
    return type == DataType.FP16 ? Float16.class : BFloat16.class;
  }

  /**
   * Pushes an integer lane extended by the signedness of its type; 32-bit and 64-bit lanes as they
   * are.
   */
  void pushInteger(Value value, DataType type) {
    pushBits(value);
    extend(type);
  }

  /** Extends the bits on the stack likewise. */
  final void extend(DataType type) {
    switch (type) {
      case S8 -> mv.visitInsn(Opcodes.I2B);
      case U8 -> withConstant(Opcodes.IAND, 0xFF);
      case S16 -> mv.visitInsn(Opcodes.I2S);
      case U16 -> mv.visitInsn(Opcodes.I2C);
      default -> {}
    }
  }

  @Override
  public Value load(int array, Runnable index, int unit, boolean broadcast) {
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    Class<?> result = unit == Long.BYTES ? long.class : int.class;
    callOther(LittleEndian.class, "get" + 8 * unit, result, byte[].class, int.class);
    if (isLong() && unit < Long.BYTES) {
      mv.visitInsn(Opcodes.I2L);
      mv.visitLdcInsn((1L << 8 * unit) - 1);
      mv.visitInsn(Opcodes.LAND);
    }
    return storeBits();
  }

  @Override
  public void store(int array, Runnable index, Value value, int unit) {
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    pushBits(value);
    if (isLong() && unit < Long.BYTES) {
      mv.visitInsn(Opcodes.L2I);
    }
    Class<?> type = unit == Long.BYTES ? long.class : int.class;
    callOther(LittleEndian.class, "put" + 8 * unit, void.class, byte[].class, int.class, type);
  }

  @Override
  public void store(int array, Runnable index, Value value, int unit, int truth) {
    prepareBits(value);
    Label skip = new Label();
    pushTruth(truth);
    mv.visitJumpInsn(Opcodes.IFEQ, skip);
    store(array, index, value, unit);
    mv.visitLabel(skip);
  }

  @Override
  public Value choose(int truth, Value set, Value clear) {
    prepareBits(set);
    prepareBits(clear);
    branch(truth, () -> pushBits(set), () -> pushBits(clear));
    return storeBits();
  }

  /** Pushes one of two values, depending on a truth value. */
  final void branch(int truth, Runnable set, Runnable clear) {
    Label otherwise = new Label();
    Label done = new Label();
    pushTruth(truth);
    mv.visitJumpInsn(Opcodes.IFEQ, otherwise);
    set.run();
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(otherwise);
    clear.run();
    mv.visitLabel(done);
  }

  @Override
  public Value apply(LaneFunction function, DataType type, List<Value> arguments) {
    return new ScalarFunctions(this, type).apply(function, arguments);
  }

  @Override
  public Value convert(LaneConversion conversion, Value source) {
    return new ScalarConversions(this, conversion).convert(source);
  }

  @Override
  public void pushLaneNumbers(Runnable first, boolean negative) {
    first.run();
    if (negative) {
      mv.visitInsn(Opcodes.INEG);
    }
    if (isLong()) {
      mv.visitInsn(Opcodes.I2L);
    }
  }

  @Override
  public void pushImage(int predicates, int predicate, Runnable bit) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    pushInt(predicate);
    bit.run();
    call("testLane", int.class, long[].class, int.class, int.class);
  }

  @Override
  void compare(LaneFunction comparison, DataType type, Value a, Value b) {
    new ScalarFunctions(this, type).truth(comparison, a, b);
  }

  @Override
  public void pushTruth(boolean holds) {
    pushInt(holds ? 1 : 0);
  }

  @Override
  public void pushTruth(int local) {
    mv.visitVarInsn(Opcodes.ILOAD, local);
  }

  @Override
  public void combineTruths(LaneFunction function) {
    mv.visitInsn(
        switch (function) {
          case AND -> Opcodes.IAND;
          case OR -> Opcodes.IOR;
          case XOR -> Opcodes.IXOR;
          default -> throw new IllegalArgumentException(function + " is no logic");
        });
  }

  @Override
  public void invertTruth() {
    mv.visitInsn(Opcodes.ICONST_1);
    mv.visitInsn(Opcodes.IXOR);
  }

  @Override
  public int storeTruth() {
    return storeLocal(Opcodes.ISTORE);
  }

  @Override
  public void setPredicate(int predicates, int predicate, Runnable bit, int truth) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    pushInt(predicate);
    bit.run();
    pushTruth(truth);
    call("setLane", void.class, long[].class, int.class, int.class, int.class);
  }
}
