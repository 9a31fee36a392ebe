package org.ptoc.emulator.jit;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;

/**
 * A flat loop of f32 arithmetic on arrays of floats: {@code (Core, int to, int address..., long scalar...)}. The JVM
 * vectorises loops over such arrays, and none over floats in arrays of bytes; copying pays for itself many times.
 */
final class StagedMethod {
  private static final int CORE = 0;
  private static final int TO = 1;
  private static final int FIRST_ADDRESS = 2;

  private final Segment segment;
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final int view;
  private final int ub;
  private final int from;
  private final int count;
  private final int lane;
  private final int[] arrays;
  private final int[] scalars;
  private final Map<Integer, Integer> registers = new HashMap<>();
  /** Registers whose value is the larger of their local variable and 0: stores do that on bits, which is cheaper. */
  private final Set<Integer> rectified = new HashSet<>();

  private final Set<Integer> rectifiedAccesses = new HashSet<>();

  private StagedMethod(Segment segment, MethodVisitor mv) {
    this.segment = segment;
    this.mv = mv;
    int accesses = segment.accesses().size();
    int firstScalar = FIRST_ADDRESS + accesses;
    this.code = new CodeWriter(mv, firstScalar + 2 * segment.scalars().size());
    this.scalars = new int[segment.scalars().size()];
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = firstScalar + 2 * i;
    }
    this.arrays = new int[accesses];
    for (int i = 0; i < accesses; i++) {
      arrays[i] = code.newLocal(1);
    }
    this.view = code.newLocal(1);
    this.ub = code.newLocal(1);
    this.from = code.newLocal(1);
    this.count = code.newLocal(1);
    this.lane = code.newLocal(1);
  }

  static String descriptor(Segment segment) {
    List<Class<?>> parameters = new ArrayList<>(List.of(Core.class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return CodeWriter.descriptor(void.class, parameters.toArray(Class<?>[]::new));
  }

  /** Writes the method and returns its last label. */
  static Label write(ClassVisitor visitor, String name, Segment segment) {
    return CodeWriter.method(
        visitor, Opcodes.ACC_STATIC, name, descriptor(segment), mv -> new StagedMethod(segment, mv).write());
  }

  private void write() {
    prepare();
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ISTORE, from);
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    code.pushInt(Staging.LANES);
    mv.visitVarInsn(Opcodes.ILOAD, TO);
    mv.visitVarInsn(Opcodes.ILOAD, from);
    mv.visitInsn(Opcodes.ISUB);
    code.callOther(Math.class, "min", int.class, int.class, int.class);
    mv.visitVarInsn(Opcodes.ISTORE, count);
    move(false);
    laneLoop();
    move(true);
    mv.visitVarInsn(Opcodes.ILOAD, from);
    code.pushInt(Staging.LANES);
    mv.visitInsn(Opcodes.IADD);
    mv.visitVarInsn(Opcodes.ISTORE, from);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, from);
    mv.visitVarInsn(Opcodes.ILOAD, TO);
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }

  private void prepare() {
    for (int scalar : scalars) {
      mv.visitVarInsn(Opcodes.LLOAD, scalar);
      mv.visitInsn(Opcodes.L2I);
      code.callOther(Float.class, "intBitsToFloat", float.class, int.class);
      mv.visitVarInsn(Opcodes.FSTORE, scalar);
    }
    mv.visitVarInsn(Opcodes.ALOAD, CORE);
    code.callOther(Staging.class, "view", FloatBuffer.class, Core.class);
    mv.visitVarInsn(Opcodes.ASTORE, view);
    mv.visitVarInsn(Opcodes.ALOAD, CORE);
    mv.visitFieldInsn(Opcodes.GETFIELD, Type.getInternalName(Core.class), "ub", "[B");
    mv.visitVarInsn(Opcodes.ASTORE, ub);
    for (int i = 0; i < arrays.length; i++) {
      mv.visitVarInsn(Opcodes.ALOAD, CORE);
      code.pushInt(arrays.length);
      code.callOther(Staging.class, "arrays", float[][].class, Core.class, int.class);
      code.pushInt(i);
      mv.visitInsn(Opcodes.AALOAD);
      mv.visitVarInsn(Opcodes.ASTORE, arrays[i]);
    }
  }

  /** Brings what the loads read, or what the stores have written. */
  private void move(boolean stores) {
    for (int i = 0; i < arrays.length; i++) {
      if (segment.accesses().get(i).store() != stores) {
        continue;
      }
      mv.visitVarInsn(Opcodes.ALOAD, view);
      if (stores) {
        mv.visitVarInsn(Opcodes.ALOAD, ub);
      }
      mv.visitVarInsn(Opcodes.ILOAD, FIRST_ADDRESS + i);
      mv.visitVarInsn(Opcodes.ILOAD, from);
      mv.visitInsn(Opcodes.ICONST_2);
      mv.visitInsn(Opcodes.ISHL);
      mv.visitInsn(Opcodes.IADD);
      mv.visitVarInsn(Opcodes.ALOAD, arrays[i]);
      mv.visitVarInsn(Opcodes.ILOAD, count);
      Class<?> n = void.class;
      if (stores) {
        String name = rectifiedAccesses.contains(i) ? "deliverRectified" : "deliver";
        code.callOther(Staging.class, name, n, FloatBuffer.class, byte[].class, int.class, float[].class, int.class);
      } else {
        code.callOther(Staging.class, "fetch", n, FloatBuffer.class, int.class, float[].class, int.class);
      }
    }
  }

  private void laneLoop() {
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ISTORE, lane);
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    segment.operations().forEach(this::write);
    mv.visitIincInsn(lane, 1);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    mv.visitVarInsn(Opcodes.ILOAD, count);
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }

  private void write(LaneOperation operation) {
    switch (operation) {
      case LaneOperation.Load load -> {
        mv.visitVarInsn(Opcodes.ALOAD, arrays[load.access()]);
        mv.visitVarInsn(Opcodes.ILOAD, lane);
        mv.visitInsn(Opcodes.FALOAD);
        define(load.vd());
      }
      case LaneOperation.Store store -> {
        mv.visitVarInsn(Opcodes.ALOAD, arrays[store.access()]);
        mv.visitVarInsn(Opcodes.ILOAD, lane);
        mv.visitVarInsn(Opcodes.FLOAD, registers.get(store.vs()));
        mv.visitInsn(Opcodes.FASTORE);
        if (rectified.contains(store.vs())) {
          rectifiedAccesses.add(store.access());
        }
      }
      case LaneOperation.Compute compute -> compute(compute);
      default -> throw new IllegalArgumentException(operation + " has no staged form");
    }
  }

  private void compute(LaneOperation.Compute compute) {
    if (compute.expression() instanceof LaneExpression.Apply(LaneFunction function, List<LaneExpression> arguments)
        && function == LaneFunction.MAX && arguments.get(1) instanceof LaneExpression.Constant) {
      push(arguments.getFirst(), compute);
      define(compute.vd());
      rectified.add(compute.vd());
    } else {
      push(compute.expression(), compute);
      define(compute.vd());
    }
  }

  private void pushRegister(int register) {
    mv.visitVarInsn(Opcodes.FLOAD, registers.get(register));
    if (rectified.contains(register)) {
      mv.visitInsn(Opcodes.FCONST_0);
      apply(LaneFunction.MAX);
    }
  }

  private void define(int register) {
    rectified.remove(register);
    int local = code.newLocal(1);
    mv.visitVarInsn(Opcodes.FSTORE, local);
    registers.put(register, local);
  }

  private void push(LaneExpression expression, LaneOperation.Compute compute) {
    switch (expression) {
      case LaneExpression.Constant constant -> mv.visitInsn(Opcodes.FCONST_0);
      case LaneExpression.Operand operand -> {
        switch (operand.slot()) {
          case FIRST -> pushRegister(compute.va());
          case SECOND -> pushRegister(compute.vb());
          case ACCUMULATOR -> pushRegister(compute.vc());
          case SCALAR, DISTANCE -> mv.visitVarInsn(Opcodes.FLOAD, scalars[compute.scalar()]);
        }
      }
      case LaneExpression.Apply apply -> {
        apply.arguments().forEach(argument -> push(argument, compute));
        apply(apply.function());
      }
    }
  }

  /** Numbers may be any NaN; the stores make it the canonical one. */
  private void apply(LaneFunction function) {
    Class<?> f = float.class;
    switch (function) {
      case MAX -> code.callOther(Math.class, "max", f, f, f);
      case MIN -> code.callOther(Math.class, "min", f, f, f);
      default -> SingleArithmetic.write(code, function);
    }
  }
}
