package org.ptoc.emulator.jit.loop;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.interpreter.step.ScalarMath;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/**
 * Writes the scalar side of a segment: new values go to local variables of their own until {@link
 * #commit}, so that the interpreter can still take over with the old ones.
 */
final class ScalarWordCode {
  private static final int ZERO = RegisterClass.X.constantRegister();

  private final CodeWriter code;
  private final MethodVisitor mv;
  private final Map<Integer, Integer> homes;
  private final Map<Integer, Integer> current = new HashMap<>();

  ScalarWordCode(CodeWriter code, Map<Integer, Integer> homes) {
    this.code = code;
    this.mv = code.mv;
    this.homes = homes;
  }

  /**
   * Pushes a register; fields that the word does not use name registers without a home, whose value
   * does not matter.
   */
  void push(int register) {
    if (register == ZERO || !homes.containsKey(register)) {
      mv.visitInsn(Opcodes.LCONST_0);
    } else {
      mv.visitVarInsn(Opcodes.LLOAD, current.getOrDefault(register, homes.get(register)));
    }
  }

  private void pop(int register) {
    if (register == ZERO) {
      mv.visitInsn(Opcodes.POP2);
      return;
    }
    current.put(register, code.storeLocal(Opcodes.LSTORE));
  }

  /** The local variables that hold the registers now. */
  Map<Integer, Integer> values() {
    Map<Integer, Integer> values = new HashMap<>(homes);
    values.putAll(current);
    return values;
  }

  void commit() {
    current.forEach(
        (register, local) -> {
          mv.visitVarInsn(Opcodes.LLOAD, local);
          mv.visitVarInsn(Opcodes.LSTORE, Objects.requireNonNull(homes.get(register)));
        });
  }

  /** Keeps the scalar operands of word {@code at} of a segment in local variables. */
  void read(Segment segment, int at, int[] locals) {
    for (int i = 0; i < locals.length; i++) {
      Segment.ScalarOperand operand = segment.scalars().get(i);
      if (operand.word() == at) {
        push(operand.register());
        if (operand.distance()) {
          code.call("distance", long.class, long.class);
        }
        locals[i] = code.storeLocal(Opcodes.LSTORE);
      }
    }
  }

  /** Keeps the address of word {@code at}, before its post update, likewise. */
  void address(Segment segment, int at, Instruction instruction, int[] locals) {
    for (int i = 0; i < locals.length; i++) {
      if (segment.accesses().get(i).word() == at) {
        locals[i] = address(instruction);
      }
    }
  }

  private int address(Instruction instruction) {
    push(instruction.code(FieldName.XB));
    if (instruction.field(FieldName.POST) == 0) {
      distance(instruction);
      mv.visitInsn(Opcodes.LADD);
    }
    return code.storeLocal(Opcodes.LSTORE);
  }

  private void distance(Instruction instruction) {
    push(instruction.code(FieldName.XO));
    mv.visitLdcInsn(instruction.field(FieldName.IMM10));
    mv.visitInsn(Opcodes.LADD);
    mv.visitLdcInsn((long) instruction.type().bytes());
    mv.visitInsn(Opcodes.LMUL);
  }

  /** Computes the active lanes of a {@code plt} or {@code pltm} into {@code count}. */
  void lessThan(Instruction instruction, int count) {
    boolean inLoop = operation(instruction) == UnitOperation.PREDICATE_LESS_THAN_LOOP;
    push(instruction.code(FieldName.XB));
    if (inLoop) {
      push(instruction.code(FieldName.XO));
    }
    code.pushInt(Segment.VECTOR_BYTES >> instruction.code(FieldName.GR));
    if (inLoop) {
      code.call("lessThanInLoop", int.class, long.class, long.class, int.class);
    } else {
      code.call("lessThan", int.class, long.class, int.class);
    }
    mv.visitVarInsn(Opcodes.ISTORE, count);
  }

