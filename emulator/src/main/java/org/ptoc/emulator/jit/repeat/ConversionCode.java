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
 * Writes conversions with the steps of {@link org.ptoc.emulator.unit.NumberConversions}, where it
 * can with instructions that the JVM vectorises. Which NaN comes out is not defined for f32 and
 * f16.
 */
final class ConversionCode {
  /** Added and subtracted again it rounds every number below 2^22 to an integer, ties to even. */
  private static final float UNITS = 0x1.8p23f;

  /** Beyond the range of any product that does not saturate. */
  private static final float MOST_PRODUCT = 1024;

  private final RepeatCode code;
  private final MethodVisitor mv;
  private final Term.Converted term;
  private final DataType from;
  private final DataType to;
  private final boolean nearest;

  ConversionCode(RepeatCode code, Term.Converted term) {
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

  /** Pushes what the array of the result holds, or an {@code int} that is narrowed later. */
  void push() {
    if (from.isFloat() || term.source() instanceof Term.Apply) {
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
      code.callOther(BFloat16.class, "decode", float.class, int.class);
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
  }

  private void numberToInteger() {
    if (from == DataType.FP16 && nearest) {
      halfToInteger();
    } else if (from.isFloat() && term.rounding() != Rounding.TO_ZERO) {
      mv.visitInsn(Opcodes.F2D);
      roundToIntegral();
      mv.visitInsn(isWide(to) ? Opcodes.D2L : Opcodes.D2I);
    } else { // Integral already, or truncated by the instruction.
      mv.visitInsn(isWide(to) ? Opcodes.F2L : Opcodes.F2I);
    }
    if (isLimited(term)) {
      code.clamp(false);
    }
  }

  /**
   * Halves are below 2^16 or infinite, which they stay; products of them saturate, so that they may
   * be cut before.
   */
  private void halfToInteger() {
    if (term.exact() && term.source() instanceof Term.Apply) {
      clamp(MOST_PRODUCT);
    }
    mv.visitLdcInsn(UNITS);
    mv.visitInsn(Opcodes.FADD);
    mv.visitLdcInsn(UNITS);
    mv.visitInsn(Opcodes.FSUB);
    mv.visitInsn(Opcodes.F2I);
  }

  /** Rounds the {@code double} on the stack. */
  private void roundToIntegral() {
    Class<?> d = double.class;
    switch (term.rounding()) {
      case NEAREST_EVEN -> code.callOther(Math.class, "rint", d, d);
      case DOWN -> code.callOther(Math.class, "floor", d, d);
      case UP -> code.callOther(Math.class, "ceil", d, d);
      case NEAREST_AWAY, TO_ZERO, TO_ODD -> {
        pushRounding();
        code.callOther(Integers.class, "roundToIntegral", d, d, Rounding.class);
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
        clamp(
            Float16.decode(Float16.MAX_FINITE)); // What becomes of a NaN is a matter of the store.
      }
      code.callOther(Float.class, "floatToFloat16", short.class, float.class);
    } else if (to != DataType.FP32) {
      mv.visitInsn(Opcodes.F2D);
      encode(to == DataType.FP16 ? Float16.class : BFloat16.class);
    }
  }

  /** Cuts the {@code float} on the stack to a range around 0; a NaN stays one. */
  private void clamp(float most) {
    Class<?> f = float.class;
    mv.visitLdcInsn(-most);
    code.callOther(Math.class, "max", f, f, f);
    mv.visitLdcInsn(most);
    code.callOther(Math.class, "min", f, f, f);
  }

  /** Encodes the {@code double} on the stack. */
  private void encode(Class<?> format) {
    pushRounding();
    code.pushInt(term.saturate() ? 1 : 0);
    code.callOther(format, "encode", int.class, double.class, Rounding.class, boolean.class);
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
        code.callOther(Float.class, "floatToFloat16", short.class, float.class);
      }
    } else if (to == DataType.FP16) {
      mv.visitInsn(Opcodes.I2D);
      encode(Float16.class);
    } else {
      if (!isWide(from)) {
        mv.visitInsn(Opcodes.I2L);
      }
      pushRounding();
      code.callOther(Float32.class, "encode", int.class, long.class, Rounding.class);
      code.callOther(Float.class, "intBitsToFloat", float.class, int.class);
    }
  }
}
