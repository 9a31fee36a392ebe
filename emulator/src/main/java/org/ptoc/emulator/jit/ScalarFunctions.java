package org.ptoc.emulator.jit;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.LaneCode.Value;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/** Writes the functions of lane expressions of one element type, lane by lane. */
final class ScalarFunctions {
  private final ScalarLaneCode code;
  private final MethodVisitor mv;
  private final DataType type;

  ScalarFunctions(ScalarLaneCode code, DataType type) {
    this.code = code;
    this.mv = code.mv;
    this.type = type;
  }

  /** The value of a function. */
  Value apply(LaneFunction function, List<Value> arguments) {
    return switch (function) {
      case AND, OR, XOR, NOT, SELECT -> bitwise(function, arguments);
      case GE, GT, LE, LT, EQ, NE -> {
        truth(function, arguments.get(0), arguments.get(1));
        mv.visitInsn(Opcodes.INEG);
        if (code.isLong()) {
          mv.visitInsn(Opcodes.I2L);
        }
        yield code.storeBits();
      }
      default ->
          switch (type) {
            case FP32 -> single(function, arguments);
            case FP16 -> half(Float16.class, function, arguments);
            case BF16 -> half(BFloat16.class, function, arguments);
            default -> integer(function, arguments);
          };
    };
  }

  private Value bitwise(LaneFunction function, List<Value> arguments) {
    boolean wide = code.isLong();
    if (function == LaneFunction.SELECT) {
      arguments.forEach(code::pushBits);
      Class<?> bits = wide ? long.class : int.class;
      code.call("select", bits, bits, bits, bits);
      return code.storeBits();
    }
    code.pushBits(arguments.getFirst());
    if (function == LaneFunction.NOT) {
      if (wide) {
        mv.visitLdcInsn(-1L);
      } else {
        mv.visitInsn(Opcodes.ICONST_M1);
      }
    } else {
      code.pushBits(arguments.get(1));
    }
    mv.visitInsn(
        switch (function) {
          case AND -> wide ? Opcodes.LAND : Opcodes.IAND;
          case OR -> wide ? Opcodes.LOR : Opcodes.IOR;
          default -> wide ? Opcodes.LXOR : Opcodes.IXOR;
        });
    return code.storeBits();
  }

  /** Pushes 1 when the comparison holds, else 0. */
  void truth(LaneFunction comparison, Value a, Value b) {
    Label holds = new Label();
    Label done = new Label();
    boolean below = comparison == LaneFunction.LT || comparison == LaneFunction.LE;
    if (type.isFloat()) {
      pushFloat(a);
      pushFloat(b);
      // The result for a NaN must be the one that does not satisfy the comparison.
      mv.visitInsn(below ? Opcodes.FCMPG : Opcodes.FCMPL);
      mv.visitJumpInsn(zeroJump(comparison), holds);
    } else {
      pushOrdered(a);
      pushOrdered(b);
      if (code.isLong()) {
        mv.visitInsn(Opcodes.LCMP);
        mv.visitJumpInsn(zeroJump(comparison), holds);
      } else {
        mv.visitJumpInsn(zeroJump(comparison) + Opcodes.IF_ICMPEQ - Opcodes.IFEQ, holds);
      }
    }
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(holds);
    mv.visitInsn(Opcodes.ICONST_1);
    mv.visitLabel(done);
  }

  private static int zeroJump(LaneFunction comparison) {
    return switch (comparison) {
      case EQ -> Opcodes.IFEQ;
      case NE -> Opcodes.IFNE;
      case LT -> Opcodes.IFLT;
      case LE -> Opcodes.IFLE;
      case GT -> Opcodes.IFGT;
      case GE -> Opcodes.IFGE;
      default -> throw new IllegalArgumentException(comparison + " is no comparison");
    };
  }

  private void pushFloat(Value value) {
    if (type == DataType.FP32) {
      code.pushNumber(value);
      return;
    }
    code.pushBits(value);
    code.callOther(
        type == DataType.FP16 ? Float16.class : BFloat16.class, "decode", float.class, int.class);
  }

  /** An integer so that the signed order is that of the type. */
  private void pushOrdered(Value value) {
    code.pushInteger(value, type);
    if (type == DataType.U32) {
      mv.visitLdcInsn(Integer.MIN_VALUE);
      mv.visitInsn(Opcodes.IXOR);
    } else if (type == DataType.U64) {
      mv.visitLdcInsn(Long.MIN_VALUE);
      mv.visitInsn(Opcodes.LXOR);
    }
  }

  private Value single(LaneFunction function, List<Value> arguments) {
    if (function == LaneFunction.ABS || function == LaneFunction.NEG) {
      code.pushBits(arguments.getFirst());
      mv.visitLdcInsn(function == LaneFunction.ABS ? 0x7FFF_FFFF : 0x8000_0000);
      mv.visitInsn(function == LaneFunction.ABS ? Opcodes.IAND : Opcodes.IXOR);
      return code.storeBits();
    }
    Class<?> f = float.class;
    if (function == LaneFunction.MAX || function == LaneFunction.MIN) {
      if (function == LaneFunction.MAX && code.isZero(arguments.get(1))) {
        code.pushCanonicalBits(arguments.getFirst());
        code.call("rectified", int.class, int.class);
        return code.storeCanonicalBits();
      }
      // On bits: the float forms of the JVM take twice the time of the whole loop around them.
      arguments.forEach(function == LaneFunction.MAX ? code::pushCanonicalBits : code::pushNumber);
      Class<?> bits = function == LaneFunction.MAX ? int.class : f;
      code.call(function == LaneFunction.MAX ? "maximum" : "minimum", bits, bits, bits);
      return function == LaneFunction.MAX ? code.storeCanonicalBits() : code.storeNumber();
    }
    arguments.forEach(code::pushNumber);
    SingleArithmetic.write(code, function);
    return code.storeNumber();
  }

