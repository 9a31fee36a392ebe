package org.ptoc.emulator.jit.staged;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.machine.Core;

/**
 * A flat loop of arithmetic and conversions on arrays of the element types: {@code (Core, int to,
 * int address..., long scalar...)}. The JVM vectorises loops over such arrays, and none over floats
 * in arrays of bytes; copying pays for itself many times.
 */
public final class StagedMethod {
  private static final int CORE = 0;
  private static final int TO = 1;
  private static final int FIRST_ADDRESS = 2;

  private final Segment segment;
  private final StagedForm form;
  private final CodeWriter code;
  private final MethodVisitor mv;

  /** Views of the unified buffer by the elements. */
  private final Map<StagedElement, Integer> views = new EnumMap<>(StagedElement.class);

  private final int ub;
  private final int from;
  private final int count;
  private final int lane;
  private final int[] arrays;
  private final int[] scalars;
  private final StagedLanes lanes;

  private StagedMethod(Segment segment, StagedForm form, MethodVisitor mv) {
    this.segment = segment;
    this.form = form;
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
    form.elements().stream().distinct().forEach(element -> views.put(element, code.newLocal(1)));
    this.ub = code.newLocal(1);
    this.from = code.newLocal(1);
    this.count = code.newLocal(1);
    this.lane = code.newLocal(1);
    this.lanes = new StagedLanes(code, form, arrays, scalars, lane);
  }

  public static String descriptor(Segment segment) {
    List<Class<?>> parameters = new ArrayList<>(List.of(Core.class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return CodeWriter.descriptor(void.class, parameters.toArray(Class<?>[]::new));
  }

  /** Writes the method and returns its last label. */
  public static Label write(ClassVisitor visitor, String name, Segment segment, StagedForm form) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_STATIC,
        name,
        descriptor(segment),
        mv -> new StagedMethod(segment, form, mv).write());
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
    for (int i = 0; i < scalars.length; i++) {
      mv.visitVarInsn(Opcodes.LLOAD, scalars[i]);
      mv.visitInsn(Opcodes.L2I);
      if (form.halfScalars().contains(i)) {
        mv.visitInsn(Opcodes.I2S);
        code.callOther(Float.class, "float16ToFloat", float.class, short.class);
      } else {
        code.callOther(Float.class, "intBitsToFloat", float.class, int.class);
      }
      mv.visitVarInsn(Opcodes.FSTORE, scalars[i]);
    }
    views.forEach(
        (element, view) -> {
          mv.visitVarInsn(Opcodes.ALOAD, CORE);
          code.callOther(Staging.class, name(element, "View"), element.view, Core.class);
          mv.visitVarInsn(Opcodes.ASTORE, view);
        });
    mv.visitVarInsn(Opcodes.ALOAD, CORE);
    mv.visitFieldInsn(Opcodes.GETFIELD, Type.getInternalName(Core.class), "ub", "[B");
    mv.visitVarInsn(Opcodes.ASTORE, ub);
    for (int i = 0; i < arrays.length; i++) {
      StagedElement element = form.elements().get(i);
      mv.visitVarInsn(Opcodes.ALOAD, CORE);
      code.pushInt(arrays.length);
      code.callOther(
          Staging.class, name(element, "Arrays"), element.array.arrayType(), Core.class, int.class);
      code.pushInt(i);
      mv.visitInsn(Opcodes.AALOAD);
      mv.visitVarInsn(Opcodes.ASTORE, arrays[i]);
    }
  }

  private static String name(StagedElement element, String suffix) {
    return element.name().toLowerCase(Locale.ROOT) + suffix;
  }

  /** Brings what the loads read, or what the stores have written. */
  private void move(boolean stores) {
    for (int i = 0; i < arrays.length; i++) {
      if (segment.accesses().get(i).store() != stores) {
        continue;
      }
      StagedElement element = form.elements().get(i);
      mv.visitVarInsn(Opcodes.ALOAD, Objects.requireNonNull(views.get(element)));
      if (stores) {
        mv.visitVarInsn(Opcodes.ALOAD, ub);
      }
      mv.visitVarInsn(Opcodes.ILOAD, FIRST_ADDRESS + i);
      mv.visitVarInsn(Opcodes.ILOAD, from);
      code.pushInt(element.bytes());
      mv.visitInsn(Opcodes.IMUL);
      mv.visitInsn(Opcodes.IADD);
      mv.visitVarInsn(Opcodes.ALOAD, arrays[i]);
      mv.visitVarInsn(Opcodes.ILOAD, count);
      Class<?> n = void.class;
      if (stores) {
        String name = lanes.isRectified(i) ? "deliverRectified" : "deliver";
        code.callOther(
            Staging.class,
            name,
            n,
            element.view,
            byte[].class,
            int.class,
            element.array,
            int.class);
      } else {
        code.callOther(
            Staging.class, "fetch", n, element.view, int.class, element.array, int.class);
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
    segment.operations().forEach(lanes::write);
    mv.visitIincInsn(lane, 1);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    mv.visitVarInsn(Opcodes.ILOAD, count);
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }
}
