package org.ptoc.emulator.jit.carrier;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/** Writes the functions of lane expressions of one element type, vector by vector. */
final class VectorFunctions {
  private final VectorLaneCode code;
  private final MethodVisitor mv;
  private final DataType type;

  VectorFunctions(VectorLaneCode code, DataType type) {
    this.code = code;
    this.mv = code.mv;
    this.type = type;
  }

  Value apply(LaneFunction function, List<Value> arguments) {
    return switch (function) {
      case AND, OR, XOR -> {
        arguments.forEach(code::pushBits);
        code.binary(code.bitsClass, function.name());
        yield code.storeBits();
      }
      case NOT -> {
        code.pushBits(arguments.getFirst());
        code.unary(code.bitsClass, "NOT");
        yield code.storeBits();
      }
      case SELECT -> select(arguments.get(0), arguments.get(1), arguments.get(2));
      case GE, GT, LE, LT, EQ, NE -> {
        code.pushConstant(0);
        code.pushConstant(-1);
        truth(function, arguments.get(0), arguments.get(1));
        blend();
        yield code.storeBits();
      }
      default -> type.isFloat() ? floating(function, arguments) : integer(function, arguments);
    };
  }

  /** {@code (a ^ b) & selector ^ b}. */
  private Value select(Value selector, Value a, Value b) {
    code.pushBits(a);
    code.pushBits(b);
    code.binary(code.bitsClass, "XOR");
    code.pushBits(selector);
    code.binary(code.bitsClass, "AND");
    code.pushBits(b);
    code.binary(code.bitsClass, "XOR");
    return code.storeBits();
  }

  private void blend() {
    code.invokeBits("blend", VectorLaneCode.VECTOR + "L" + VectorLaneCode.MASK + ";");
  }

  /** Pushes the mask of the lanes where the comparison holds; with a NaN only NE does. */
  void truth(LaneFunction comparison, Value a, Value b) {
    int right = code.newLocal(1);
    if (type.isFloat()) {
      code.pushNumber(a);
      code.pushNumber(b);
      mv.visitVarInsn(Opcodes.ASTORE, right);
      code.compare(VectorLaneCode.FLOATS, comparison.name(), right);
    } else {
      pushOrdered(b);
      mv.visitVarInsn(Opcodes.ASTORE, right);
      pushOrdered(a);
      code.compare(code.bitsClass, comparison.name(), right);
    }
  }

  /** Pushes integers so that their signed order is that of the type. */
  private void pushOrdered(Value value) {
    code.pushBits(value);
    flipUnsigned();
  }

  private void flipUnsigned() {
    if (type.kind() == DataType.Kind.UNSIGNED) {
      code.pushConstant(1L << type.bits() - 1);
      code.binary(code.bitsClass, "XOR");
    }
  }

  private Value floating(LaneFunction function, List<Value> arguments) {
    if (type == DataType.BF16 && VectorBFloat16.supports(function)) {
      return new VectorBFloat16(code).apply(function, arguments);
    }
    Value first = arguments.getFirst();
    switch (function) {
      case ABS -> {
        code.pushBits(first);
        code.pushConstant((1L << type.bits() - 1) - 1);
        code.binary(code.bitsClass, "AND");
        return code.storeBits();
      }
      case NEG -> {
        code.pushBits(first);
        code.pushConstant(1L << type.bits() - 1);
        code.binary(code.bitsClass, "XOR");
        return code.storeBits();
      }
      case MAX -> {
        return maximum(first, arguments.get(1));
      }
      case MIN -> {
        return minimum(first, arguments.get(1));
      }
      case RECIPROCAL -> {
        code.pushNumber(code.constant(Float.floatToRawIntBits(1)));
        code.pushNumber(first);
        code.binary(VectorLaneCode.FLOATS, "DIV");
      }
      case SQRT -> {
        code.pushNumber(first);
        code.unary(VectorLaneCode.FLOATS, "SQRT");
      }
      case FMA -> {
        arguments.forEach(code::pushNumber);
        code.invoke(
            VectorLaneCode.FLOATS,
            "fma",
            "("
                + VectorLaneCode.VECTOR
                + VectorLaneCode.VECTOR
                + ")L"
                + VectorLaneCode.FLOATS
                + ";");
      }
      default -> {
        arguments.forEach(code::pushNumber);
        code.binary(VectorLaneCode.FLOATS, function.name());
      }
    }
    return code.storeNumber();
  }

