package org.ptoc.emulator.jit.staged;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.lane.FunctionTable;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * Writes the words of a {@link StagedMethod} for one lane. Numbers may be any NaN; stores make it
 * the canonical one.
 */
final class StagedLanes {
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final StagedForm form;
  private final int[] arrays;
  private final int[] scalars;
  private final int lane;
  private final Map<Integer, Value> registers = new HashMap<>();

  /** Accesses that store the larger of their lanes and 0, which is cheaper on bits. */
  private final Set<Integer> rectifiedAccesses = new HashSet<>();

  /**
   * The value of a register.
   *
   * @param local its local variable
   * @param rounded false for a result of f16 arithmetic before it is rounded
   * @param rectified whether the value is the larger of the local variable and 0
   */
  private record Value(StagedElement element, int local, boolean rounded, boolean rectified) {}

  StagedLanes(CodeWriter code, StagedForm form, int[] arrays, int[] scalars, int lane) {
    this.code = code;
    this.mv = code.mv;
    this.form = form;
    this.arrays = arrays;
    this.scalars = scalars;
    this.lane = lane;
  }

  boolean isRectified(int access) {
    return rectifiedAccesses.contains(access);
  }

  void write(LaneOperation operation) {
    switch (operation) {
      case LaneOperation.Load load -> load(load);
      case LaneOperation.Store store -> store(store);
      case LaneOperation.Compute compute -> compute(compute);
      default -> throw new IllegalArgumentException(operation + " has no staged form");
    }
  }

  private void load(LaneOperation.Load load) {
    StagedElement element = form.elements().get(load.access());
    mv.visitVarInsn(Opcodes.ALOAD, arrays[load.access()]);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    mv.visitInsn(element.arrayLoad);
    if (element == StagedElement.HALF) {
      decodeHalf();
    }
    define(load.vd(), element, true, false);
  }

  private Value value(int register) {
    return Objects.requireNonNull(registers.get(register));
  }

  private void store(LaneOperation.Store store) {
    Value value = value(store.vs());
    mv.visitVarInsn(Opcodes.ALOAD, arrays[store.access()]);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    mv.visitVarInsn(value.element.localLoad(), value.local);
    if (value.element == StagedElement.HALF) {
      encodeHalf();
    }
    mv.visitInsn(value.element.arrayStore);
    if (value.rectified) {
      rectifiedAccesses.add(store.access());
    }
  }

  private void decodeHalf() {
    code.callOther(Float.class, "float16ToFloat", float.class, short.class);
  }

  private void encodeHalf() {
    code.callOther(Float.class, "floatToFloat16", short.class, float.class);
  }

  private void compute(LaneOperation.Compute compute) {
    LaneOperation.Result.Vector result = compute.vector().orElseThrow();
    LaneOperation.Operands operands = compute.operands();
    if (result.expression() instanceof TypedExpression.Convert convert) {
      convert(LaneConversion.of(convert, operands.part()), result.vd(), operands.va());
      return;
    }
    boolean single = result.expression().type() == DataType.FP32;
    StagedElement element = single ? StagedElement.SINGLE : StagedElement.HALF;
    if (single
        && result.expression()
            instanceof TypedExpression.Apply(LaneFunction function, DataType type, var arguments)
        && function == LaneFunction.MAX
        && arguments.get(1) instanceof TypedExpression.Constant) {
      push(arguments.getFirst(), operands, true);
      define(result.vd(), element, true, true);
    } else {
      push(result.expression(), operands, true);
      define(result.vd(), element, single, false);
    }
  }

  private void convert(LaneConversion conversion, int vd, int va) {
    pushRegister(va);
    if (conversion.from() == DataType.S32) {
      mv.visitInsn(Opcodes.I2F);
    } else if (conversion.roundsOnly()) {
      mv.visitInsn(Opcodes.F2D);
      round(conversion.rounding());
      mv.visitInsn(Opcodes.D2F);
    } else if (conversion.to() == DataType.S32) {
      mv.visitInsn(Opcodes.F2D);
      round(conversion.rounding());
      mv.visitInsn(Opcodes.D2I);
    }
    StagedElement element =
        switch (conversion.to()) {
          case FP32 -> StagedElement.SINGLE;
          case FP16 -> StagedElement.HALF;
          default -> StagedElement.INTEGER;
        };
    define(vd, element, element != StagedElement.HALF, false);
  }

  private void round(Rounding rounding) {
    Class<?> d = double.class;
    switch (rounding) {
      case NEAREST_EVEN -> code.callOther(Math.class, "rint", d, d);
      case DOWN -> code.callOther(Math.class, "floor", d, d);
      case UP -> code.callOther(Math.class, "ceil", d, d);
      default -> {} // The instruction behind it truncates.
    }
  }

  private void pushRegister(int register) {
    Value value = value(register);
    mv.visitVarInsn(value.element.localLoad(), value.local);
    if (value.rectified) {
      mv.visitInsn(Opcodes.FCONST_0);
      apply(LaneFunction.MAX);
    } else if (!value.rounded) {
      roundHalf();
      mv.visitInsn(Opcodes.DUP);
      define(register, value.element, true, false);
    }
  }

  private void roundHalf() {
    encodeHalf();
    decodeHalf();
  }

  private void define(int register, StagedElement element, boolean rounded, boolean rectified) {
    int local = code.newLocal(1);
    mv.visitVarInsn(element.localStore(), local);
    registers.put(register, new Value(element, local, rounded, rectified));
  }

  /** Pushes a value; {@code last} tells that it may have more digits than f16. */
  private void push(TypedExpression expression, LaneOperation.Operands operands, boolean last) {
    switch (expression) {
      case TypedExpression.Constant constant -> mv.visitInsn(Opcodes.FCONST_0);
      case TypedExpression.Operand operand -> {
        switch (operand.slot()) {
          case FIRST -> pushRegister(operands.va());
          case SECOND -> pushRegister(operands.vb());
          case ACCUMULATOR -> pushRegister(operands.vc());
          case SCALAR -> mv.visitVarInsn(Opcodes.FLOAD, scalars[operands.scalar()]);
          case DISTANCE, ROUNDED_DISTANCE, LANE, NEGATIVE_LANE, SELECTOR, CARRY ->
              throw new IllegalArgumentException(operand + " has no staged form");
        }
      }
      case TypedExpression.Convert convert ->
          throw new IllegalArgumentException(convert + " has no staged form");
      case TypedExpression.Apply apply -> {
        apply.arguments().forEach(argument -> push(argument, operands, false));
        apply(apply.function());
        if (!last && apply.type() == DataType.FP16) {
          roundHalf();
        }
      }
    }
  }

  private void apply(LaneFunction function) {
    Class<?> f = float.class;
    switch (function) {
      case MAX -> code.callOther(Math.class, "max", f, f, f);
      case MIN -> code.callOther(Math.class, "min", f, f, f);
      default -> code.call(FunctionTable.of(function, DataType.FP32));
    }
  }
}
