package org.ptoc.emulator.jit.repeat;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

/** Writes conversions that the JVM vectorises. Which NaN comes out is not defined. */
final class ConversionCode {
  private final KernelCode code;
  private final MethodVisitor mv;

  ConversionCode(KernelCode code) {
    this.code = code;
    this.mv = code.mv;
  }

  /** Whether there is code for a conversion; the others are left to the interpreter. */
  static boolean supports(RepeatWork work) {
    Rounding rounding = work.rounding().orElseThrow();
    boolean nearest = rounding == Rounding.NEAREST_EVEN;
    boolean plain = nearest || rounding == Rounding.DOWN || rounding == Rounding.UP;
    return switch (work.from()) {
      case FP32 -> switch (work.to()) {
        case FP32 -> plain;
        case FP16 -> nearest && !work.saturate();
        case S32 -> plain || rounding == Rounding.TO_ZERO;
        default -> false;
      };
      case FP16 -> work.to() == DataType.FP32;
      case S32 -> work.to() == DataType.FP32 && nearest;
      default -> false;
    };
  }

  /** Pushes what the array of the result holds. */
  void push(Term.Converted term) {
    code.pushLane(term.slot());
    Class<?> f = float.class;
    switch (term.from()) {
      case FP16 -> code.call(Float.class, "float16ToFloat", f, short.class);
      case S32 -> mv.visitInsn(Opcodes.I2F);
      default -> { }
    }
    if (term.to() == DataType.FP16) {
      code.call(Float.class, "floatToFloat16", short.class, f);
    } else if (term.from() == DataType.FP32) {
      mv.visitInsn(Opcodes.F2D);
      round(term.rounding());
      mv.visitInsn(term.to() == DataType.FP32 ? Opcodes.D2F : Opcodes.D2I);
    }
  }

  private void round(Rounding rounding) {
    Class<?> d = double.class;
    switch (rounding) {
      case NEAREST_EVEN -> code.call(Math.class, "rint", d, d);
      case DOWN -> code.call(Math.class, "floor", d, d);
      case UP -> code.call(Math.class, "ceil", d, d);
      default -> { } // The instruction behind it truncates.
    }
  }
}
