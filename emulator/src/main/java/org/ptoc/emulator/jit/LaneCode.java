package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;

/**
 * Writes instructions on lane values. A value is the bits of a lane in an {@code int} (a {@code long} for lanes of eight
 * bytes), of which those above the lane are not defined, or an f32 number in a {@code float}, or both. A number that an
 * operation has computed may be any NaN: it becomes the canonical one when its bits are needed, and no float function can
 * tell the difference before.
 */
final class LaneCode {
  private static final String MATH = Type.getInternalName(LaneMath.class);
  private static final String MEMORY = Type.getInternalName(LittleEndian.class);

  final MethodVisitor mv;
  final int width;
  private int nextLocal;

  /** Where a value is; -1 is nowhere. */
  static final class Value {
    private int bits = -1;
    private int number = -1;
    /** Whether the bits are no NaN but the canonical one. */
    private boolean canonical;
    private boolean zero;
  }

  LaneCode(MethodVisitor mv, int width, int nextLocal) {
    this.mv = mv;
    this.width = width;
    this.nextLocal = nextLocal;
  }

  boolean isLong() {
    return width == Long.BYTES;
  }

  int newLocal(int slots) {
    int local = nextLocal;
    nextLocal += slots;
    return local;
  }

  /** Pops bits into a new value. */
  Value storeBits() {
    Value value = new Value();
    value.bits = newLocal(isLong() ? 2 : 1);
    mv.visitVarInsn(isLong() ? Opcodes.LSTORE : Opcodes.ISTORE, value.bits);
    return value;
  }

  /** Pops a float into a new value. */
  Value storeNumber() {
    Value value = new Value();
    value.number = newLocal(1);
    mv.visitVarInsn(Opcodes.FSTORE, value.number);
    return value;
  }

  /** The value in its present forms; forms that code in a loop adds are not defined behind it. */
  Value copy(Value value) {
    Value copy = new Value();
    copy.bits = value.bits;
    copy.number = value.number;
    copy.canonical = value.canonical;
    return copy;
  }

  Value constant(long bits) {
    if (isLong()) {
      mv.visitLdcInsn(bits);
    } else {
      pushInt((int) bits);
    }
    Value value = storeBits();
    value.canonical = bits == 0;
    value.zero = bits == 0;
    return value;
  }

  /** Makes sure that the forms exist before code that is not always executed uses them. */
  void prepareBits(Value value) {
    if (value.bits < 0) {
      mv.visitVarInsn(Opcodes.FLOAD, value.number);
      call("canonicalBits", int.class, float.class);
      value.bits = newLocal(1);
      mv.visitVarInsn(Opcodes.ISTORE, value.bits);
      value.canonical = true;
    }
  }

  /** Pushes the bits of an f32 number with the canonical NaN. */
  void pushCanonicalBits(Value value) {
    if (value.bits >= 0 && !value.canonical) {
      pushNumber(value);
      call("canonicalBits", int.class, float.class);
    } else {
      pushBits(value);
    }
  }

  /** Pops bits that are no NaN but the canonical one. */
  Value storeCanonicalBits() {
    Value value = storeBits();
    value.canonical = true;
    return value;
  }

  void pushBits(Value value) {
    prepareBits(value);
    mv.visitVarInsn(isLong() ? Opcodes.LLOAD : Opcodes.ILOAD, value.bits);
  }

  void pushNumber(Value value) {
    if (value.number < 0) {
      mv.visitVarInsn(Opcodes.ILOAD, value.bits);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
      value.number = newLocal(1);
      mv.visitVarInsn(Opcodes.FSTORE, value.number);
    }
    mv.visitVarInsn(Opcodes.FLOAD, value.number);
  }

  /** Whether the value is the constant zero. */
  boolean isZero(Value value) {
    return value.zero;
  }

  /** Pushes an integer lane extended by the signedness of its type; 32-bit and 64-bit lanes as they are. */
  void pushInteger(Value value, DataType type) {
    pushBits(value);
    switch (type) {
      case S8 -> mv.visitInsn(Opcodes.I2B);
      case U8 -> {
        pushInt(0xFF);
        mv.visitInsn(Opcodes.IAND);
      }
      case S16 -> mv.visitInsn(Opcodes.I2S);
      case U16 -> mv.visitInsn(Opcodes.I2C);
      default -> {}
    }
  }

  void pushInt(int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** Loads {@code unit} bytes from array and index on the stack, zero-extended to the lane. */
  void loadUnit(int unit) {
    Class<?> result = unit == Long.BYTES ? long.class : int.class;
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, MEMORY, "get" + 8 * unit, descriptor(result, byte[].class, int.class), false);
    if (isLong() && unit < Long.BYTES) {
      mv.visitInsn(Opcodes.I2L);
      mv.visitLdcInsn((1L << 8 * unit) - 1);
      mv.visitInsn(Opcodes.LAND);
    }
  }

  /** Stores the low {@code unit} bytes of the bits on the stack to array and index below them. */
  void storeUnit(int unit) {
    if (isLong() && unit < Long.BYTES) {
      mv.visitInsn(Opcodes.L2I);
    }
    Class<?> type = unit == Long.BYTES ? long.class : int.class;
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, MEMORY, "put" + 8 * unit, descriptor(void.class, byte[].class, int.class, type), false);
  }

  /** Calls a function of {@link LaneMath}. */
  void call(String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, name, descriptor(result, parameters), false);
  }

  void callOther(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor(result, parameters), false);
  }

  static String descriptor(Class<?> result, Class<?>... parameters) {
    List<Type> types = new ArrayList<>();
    for (Class<?> parameter : parameters) {
      types.add(Type.getType(parameter));
    }
    return Type.getMethodDescriptor(Type.getType(result), types.toArray(Type[]::new));
  }
}
