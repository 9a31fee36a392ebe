package org.ptoc.emulator.jit.repeat;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Integers;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

/**
 * Writes conversions with the steps of {@link org.ptoc.emulator.unit.Conversions}, where it can with instructions that
 * the JVM vectorises. Which NaN comes out is not defined for f32 and f16.
 */
final class ConversionCode {
  private final KernelCode code;
  private final MethodVisitor mv;
  private final Term.Converted term;
  private final DataType from;
  private final DataType to;
  private final boolean nearest;

  ConversionCode(KernelCode code, Term.Converted term) {
    this.code = code;
    this.mv = code.mv;
    this.term = term;
    this.from = term.from();
    this.to = term.to();
    this.nearest = term.rounding() == Rounding.NEAREST_EVEN;
  }

  /** Whether integers of a type are {@code long} on the stack. */
  static boolean isWide(DataType type) {
    return type == DataType.S64;
  }

  /** Whether the result is an integer that has fewer bits than the number on the stack. */
  static boolean isLimited(Term.Converted term) {
    int bits = isWide(term.from()) ? Long.SIZE : Integer.SIZE;
    return term.to().isInteger() && term.to().bits() < bits;
  }

  /** Pushes what the array of the result holds. */
  void push() {
    if (from.isFloat()) {
      pushNumber();
      if (to.isInteger()) {
        numberToInteger();
      } else {
        numberToNumber();
      }
    } else {
      pushInteger();
      if (to.isInteger()) {
        integerToInteger();
      } else {
        integerToNumber();
      }
    }
  }

  /** Pushes the source as {@code float}. */
  private void pushNumber() {
    if (from == DataType.BF16) {
      new IntegerCode(code).push(term.source());
      code.call(BFloat16.class, "decode", float.class, int.class);
    } else if (term.exact()) {
      new NumberCode(code).pushFloat(term.source());
    } else {
      new NumberCode(code).pushArgument(term.source());
    }
  }

  /** Pushes the source as {@code int} or {@code long}. */
  private void pushInteger() {
    if (isWide(from)) {
      code.pushLane(TypedLanes.FIRST);
      return;
    }
    new IntegerCode(code).push(term.source());
    if (from == DataType.U8) {
      code.pushInt(0xFF);
      mv.visitInsn(Opcodes.IAND);
    }
  }

  private void numberToInteger() {
    mv.visitInsn(Opcodes.F2D);
    if (term.rounding() != Rounding.TO_ZERO) { // The instruction behind it truncates.
      roundToIntegral();
    }
    mv.visitInsn(isWide(to) ? Opcodes.D2L : Opcodes.D2I);
    if (isLimited(term)) {
      code.clamp(false);
    }
  }

  /** Rounds the {@code double} on the stack. */
  private void roundToIntegral() {
    Class<?> d = double.class;
    switch (term.rounding()) {
      case NEAREST_EVEN -> code.call(Math.class, "rint", d, d);
      case DOWN -> code.call(Math.class, "floor", d, d);
      case UP -> code.call(Math.class, "ceil", d, d);
      case NEAREST_AWAY, TO_ZERO, TO_ODD -> {
        pushRounding();
        code.call(Integers.class, "roundToIntegral", d, d, Rounding.class);
      }
    }
  }

  private void pushRounding() {
    String owner = Type.getInternalName(Rounding.class);
    mv.visitFieldInsn(Opcodes.GETSTATIC, owner, term.rounding().name(), "L" + owner + ";");
  }

  private void numberToNumber() {
    if (from == to) {
      mv.visitInsn(Opcodes.F2D);
      roundToIntegral();
      mv.visitInsn(Opcodes.D2F);
    } else if (to == DataType.FP16 && nearest) {
      if (term.saturate()) {
        saturateToHalf();
      }
      code.call(Float.class, "floatToFloat16", short.class, float.class);
    } else if (to == DataType.BF16 && nearest) {
      code.call(BFloat16.class, "encode", int.class, float.class);
      if (term.saturate()) {
        code.call(BFloat16.class, "saturate", int.class, int.class);
      }
    } else if (to != DataType.FP32) {
      mv.visitInsn(Opcodes.F2D);
      encode(to == DataType.FP16 ? Float16.class : BFloat16.class);
    }
  }

  /** Cuts the {@code float} on the stack to the range of halves; what becomes of NaN is a matter of the store. */
  private void saturateToHalf() {
    Class<?> f = float.class;
    float largest = Float16.decode(Float16.MAX_FINITE);
    mv.visitLdcInsn(-largest);
    code.call(Math.class, "max", f, f, f);
    mv.visitLdcInsn(largest);
    code.call(Math.class, "min", f, f, f);
  }

  /** Encodes the {@code double} on the stack. */
  private void encode(Class<?> format) {
    pushRounding();
    code.pushInt(term.saturate() ? 1 : 0);
    code.call(format, "encode", int.class, double.class, Rounding.class, boolean.class);
  }

  private void integerToInteger() {
    if (isLimited(term)) {
      code.clamp(isWide(from));
    }
    if (isWide(from) != isWide(to)) {
      mv.visitInsn(isWide(to) ? Opcodes.I2L : Opcodes.L2I);
    }
  }

  private void integerToNumber() {
    if (nearest) {
      mv.visitInsn(isWide(from) ? Opcodes.L2F : Opcodes.I2F);
      if (to == DataType.FP16) { // From 16 bits at most, which are exact in between.
        code.call(Float.class, "floatToFloat16", short.class, float.class);
      }
    } else if (to == DataType.FP16) {
      mv.visitInsn(Opcodes.I2D);
      encode(Float16.class);
    } else {
      if (!isWide(from)) {
        mv.visitInsn(Opcodes.I2L);
      }
      pushRounding();
      code.call(Float32.class, "encode", int.class, long.class, Rounding.class);
      code.call(Float.class, "intBitsToFloat", float.class, int.class);
    }
  }
}
