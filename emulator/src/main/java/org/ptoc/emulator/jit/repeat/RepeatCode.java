package org.ptoc.emulator.jit.repeat;

import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.carrier.ArrayLaneCode;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.jit.carrier.LaneCode;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.HiddenClass;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.TypedExpression;

/**
 * Writes {@link LaneKernel#run}: the values that are the same in all lanes, then a loop for each
 * pass.
 */
final class RepeatCode {
  private static final String NAME = Type.getInternalName(RepeatCode.class) + "$Kernel";
  private static final int LANES = 1;
  private static final int SCALAR = 2;
  private static final int COUNT = 4;
  private static final int LANE = 5;
  private static final int FIRST_FREE = 6;

  private final ArrayLaneCode code;
  private final MethodVisitor mv;
  private final Passes passes;

  /** Locals of the arrays, by slot. */
  private final int[] arrays;

  private final Map<TypedExpression, Value> uniform = new HashMap<>();

  /** The slots of the values that the passes so far have computed. */
  private final Map<TypedExpression, Integer> stored = new HashMap<>();

  private RepeatCode(MethodVisitor mv, Passes passes) {
    this.code = new ArrayLaneCode(mv, FIRST_FREE, false);
    this.mv = mv;
    this.passes = passes;
    this.arrays = new int[passes.arrays().size()];
  }

  /** An object of a new class with the method. */
  static LaneKernel kernel(Passes passes) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    HiddenClass.begin(writer, NAME, LaneKernel.class);
    String descriptor = CodeWriter.descriptor(void.class, TypedLanes.class, long.class, int.class);
    CodeWriter.method(
        writer, Opcodes.ACC_PUBLIC, "run", descriptor, mv -> new RepeatCode(mv, passes).write());
    writer.visitEnd();
    return HiddenClass.define(writer.toByteArray(), MethodHandles.lookup(), LaneKernel.class);
  }

  private void write() {
    passes.values().stream().flatMap(TypedExpression::parts).distinct().forEach(this::uniform);
    for (int slot = 0; slot < arrays.length; slot++) {
      arrays[slot] = loadArray(slot);
    }
    for (int pass = 0; pass < passes.values().size(); pass++) {
      pass(passes.values().get(pass), passes.slot(pass));
    }
  }

  private void uniform(TypedExpression part) {
    if (part instanceof TypedExpression.Operand(Slot slot, DataType type) && slot == Slot.SCALAR) {
      uniform.put(part, scalar(type));
    } else if (part instanceof TypedExpression.Operand(Slot slot, DataType type)
        && slot == Slot.DISTANCE) {
      uniform.put(part, count("whole", type));
    } else if (part instanceof TypedExpression.Operand(Slot slot, DataType type)
        && slot == Slot.ROUNDED_DISTANCE) {
      uniform.put(part, count("kept", type));
      uniform.put(Passes.oneLess(part), count("half", type));
    }
  }

  private Value scalar(DataType type) {
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    mv.visitInsn(Opcodes.L2I);
    if (type == DataType.U16) {
      mv.visitInsn(Opcodes.I2C);
    } else if (type.bytes() == Short.BYTES) {
      mv.visitInsn(Opcodes.I2S);
    }
    Value value = code.storeBits(type);
    if (type == DataType.FP32 || type == DataType.FP16) {
      code.prepareNumber(value);
    }
    return value;
  }

  /** A count that the JVM can shift by, and what is left of a result whose count is too large. */
  private Value count(String use, DataType type) {
    limit(use + "Mask", type);
    int mask = code.storeLocal(Opcodes.ISTORE);
    limit(use + "Count", type);
    return code.storeCount(mask);
  }

  private void limit(String function, DataType type) {
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    code.pushInt(type.bits());
    code.pushInt(passes.fillsWithSign() ? 1 : 0);
    code.callOther(UniformShift.class, function, int.class, long.class, int.class, boolean.class);
  }

  private int loadArray(int slot) {
    LaneArray lanes = passes.arrays().get(slot);
    code.pushField(LANES, TypedLanes.class, lanes.elements(), lanes.array().arrayType());
    code.pushInt(slot);
    mv.visitInsn(Opcodes.AALOAD);
    return code.storeArray(lanes);
  }

  private void pass(TypedExpression value, int slot) {
    code.clear(LANE);
    code.whileBelow(
        LANE,
        () -> mv.visitVarInsn(Opcodes.ILOAD, COUNT),
        () -> {
          code.store(arrays[slot], this::pushLane, code.emit(value, new Operands()), 0);
          mv.visitIincInsn(LANE, 1);
        });
    stored.put(value, slot);
  }

  private void pushLane() {
    mv.visitVarInsn(Opcodes.ILOAD, LANE);
  }

  /** The operands of one pass. */
  private final class Operands extends LaneCode.Operands {
    Operands() {
      super(0);
    }

    @Override
    public Value value(TypedExpression.Operand operand) {
      return switch (operand.slot()) {
        case FIRST -> lane(TypedLanes.FIRST);
        case SECOND -> lane(TypedLanes.SECOND);
        case ACCUMULATOR -> lane(TypedLanes.ACCUMULATOR);
        case SELECTOR -> lane(TypedLanes.SELECTOR);
        case SCALAR, DISTANCE, ROUNDED_DISTANCE, LANE, NEGATIVE_LANE, CARRY ->
            throw new IllegalArgumentException(operand.slot() + " is no lane of an operand");
      };
    }

    @Override
    public Optional<Value> known(TypedExpression expression) {
      return Optional.ofNullable(uniform.get(expression))
          .map(code::copy)
          .or(() -> Optional.ofNullable(stored.get(expression)).map(this::lane));
    }

    private Value lane(int slot) {
      return code.load(arrays[slot], RepeatCode.this::pushLane, 0, false);
    }
  }
}
