package org.ptoc.emulator.jit.repeat;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.code.MethodCode;
import org.ptoc.ir.isa.DataType;

/**
 * Writes {@link LaneKernel#run}: the values that are the same in all lanes, then a loop for each
 * pass.
 */
final class RepeatCode extends MethodCode {
  private static final int LANES = 1;
  private static final int SCALAR = 2;
  private static final int COUNT = 4;
  private static final int LANE = 5;
  private static final int FIRST_FREE = 6;

  /** The form of arithmetic. */
  final LaneForm form;

  /** The type of arithmetic, and of the scalar. */
  final DataType type;

  private final List<LaneForm> forms;

  /** Locals of the arrays that the present loop uses, by slot. */
  private final int[] arrays = new int[TypedLanes.SLOTS];

  private int scalarBits;
  private int scalarNumber;

  /** Locals of the count of a uniform shift, and of what is left of its result. */
  private final Map<Term.Use, Integer> distances = new EnumMap<>(Term.Use.class);

  private final Map<Term.Use, Integer> distanceMasks = new EnumMap<>(Term.Use.class);

  /** Locals of the bounds of integers, {@code int} or {@code long}. */
  private int lowest;

  private int highest;

  private RepeatCode(MethodVisitor mv, Passes passes) {
    super(mv, FIRST_FREE);
    this.form = passes.form();
    this.forms = passes.forms();
    this.type = passes.type();
  }

  /** Writes the body of the method without its end. */
  static void write(MethodVisitor mv, Passes passes) {
    RepeatCode code = new RepeatCode(mv, passes);
    code.scalar();
    for (Passes.Pass pass : passes.passes()) {
      if (pass.value() instanceof Term.Converted converted && ConversionCode.isLimited(converted)) {
        code.limits(converted);
      }
    }
    passes.passes().stream()
        .flatMap(pass -> pass.value().distances())
        .distinct()
        .forEach(code::distance);
    passes.passes().forEach(code::pass);
  }

  private void scalar() {
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    mv.visitInsn(Opcodes.L2I);
    if (type == DataType.U16) {
      mv.visitInsn(Opcodes.I2C);
    } else if (type.bytes() == Short.BYTES) {
      mv.visitInsn(Opcodes.I2S);
    }
    scalarBits = newLocal(1);
    mv.visitVarInsn(Opcodes.ISTORE, scalarBits);
    if (form.isNumber()) {
      mv.visitVarInsn(Opcodes.ILOAD, scalarBits);
      if (form == LaneForm.HALF) {
        callOther(Float.class, "float16ToFloat", float.class, short.class);
      } else {
        callOther(Float.class, "intBitsToFloat", float.class, int.class);
      }
      scalarNumber = newLocal(1);
      mv.visitVarInsn(Opcodes.FSTORE, scalarNumber);
    }
  }

  private void limits(Term.Converted converted) {
    boolean wide = ConversionCode.isWide(converted.from());
    lowest = limit(converted.to(), wide, "lowest");
    highest = limit(converted.to(), wide, "highest");
  }

  private int limit(DataType to, boolean wide, String name) {
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    pushInt(to.bits());
    pushInt(to.kind() == DataType.Kind.SIGNED ? 1 : 0);
    Class<?> result = wide ? long.class : int.class;
    callOther(
        Limits.class, wide ? name + "Long" : name, result, long.class, int.class, boolean.class);
    int local = newLocal(wide ? 2 : 1);
    mv.visitVarInsn(wide ? Opcodes.LSTORE : Opcodes.ISTORE, local);
    return local;
  }

  /**
   * Brings the integer on the stack, {@code long} if it is wide, between the limits of the result.
   */
  void clamp(boolean wide) {
    Class<?> integer = wide ? long.class : int.class;
    mv.visitVarInsn(wide ? Opcodes.LLOAD : Opcodes.ILOAD, lowest);
    callOther(Math.class, "max", integer, integer, integer);
    mv.visitVarInsn(wide ? Opcodes.LLOAD : Opcodes.ILOAD, highest);
    callOther(Math.class, "min", integer, integer, integer);
  }

  /** A count that the JVM can shift by, and what is left of a result whose count is too large. */
  private void distance(Term.Use use) {
    distances.put(use, uniform(use, "Count"));
    distanceMasks.put(use, uniform(use, "Mask"));
  }

  private int uniform(Term.Use use, String suffix) {
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    pushInt(type.bits());
    mv.visitInsn(type.kind() == DataType.Kind.SIGNED ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    String name = use.name().toLowerCase(Locale.ROOT) + suffix;
    callOther(UniformShift.class, name, int.class, long.class, int.class, boolean.class);
    int local = newLocal(1);
    mv.visitVarInsn(Opcodes.ISTORE, local);
    return local;
  }

  private void pass(Passes.Pass pass) {
    pass.value().slots().forEach(this::loadArray);
    loadArray(pass.slot());
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ISTORE, LANE);
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    mv.visitVarInsn(Opcodes.ALOAD, arrays[pass.slot()]);
    mv.visitVarInsn(Opcodes.ILOAD, LANE);
    if (pass.value() instanceof Term.Converted converted) {
      new ConversionCode(this, converted).push();
    } else if (forms.get(pass.slot()).isNumber()) {
      new NumberCode(this).pushResult(pass.value());
    } else {
      new IntegerCode(this).push(pass.value());
    }
    mv.visitInsn(forms.get(pass.slot()).store());
    mv.visitIincInsn(LANE, 1);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, LANE);
    mv.visitVarInsn(Opcodes.ILOAD, COUNT);
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }

  private void loadArray(int slot) {
    LaneForm lanes = forms.get(slot);
    mv.visitVarInsn(Opcodes.ALOAD, LANES);
    mv.visitFieldInsn(
        Opcodes.GETFIELD,
        Type.getInternalName(TypedLanes.class),
        lanes.field(),
        Type.getDescriptor(lanes.rows()));
    pushInt(slot);
    mv.visitInsn(Opcodes.AALOAD);
    arrays[slot] = newLocal(1);
    mv.visitVarInsn(Opcodes.ASTORE, arrays[slot]);
  }

  LaneForm form(int slot) {
    return forms.get(slot);
  }

  /** Pushes the element of a slot as its array holds it. */
  void pushLane(int slot) {
    mv.visitVarInsn(Opcodes.ALOAD, arrays[slot]);
    mv.visitVarInsn(Opcodes.ILOAD, LANE);
    mv.visitInsn(forms.get(slot).load());
  }

  void pushScalarBits() {
    mv.visitVarInsn(Opcodes.ILOAD, scalarBits);
  }

  void pushScalarNumber() {
    mv.visitVarInsn(Opcodes.FLOAD, scalarNumber);
  }

  void pushDistance(Term.Use use) {
    mv.visitVarInsn(Opcodes.ILOAD, Objects.requireNonNull(distances.get(use)));
  }

  void pushDistanceMask(Term.Use use) {
    mv.visitVarInsn(Opcodes.ILOAD, Objects.requireNonNull(distanceMasks.get(use)));
  }
}