  private static UnitOperation operation(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation operation)
        ? operation
        : UnitOperation.LOAD;
  }

  /** Computes what the word writes to scalar registers. */
  void write(Instruction instruction) {
    switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> {
        compute(instruction, operation);
        pop(instruction.code(FieldName.XD));
      }
      case Semantics.Unit(UnitOperation operation) -> {
        if (operation == UnitOperation.PREDICATE_LESS_THAN) {
          push(instruction.code(FieldName.XB));
          code.pushInt(Segment.VECTOR_BYTES >> instruction.code(FieldName.GR));
          code.call("remaining", long.class, long.class, int.class);
          pop(instruction.code(FieldName.XO));
        } else if (instruction.definition().format() == WordFormat.L
            && instruction.field(FieldName.POST) != 0) {
          push(instruction.code(FieldName.XB));
          distance(instruction);
          mv.visitInsn(Opcodes.LADD);
          pop(instruction.code(FieldName.XB));
        }
      }
      case Semantics.Lanes lanes -> {}
      case Semantics.Control control -> {}
    }
  }

  private void compute(Instruction instruction, ScalarOperation operation) {
    boolean immediate = instruction.definition().format() == WordFormat.I;
    ScalarWidth width = instruction.width();
    boolean signed = !immediate && instruction.field(FieldName.SG) != 0;
    switch (operation) {
      case MOVE_IMMEDIATE -> mv.visitLdcInsn(instruction.field(FieldName.IMM32));
      case MOVE_HIGH -> {
        push(instruction.code(FieldName.XA));
        mv.visitLdcInsn(0xFFFF_FFFFL);
        mv.visitInsn(Opcodes.LAND);
        mv.visitLdcInsn(instruction.field(FieldName.IMM32) << Integer.SIZE);
        mv.visitInsn(Opcodes.LOR);
      }
      case MOVE -> push(instruction.code(FieldName.XA));
      default -> {
        push(instruction.code(FieldName.XA));
        right(instruction, immediate);
        apply(instruction, operation, width, signed, immediate);
      }
    }
  }

  private void right(Instruction instruction, boolean immediate) {
    if (immediate) {
      mv.visitLdcInsn(instruction.field(FieldName.IMM32));
    } else {
      push(instruction.code(FieldName.XB));
    }
  }

  private void apply(
      Instruction instruction,
      ScalarOperation operation,
      ScalarWidth width,
      boolean signed,
      boolean immediate) {
    Class<?> l = long.class;
    boolean plain = width == ScalarWidth.I64 || width == ScalarWidth.I32;
    switch (operation) {
      case ADD, SUBTRACT, MULTIPLY, AND, OR, XOR -> {
        if (plain) {
          mv.visitInsn(opcode(operation));
          if (width == ScalarWidth.I32) {
            code.instructions(Opcodes.L2I, Opcodes.I2L);
          }
        } else {
          general(operation, width, signed);
        }
      }
      case SELECT -> {
        push(immediate ? ZERO : instruction.code(FieldName.XC));
        code.callOther(ScalarMath.class, "select", l, l, l, l);
      }
      case COMPARE -> {
        constant(instruction.condition());
        constant(width);
        code.callOther(ScalarMath.class, "compare", l, l, l, Condition.class, ScalarWidth.class);
      }
      case EXTEND -> {
        mv.visitInsn(Opcodes.POP2);
        constant(width);
        code.callOther(
            ScalarMath.class, signed ? "signExtend" : "zeroExtend", l, l, ScalarWidth.class);
      }
      case CONVERT -> {
        mv.visitInsn(Opcodes.POP2);
        constant(ScalarWidth.byCode(instruction.field(FieldName.COND)).orElseThrow());
        constant(width);
        code.callOther(ScalarMath.class, "convert", l, l, ScalarWidth.class, ScalarWidth.class);
      }
      case SET_BIT -> {
        code.pushInt(signed ? 1 : 0);
        code.callOther(ScalarMath.class, "setBit", l, l, l, boolean.class);
      }
      default -> general(operation, width, signed);
    }
  }

  private static int opcode(ScalarOperation operation) {
    return switch (operation) {
      case ADD -> Opcodes.LADD;
      case SUBTRACT -> Opcodes.LSUB;
      case MULTIPLY -> Opcodes.LMUL;
      case AND -> Opcodes.LAND;
      case OR -> Opcodes.LOR;
      default -> Opcodes.LXOR;
    };
  }

  private void general(ScalarOperation operation, ScalarWidth width, boolean signed) {
    constant(operation);
    constant(width);
    code.pushInt(signed ? 1 : 0);
    Class<?> l = long.class;
    code.callOther(
        ScalarMath.class,
        "apply",
        l,
        l,
        l,
        ScalarOperation.class,
        ScalarWidth.class,
        boolean.class);
  }

  private void constant(Enum<?> value) {
    String type = Type.getInternalName(value.getDeclaringClass());
    mv.visitFieldInsn(Opcodes.GETSTATIC, type, value.name(), "L" + type + ";");
  }
}
