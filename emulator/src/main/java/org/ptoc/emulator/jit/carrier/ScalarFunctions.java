package org.ptoc.emulator.jit.carrier;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.lane.FunctionMethod;
import org.ptoc.emulator.lane.FunctionTable;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/** Writes the functions of lane expressions of one element type, lane by lane. */
record ScalarFunctions(ScalarLaneCode code, DataType type) {

  /** The value of a function. */
  Value apply(LaneFunction function, List<Value> arguments) {
    boolean isExtremum = function == LaneFunction.MAX || function == LaneFunction.MIN;
    if (function.isLogic()) {
      return bitwise(function, arguments);
    }
    if (type == DataType.FP32 && isExtremum) {
      return extremum(function, arguments);
    }
    FunctionMethod method = FunctionTable.of(function, type);
    call(method, arguments);
    if (method.result() == boolean.class) {
      code.mv.visitInsn(Opcodes.INEG);
      if (code.isLong()) {
        code.mv.visitInsn(Opcodes.I2L);
      }
    } else if (method.result() == float.class) {
      return code.storeNumber(type);
    }
    return code.storeBits(type);
  }

  /** Pushes 1 when the comparison holds, else 0. */
  void truth(LaneFunction comparison, Value a, Value b) {
    call(FunctionTable.of(comparison, type), List.of(a, b));
  }

  private void call(FunctionMethod method, List<Value> arguments) {
    for (int i = 0; i < method.operands().size(); i++) {
      switch (method.operands().get(i)) {
        case BITS -> code.pushBits(arguments.get(i));
        case NUMBER -> pushNumber(arguments.get(i));
        case UNSIGNED -> code.pushInteger(arguments.get(i), unsignedForm());
        case SIGNED -> code.pushInteger(arguments.get(i), signedForm());
        case WIDTH -> code.pushInt(type.bits());
      }
    }
    code.call(method);
  }

  private void pushNumber(Value value) {
    if (type.isFloat()) {
      code.pushNumber(value, type);
    } else {
      code.pushInteger(value, type);
    }
  }

  /** On bits: the float forms of the JVM take twice the time of the whole loop around them. */
  private Value extremum(LaneFunction function, List<Value> arguments) {
    if (function == LaneFunction.MIN) {
      arguments.forEach(code::pushNumber);
      code.call("minimum", float.class, float.class, float.class);
      return code.storeNumber();
    }
    code.pushCanonicalBits(arguments.getFirst());
    if (code.isZero(arguments.get(1))) {
      code.call("rectified", int.class, int.class);
    } else {
      code.pushCanonicalBits(arguments.get(1));
      code.call("maximum", int.class, int.class, int.class);
    }
    return code.storeCanonicalBits();
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
        code.mv.visitLdcInsn(-1L);
      } else {
        code.mv.visitInsn(Opcodes.ICONST_M1);
      }
    } else {
      code.pushBits(arguments.get(1));
    }
    code.mv.visitInsn(
        switch (function) {
          case AND -> wide ? Opcodes.LAND : Opcodes.IAND;
          case OR -> wide ? Opcodes.LOR : Opcodes.IOR;
          default -> wide ? Opcodes.LXOR : Opcodes.IXOR;
        });
    return code.storeBits();
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
}