  /** On bits with canonical NaN: a NaN is above everything, +0 above -0. */
  private Value maximum(Value a, Value b) {
    code.pushCanonicalBits(a);
    if (code.isZero(b)) {
      code.pushConstant(0); // A negative number has negative bits.
      code.binary(code.bitsClass, "MAX");
      return code.storeCanonicalBits();
    }
    flipNegative();
    code.pushCanonicalBits(b);
    flipNegative();
    code.binary(code.bitsClass, "MAX");
    flipNegative();
    return code.storeCanonicalBits();
  }

  /**
   * With all ones in the place of a NaN, which is below everything; -0 is below +0. The result may
   * be any NaN.
   */
  private Value minimum(Value a, Value b) {
    pushWithLowNaN(a);
    pushWithLowNaN(b);
    code.binary(code.bitsClass, "MIN");
    flipNegative();
    code.number();
    return code.storeNumber();
  }

  private void pushWithLowNaN(Value value) {
    int number = code.newLocal(1);
    code.pushNumber(value);
    mv.visitVarInsn(Opcodes.ASTORE, number);
    code.replaceNaN(number, -1);
    flipNegative();
  }

  /** {@code x ^ x >> 31 >>> 1}: the order of the results as integers is that of the numbers. */
  private void flipNegative() {
    mv.visitInsn(Opcodes.DUP);
    code.pushConstant(type.bits() - 1);
    code.binary(code.bitsClass, "ASHR");
    code.pushConstant(1);
    code.binary(code.bitsClass, "LSHR");
    code.binary(code.bitsClass, "XOR");
  }

  private Value integer(LaneFunction function, List<Value> arguments) {
    boolean unsigned = type.kind() == DataType.Kind.UNSIGNED;
    switch (function) {
      case FMA -> {
        code.pushBits(arguments.get(0));
        code.pushBits(arguments.get(1));
        code.binary(code.bitsClass, "MUL");
        code.pushBits(arguments.get(2));
        code.binary(code.bitsClass, "ADD");
      }
      case MAX, MIN -> {
        arguments.forEach(this::pushOrdered);
        code.binary(code.bitsClass, function.name());
        flipUnsigned();
      }
      case NEG -> {
        code.pushBits(arguments.getFirst());
        code.unary(code.bitsClass, "NEG");
      }
      case ABS -> {
        code.pushBits(arguments.getFirst());
        if (!unsigned) {
          code.unary(code.bitsClass, "ABS");
        }
      }
      case SHL, SHR -> {
        return shift(function, unsigned, arguments.get(0), arguments.get(1));
      }
      default -> {
        arguments.forEach(code::pushBits);
        code.binary(code.bitsClass, function.name());
      }
    }
    return code.storeBits();
  }

  /** The count is unsigned in the width of the lane; the JVM takes it modulo the width. */
  private Value shift(LaneFunction function, boolean unsigned, Value value, Value count) {
    int most = type.bits() - 1;
    int zero = code.newLocal(1);
    code.pushConstant(0);
    mv.visitVarInsn(Opcodes.ASTORE, zero);
    if (function == LaneFunction.SHR && !unsigned) {
      code.pushBits(value);
      code.pushConstant(most);
      code.pushBits(count);
      pushIsSmall(count, most, zero);
      blend();
      code.binary(code.bitsClass, "ASHR");
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, zero);
      code.pushBits(value);
      code.pushBits(count);
      code.binary(code.bitsClass, function == LaneFunction.SHL ? "LSHL" : "LSHR");
      pushIsSmall(count, most, zero);
      blend();
    }
    return code.storeBits();
  }

  private void pushIsSmall(Value count, int most, int zero) {
    code.pushBits(count);
    code.pushConstant(~most);
    code.binary(code.bitsClass, "AND");
    code.compare(code.bitsClass, "EQ", zero);
  }
}
