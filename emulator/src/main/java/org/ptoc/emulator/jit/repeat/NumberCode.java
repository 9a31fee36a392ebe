package org.ptoc.emulator.jit.repeat;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.lane.FunctionTable;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Writes terms of f32 and f16 numbers, f16 computed as f32. Which NaN comes out is not defined.
 *
 * <p>A sum, difference, product, quotient or root of halves that is rounded to f32 first is rounded
 * as if only once (see {@link Float16}).
 */
final class NumberCode {
  private final RepeatCode code;
  private final MethodVisitor mv;
  private final boolean half;

  NumberCode(RepeatCode code) {
    this.code = code;
    this.mv = code.mv;
    this.half = code.form == LaneForm.HALF;
  }

  /** Pushes what the array of the result holds. */
  void pushResult(Term term) {
    if (half) {
      pushBits(term);
    } else {
      pushFloat(term);
    }
  }

  /** Pushes the bits of a half. */
  private void pushBits(Term term) {
    switch (term) {
      case Term.Lane(int slot) -> code.pushLane(slot);
      case Term.Scalar scalar -> code.pushScalarBits();
      case Term.Apply(LaneFunction function, List<Term> arguments) when hasHalfFunction(function) ->
          halfFunction(function, arguments);
      default -> {
        pushFloat(term);
        code.callOther(Float.class, "floatToFloat16", short.class, float.class);
      }
    }
  }

  /** Pushes the value, rounded to the element type. */
  void pushArgument(Term term) {
    if (half
        && term instanceof Term.Apply(LaneFunction function, var arguments)
        && rounds(function)) {
      pushBits(term);
      mv.visitInsn(Opcodes.I2S);
      code.callOther(Float.class, "float16ToFloat", float.class, short.class);
    } else {
      pushFloat(term);
    }
  }

  private static boolean rounds(LaneFunction function) {
    return switch (function) {
      case MAX, MIN, ABS, NEG -> false;
      default -> true;
    };
  }

  /** Pushes the value as {@code float}, not rounded to a half. */
  void pushFloat(Term term) {
    switch (term) {
      case Term.Lane(int slot) -> {
        code.pushLane(slot);
        if (code.form(slot) == LaneForm.HALF) {
          code.callOther(Float.class, "float16ToFloat", float.class, short.class);
        } else if (code.form(slot) == LaneForm.SHORT) {
          mv.visitInsn(Opcodes.I2F);
        }
      }
      case Term.Scalar scalar -> code.pushScalarNumber();
      case Term.Constant(int value) -> mv.visitLdcInsn((float) value);
      case Term.Converted converted ->
          throw new IllegalArgumentException("a conversion is no operand");
      case Term.Distance distance -> throw new IllegalArgumentException("a distance is no lane");
      case Term.Apply(LaneFunction function, List<Term> arguments) -> apply(function, arguments);
    }
  }

  private void apply(LaneFunction function, List<Term> arguments) {
    if (function == LaneFunction.SELECT) {
      select(arguments);
      return;
    }
    arguments.forEach(this::pushArgument);
    Class<?> f = float.class;
    switch (function) {
      case NEG -> mv.visitInsn(Opcodes.FNEG);
      case ABS -> code.callOther(Math.class, "abs", f, f);
      case MAX -> code.callOther(Math.class, "max", f, f, f);
      case MIN -> code.callOther(Math.class, "min", f, f, f);
      default -> code.call(FunctionTable.of(function, DataType.FP32));
    }
  }

  /** Functions whose value in f32 would be rounded twice. */
  private static boolean hasHalfFunction(LaneFunction function) {
    return rounds(function)
        && function != LaneFunction.SELECT
        && FunctionTable.of(function, DataType.FP16).carrier() == int.class;
  }

  private void halfFunction(LaneFunction function, List<Term> arguments) {
    arguments.forEach(this::pushBits);
    code.call(FunctionTable.of(function, DataType.FP16));
  }

  private void select(List<Term> arguments) {
    if (!(arguments.getFirst() instanceof Term.Apply(LaneFunction comparison, List<Term> sides))) {
      throw new IllegalArgumentException("select without a comparison");
    }
    Label otherwise = new Label();
    Label done = new Label();
    sides.forEach(this::pushArgument);
    // The result for a NaN must be the one that does not satisfy the comparison.
    boolean below = comparison == LaneFunction.LT || comparison == LaneFunction.LE;
    mv.visitInsn(below ? Opcodes.FCMPG : Opcodes.FCMPL);
    mv.visitJumpInsn(jumpUnless(comparison), otherwise);
    pushArgument(arguments.get(1));
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(otherwise);
    pushArgument(arguments.get(2));
    mv.visitLabel(done);
  }

  private static int jumpUnless(LaneFunction comparison) {
    return switch (comparison) {
      case EQ -> Opcodes.IFNE;
      case NE -> Opcodes.IFEQ;
      case LT -> Opcodes.IFGE;
      case LE -> Opcodes.IFGT;
      case GT -> Opcodes.IFLE;
      case GE -> Opcodes.IFLT;
      default -> throw new IllegalArgumentException(comparison + " is no comparison");
    };
  }
}
