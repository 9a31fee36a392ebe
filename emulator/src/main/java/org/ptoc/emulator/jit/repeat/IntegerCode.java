package org.ptoc.emulator.jit.repeat;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.lane.FunctionMethod;
import org.ptoc.emulator.lane.FunctionTable;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Writes terms of integers and bits. Bits above those of the lane are not defined, except in what a
 * slot holds.
 */
final class IntegerCode {
  /** The forms of operands that a slot or a term has. */
  private static final Set<FunctionMethod.Operand> FORMS =
      Set.of(FunctionMethod.Operand.BITS, FunctionMethod.Operand.NUMBER);

  private final RepeatCode code;
  private final MethodVisitor mv;
  private final DataType type;

  IntegerCode(RepeatCode code) {
    this.code = code;
    this.mv = code.mv;
    this.type = code.type;
  }

  /** Pushes an {@code int}. */
  void push(Term term) {
    switch (term) {
      case Term.Lane(int slot) -> {
        code.pushLane(slot);
        if (type == DataType.U16) {
          mv.visitInsn(Opcodes.I2C);
        }
      }
      case Term.Scalar scalar -> code.pushScalarBits();
      case Term.Constant(int value) -> code.pushInt(value);
      case Term.Converted converted ->
          throw new IllegalArgumentException("a conversion is no operand");
      case Term.Distance distance -> throw new IllegalArgumentException("a distance is no lane");
      case Term.Apply(LaneFunction function, List<Term> arguments) -> apply(function, arguments);
    }
  }

  private void apply(LaneFunction function, List<Term> arguments) {
    switch (function) {
      case SHL, SHR -> shift(function, arguments.get(0), arguments.get(1));
      case MAX, MIN -> extremum(function, arguments);
      default -> {
        arguments.forEach(this::push);
        operate(function);
      }
    }
  }

  private void operate(LaneFunction function) {
    switch (function) {
      case AND -> mv.visitInsn(Opcodes.IAND);
      case OR -> mv.visitInsn(Opcodes.IOR);
      case XOR -> mv.visitInsn(Opcodes.IXOR);
      case NOT -> {
        mv.visitInsn(Opcodes.ICONST_M1);
        mv.visitInsn(Opcodes.IXOR);
      }
      default -> {
        FunctionMethod method = method(function);
        if (!FORMS.containsAll(method.operands())) {
          throw new IllegalArgumentException(function + " of " + type.spelling());
        }
        code.call(method);
      }
    }
  }

  /** Bits of floats are computed as those of integers. */
  private FunctionMethod method(LaneFunction function) {
    return FunctionTable.of(function, type.isFloat() ? DataType.S32 : type);
  }

  /** Flipped signs give unsigned numbers their order. */
  private void extremum(LaneFunction function, List<Term> arguments) {
    for (Term argument : arguments) {
      push(argument);
      flip();
    }
    code.callOther(
        Math.class, function == LaneFunction.MAX ? "max" : "min", int.class, int.class, int.class);
    flip();
  }

  private void flip() {
    if (type == DataType.U32) {
      code.pushInt(Integer.MIN_VALUE);
      mv.visitInsn(Opcodes.IXOR);
    }
  }

  private void shift(LaneFunction function, Term value, Term count) {
    boolean signed = type.kind() == DataType.Kind.SIGNED;
    boolean left = function == LaneFunction.SHL;
    int opcode = left ? Opcodes.ISHL : signed ? Opcodes.ISHR : Opcodes.IUSHR;
    push(value);
    switch (count) {
      case Term.Distance(Term.Use use) -> {
        code.pushDistance(use);
        mv.visitInsn(opcode);
        if (left || !signed || use != Term.Use.WHOLE) {
          code.pushDistanceMask(use);
          mv.visitInsn(Opcodes.IAND);
        }
      }
      case Term.Constant(int places) when places >= 0 && places < Integer.SIZE -> {
        code.pushInt(places);
        mv.visitInsn(opcode);
      }
      default -> {
        push(count);
        // By the bits of the count, which the JVM would vectorise, it took longer.
        code.call(method(function));
      }
    }
  }
}
