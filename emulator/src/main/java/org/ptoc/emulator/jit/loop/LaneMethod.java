package org.ptoc.emulator.jit.loop;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.carrier.LaneCode;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.carrier.ScalarLaneCode;
import org.ptoc.emulator.jit.carrier.VectorLaneCode;
import org.ptoc.emulator.jit.carrier.VectorModule;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.TypedExpression;

/**
 * A method that runs the lane loop of a segment: {@code (byte[] ub, byte[] vectors, long[]
 * predicates, byte[] flow, int from, int to, int address..., long...)} with the scalar operands at
 * its end. It begins with lane {@code from}; lanes below {@code to} see every prefix mask set,
 * those above see it clear. A flat one runs through the lanes of many iterations behind each other
 * and leaves registers alone; {@code flow} has what goes from one of these to the next.
 */
final class LaneMethod {
  static final int UB = 0;
  static final int VECTORS = 1;
  static final int PREDICATES = 2;
  static final int FLOW = 3;
  private static final int FROM = 4;
  static final int TO = 5;
  static final int FIRST_ADDRESS = 6;

  private final Segment segment;
  private final IterationMode mode;
  private final LaneCode code;
  private final MethodVisitor mv;
  private int lane;

  private LaneMethod(Segment segment, IterationMode mode, LaneCode code) {
    this.segment = segment;
    this.mode = mode;
    this.code = code;
    this.mv = code.mv;
  }

  static String descriptor(Segment segment) {
    return CodeWriter.descriptor(void.class, parameters(segment).toArray(Class<?>[]::new));
  }

  private static List<Class<?>> parameters(Segment segment) {
    List<Class<?>> parameters =
        new ArrayList<>(
            List.of(byte[].class, byte[].class, long[].class, byte[].class, int.class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return parameters;
  }

  /** Writes the method that goes lane by lane, and returns its last label. */
  static Label write(ClassVisitor visitor, String name, Segment segment, IterationMode mode) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_STATIC,
        name,
        descriptor(segment),
        mv -> {
          ScalarLaneCode code = new ScalarLaneCode(mv, segment.width(), firstFree(segment));
          new LaneMethod(segment, mode, code).write();
        });
  }

  /**
   * Writes the method that goes vector by vector, and calls {@code rest} for the lanes that are
   * left.
   */
  static Label writeVector(
      ClassVisitor visitor,
      String name,
      String owner,
      String rest,
      Segment segment,
      IterationMode mode,
      VectorModule module) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_STATIC,
        name,
        descriptor(segment),
        mv -> {
          VectorLaneCode code = new VectorLaneCode(mv, segment.width(), firstFree(segment), module);
          LaneMethod method = new LaneMethod(segment, mode, code);
          method.write();
          method.callRest(owner, rest);
        });
  }

  private static int firstScalar(Segment segment) {
    return FIRST_ADDRESS + segment.accesses().size();
  }

  /** The first local variable behind the parameters. */
  private static int firstFree(Segment segment) {
    return firstScalar(segment) + 2 * segment.scalars().size();
  }

  private void write() {
    List<Value> splats = new ArrayList<>();
    for (int i = 0; i < segment.scalars().size(); i++) {
      mv.visitVarInsn(Opcodes.LLOAD, firstScalar(segment) + 2 * i);
      code.spread();
      splats.add(code.storeBits());
    }
    for (LaneOperation operation : segment.operations()) {
      int scalar = floatScalar(operation);
      if (scalar >= 0) {
        code.prepareNumber(splats.get(scalar)); // Converted outside of the loop.
      }
    }
    mv.visitVarInsn(Opcodes.ILOAD, FROM);
    lane = code.storeLocal(Opcodes.ISTORE);
    LaneIndex index = new LaneIndex(code, lane, segment.width(), mode);
    new LoopCode(segment, mode, code, lane, true, splats, index).write();
    if (code.lanes() == 1 && segment.hasTail() && !mode.flat()) {
      new LoopCode(segment, mode, code, lane, false, splats, index).write();
    }
  }

  private void callRest(String owner, String rest) {
    Label done = new Label();
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (mode.flat() || !segment.hasTail()) {
      mv.visitVarInsn(Opcodes.ILOAD, TO);
    } else {
      code.pushInt(segment.lanes());
    }
    mv.visitJumpInsn(Opcodes.IF_ICMPGE, done);
    int local = 0;
    for (Class<?> parameter : parameters(segment)) {
      Type type = Type.getType(parameter);
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local == FROM ? lane : local);
      local += type.getSize();
    }
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, rest, descriptor(segment), false);
    mv.visitLabel(done);
  }

  /** The scalar that an operation reads as a number; -1 when it reads none. */
  private static int floatScalar(LaneOperation operation) {
    return operation instanceof LaneOperation.Compute compute
            && compute.results().getFirst().expression().parts().anyMatch(LaneMethod::isFloat)
        ? compute.operands().scalar()
        : -1;
  }

  private static boolean isFloat(TypedExpression part) {
    return part instanceof TypedExpression.Apply && part.type() == DataType.FP32;
  }
}
