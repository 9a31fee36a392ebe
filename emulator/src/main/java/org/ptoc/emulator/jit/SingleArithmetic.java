package org.ptoc.emulator.jit;

import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.ir.isa.LaneFunction;

/** Writes f32 functions whose operands are floats on the stack, lane by lane. */
final class SingleArithmetic {
  private SingleArithmetic() {}

  static void write(CodeWriter code, LaneFunction function) {
    Class<?> f = float.class;
    switch (function) {
      case ADD -> code.mv.visitInsn(Opcodes.FADD);
      case SUB -> code.mv.visitInsn(Opcodes.FSUB);
      case MUL -> code.mv.visitInsn(Opcodes.FMUL);
      case DIV -> code.mv.visitInsn(Opcodes.FDIV);
      case FMA -> code.callOther(Math.class, "fma", f, f, f, f);
      case EXP -> code.callOther(Float32.class, "exp", f, f);
      case LN -> code.callOther(Float32.class, "ln", f, f);
      case SQRT -> code.callOther(Float32.class, "sqrt", f, f);
      case RECIPROCAL -> code.call("reciprocal", f, f);
      case RSQRT -> code.call("reciprocalRoot", f, f);
      default -> throw new IllegalArgumentException(function + " of f32");
    }
  }
}
