package org.ptoc.emulator.jit.loop;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.ArrayLaneCode;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.DataType;

/**
 * A flat loop of arithmetic and conversions on arrays of the element types: {@code (Core, int to,
 * int address..., long scalar...)}. The JVM vectorises loops over such arrays, and none over floats
 * in arrays of bytes; copying pays for itself many times.
 */
final class StagedMethod {
  private static final int CORE = 0;
  private static final int TO = 1;
  private static final int FIRST_ADDRESS = 2;

  private final Segment segment;
  private final IterationMode mode;
  private final StagedForm form;
  private final ArrayLaneCode code;
  private final MethodVisitor mv;

  /** Local variables of the unified buffer, of lanes and numbers of them, and of the arrays. */
  private final int memory;

  private final int ub;
  private final int from;
  private final int count;
  private final int lane;
  private final int[] arrays;

  private StagedMethod(Segment segment, IterationMode mode, StagedForm form, MethodVisitor mv) {
    this.segment = segment;
    this.mode = mode;
    this.form = form;
    this.mv = mv;
    this.code = new ArrayLaneCode(mv, firstScalar() + 2 * segment.scalars().size(), true);
    this.arrays = new int[segment.accesses().size()];
    this.memory = code.newLocal(1);
    this.ub = code.newLocal(1);
    this.from = code.newLocal(1);
    this.count = code.newLocal(1);
    this.lane = code.newLocal(1);
  }

  private int firstScalar() {
    return FIRST_ADDRESS + segment.accesses().size();
  }

  static String descriptor(Segment segment) {
    List<Class<?>> parameters = new ArrayList<>(List.of(Core.class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return CodeWriter.descriptor(void.class, parameters.toArray(Class<?>[]::new));
  }

  /** Writes the method and returns its last label. */
  static Label write(
      ClassVisitor visitor, String name, Segment segment, IterationMode mode, StagedForm form) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_STATIC,
        name,
        descriptor(segment),
        mv -> new StagedMethod(segment, mode, form, mv).write());
  }

  private void write() {
    List<Value> splats = splats();
    mv.visitVarInsn(Opcodes.ALOAD, CORE);
    code.callOther(Staging.class, "memory", MemorySegment.class, Core.class);
    mv.visitVarInsn(Opcodes.ASTORE, memory);
    code.loadField(CORE, Core.class, "ub", byte[].class, ub);
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = loadArray(i);
    }
    code.clear(from);
    code.whileBelow(from, () -> mv.visitVarInsn(Opcodes.ILOAD, TO), () -> writeLanes(splats));
  }

  /** Writes the loop through as many lanes as the arrays have. */
  private void writeLanes(List<Value> splats) {
    code.pushInt(Staging.LANES);
    code.pushLocals(Opcodes.ILOAD, TO, from);
    mv.visitInsn(Opcodes.ISUB);
    code.callOther(Math.class, "min", int.class, int.class, int.class);
    mv.visitVarInsn(Opcodes.ISTORE, count);
    move(false);
    code.clear(lane);
    LaneIndex index = new LaneIndex(code, lane, count, segment.width(), mode, arrays);
    new LoopCode(segment, mode, code, lane, true, splats, index).write();
    move(true);
    mv.visitVarInsn(Opcodes.ILOAD, from);
    code.withConstant(Opcodes.IADD, Staging.LANES);
    mv.visitVarInsn(Opcodes.ISTORE, from);
  }

  private List<Value> splats() {
    List<Value> splats = new ArrayList<>();
    for (int i = 0; i < segment.scalars().size(); i++) {
      mv.visitVarInsn(Opcodes.LLOAD, firstScalar() + 2 * i);
      code.spread();
      Value splat = code.storeBits(form.halfScalars().contains(i) ? DataType.FP16 : DataType.FP32);
      code.prepareNumber(splat);
      splats.add(splat);
    }
    return splats;
  }

  private int loadArray(int access) {
    LaneArray lanes = form.elements().get(access);
    code.pushField(CORE, Core.class, "scratch", UnitScratch.class);
    code.pushInt(arrays.length);
    code.pushInt(Staging.LANES);
    Class<?> arraysOfAll = lanes.array().arrayType();
    code.callVirtual(UnitScratch.class, lanes.elements(), arraysOfAll, int.class, int.class);
    code.pushInt(access);
    mv.visitInsn(Opcodes.AALOAD);
    return code.storeArray(lanes);
  }

  /** Brings what the loads read, or what the stores have written. */
  private void move(boolean stores) {
    for (int i = 0; i < arrays.length; i++) {
      if (segment.accesses().get(i).store() == stores) {
        move(i, stores ? code.isRectified(arrays[i]) ? "deliverRectified" : "deliver" : "fetch");
      }
    }
  }

  private void move(int access, String function) {
    LaneArray lanes = form.elements().get(access);
    boolean stores = segment.accesses().get(access).store();
    mv.visitVarInsn(Opcodes.ALOAD, memory);
    if (stores) {
      mv.visitVarInsn(Opcodes.ALOAD, ub);
    }
    code.pushLocals(Opcodes.ILOAD, FIRST_ADDRESS + access, from);
    code.withConstant(Opcodes.IMUL, lanes.bytes());
    mv.visitInsn(Opcodes.IADD);
    mv.visitVarInsn(Opcodes.ALOAD, arrays[access]);
    mv.visitVarInsn(Opcodes.ILOAD, count);
    List<Class<?>> parameters =
        new ArrayList<>(List.of(MemorySegment.class, int.class, lanes.array(), int.class));
    if (stores) {
      parameters.add(1, byte[].class);
    }
    code.callOther(Staging.class, function, void.class, parameters.toArray(Class<?>[]::new));
  }
}