  private Value half(Class<?> format, LaneFunction function, List<Value> arguments) {
    arguments.forEach(code::pushBits);
    Class<?> i = int.class;
    switch (function) {
      case ABS -> {
        mv.visitLdcInsn(0x7FFF);
        mv.visitInsn(Opcodes.IAND);
      }
      case NEG -> {
        mv.visitLdcInsn(0x8000);
        mv.visitInsn(Opcodes.IXOR);
      }
      case ADD -> code.callOther(format, "add", i, i, i);
      case SUB -> code.callOther(format, "sub", i, i, i);
      case MUL -> code.callOther(format, "mul", i, i, i);
      case MAX -> code.callOther(format, "max", i, i, i);
      case MIN -> code.callOther(format, "min", i, i, i);
      case FMA -> code.callOther(format, "fma", i, i, i, i);
      default -> {
        if (format != Float16.class) {
          throw undefined(function);
        }
        switch (function) {
          case DIV -> code.callOther(format, "div", i, i, i);
          case EXP -> code.callOther(format, "exp", i, i);
          case LN -> code.callOther(format, "ln", i, i);
          case SQRT -> code.callOther(format, "sqrt", i, i);
          case RECIPROCAL -> code.call("halfReciprocal", i, i);
          case RSQRT -> code.call("halfReciprocalRoot", i, i);
          default -> throw undefined(function);
        }
      }
    }
    return code.storeBits();
  }

  private Value integer(LaneFunction function, List<Value> arguments) {
    boolean wide = code.isLong();
    Class<?> bits = wide ? long.class : int.class;
    boolean unsigned = type.kind() == DataType.Kind.UNSIGNED;
    switch (function) {
      case ADD, SUB, MUL, FMA -> {
        arguments.forEach(code::pushBits);
        if (function == LaneFunction.FMA) {
          code.call("multiplyAdd", bits, bits, bits, bits);
        } else {
          mv.visitInsn(arithmetic(function) + (wide ? Opcodes.LADD - Opcodes.IADD : 0));
        }
      }
      case NEG -> {
        code.pushBits(arguments.getFirst());
        mv.visitInsn(wide ? Opcodes.LNEG : Opcodes.INEG);
      }
      case MAX, MIN -> {
        arguments.forEach(argument -> code.pushInteger(argument, type));
        boolean ordered = type == DataType.U32 || type == DataType.U64;
        if (ordered) {
          code.call(
              function == LaneFunction.MAX ? "unsignedMaximum" : "unsignedMinimum",
              bits,
              bits,
              bits);
        } else {
          code.callOther(
              Math.class, function == LaneFunction.MAX ? "max" : "min", bits, bits, bits);
        }
      }
      case SHL, SHR -> shift(function, arguments, bits, unsigned);
      case ABS -> {
        code.pushInteger(arguments.getFirst(), type);
        if (!unsigned) {
          code.callOther(Math.class, "abs", bits, bits);
        }
      }
      case POPULATION_COUNT, LEADING_SIGN_COUNT -> count(function, arguments.getFirst());
      default -> throw undefined(function);
    }
    return code.storeBits();
  }

  private static int arithmetic(LaneFunction function) {
    return switch (function) {
      case ADD -> Opcodes.IADD;
      case SUB -> Opcodes.ISUB;
      default -> Opcodes.IMUL;
    };
  }

  /** The count is unsigned in the width of the lane. */
  private void shift(
      LaneFunction function, List<Value> arguments, Class<?> bits, boolean unsigned) {
    code.pushInteger(arguments.getFirst(), type);
    code.pushInteger(
        arguments.get(1),
        switch (type) {
          case S8 -> DataType.U8;
          case S16 -> DataType.U16;
          default -> type;
        });
    code.pushInt(type.bits());
    String name =
        function == LaneFunction.SHL ? "shiftLeft" : unsigned ? "shiftRightUnsigned" : "shiftRight";
    code.call(name, bits, bits, bits, int.class);
  }

  private void count(LaneFunction function, Value value) {
    Class<?> owner = code.isLong() ? Long.class : Integer.class;
    Class<?> bits = code.isLong() ? long.class : int.class;
    if (function == LaneFunction.POPULATION_COUNT) {
      code.pushInteger(value, unsignedForm());
      code.callOther(owner, "bitCount", int.class, bits);
    } else {
      code.pushInteger(value, signedForm());
      code.pushInt(type.bits());
      code.call("leadingSignBits", int.class, bits, int.class);
    }
    if (code.isLong()) {
      mv.visitInsn(Opcodes.I2L);
    }
  }

  private DataType unsignedForm() {
    return switch (type) {
      case S8 -> DataType.U8;
      case S16 -> DataType.U16;
      default -> type;
    };
  }

  private DataType signedForm() {
    return switch (type) {
      case U8 -> DataType.S8;
      case U16 -> DataType.S16;
      default -> type;
    };
  }

  private IllegalArgumentException undefined(LaneFunction function) {
    return new IllegalArgumentException(function + " of " + type.spelling());
  }
}
