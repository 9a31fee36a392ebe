package org.ptoc.emulator.jit.carrier;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Lane by lane through arrays of the element types, in loops that the JVM vectorises. Numbers may
 * be any NaN, also in the arrays that come out: who takes the lanes from there makes it the
 * canonical one. Halves are computed as {@code float}: a sum, difference, product, quotient or root
 * that is rounded to f32 first is rounded as if only once (see {@link
 * org.ptoc.emulator.numeric.Float16}).
 */
public final class ArrayLaneCode extends ScalarLaneCode {
  private final boolean rectifies;
  private final Map<Integer, LaneArray> arrays = new HashMap<>();
  private final Set<Integer> rectified = new HashSet<>();

  /**
   * Code with free local variables from {@code nextLocal} on.
   *
   * @param rectifies whether a store may leave it to others to take the larger of its f32 lanes and
   *     0, which is cheaper on bits
   */
  public ArrayLaneCode(MethodVisitor mv, int nextLocal, boolean rectifies) {
    super(mv, Integer.BYTES, nextLocal);
    this.rectifies = rectifies;
  }

  /** Stores the array on the stack to a new local variable, by which loads and stores name it. */
  public int storeArray(LaneArray lanes) {
    int local = storeLocal(Opcodes.ASTORE);
    arrays.put(local, lanes);
    return local;
  }

  /** True if the larger of 0 and the lanes that were stored to an array is meant. */
  public boolean isRectified(int array) {
    return rectified.contains(array);
  }

  private LaneArray lanes(int array) {
    return Objects.requireNonNull(arrays.get(array));
  }

  @Override
  public Value storeBits(DataType type) {
    boolean wide = type.bytes() == Long.BYTES;
    Value value = storeBits(wide ? Opcodes.LSTORE : Opcodes.ISTORE, wide ? 2 : 1);
    value.half = type == DataType.FP16;
    return value;
  }

  /**
   * Pops the count of a uniform shift, which is within the width.
   *
   * @param mask local variable of the bits that are left of a result
   */
  public Value storeCount(int mask) {
    Value value = storeBits();
    value.mask = mask;
    return value;
  }

  @Override
  public Value load(int array, Runnable index, int unit, boolean broadcast) {
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    mv.visitInsn(lanes(array).load());
    return switch (lanes(array)) {
      case SINGLE -> storeNumber();
      case HALF -> storeBits(DataType.FP16);
      case BYTE, SHORT, INT -> storeBits();
      case LONG -> storeBits(DataType.S64);
    };
  }

  @Override
  public void store(int array, Runnable index, Value value, int unit) {
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    if (lanes(array) != LaneArray.SINGLE) {
      pushBits(value);
    } else if (value.rectified) {
      mv.visitVarInsn(Opcodes.FLOAD, value.number);
      rectified.add(array);
    } else {
      pushNumber(value);
    }
    mv.visitInsn(lanes(array).store());
  }

  @Override
  void canonicalBits() {
    callOther(Float.class, "floatToRawIntBits", int.class, float.class);
  }

  @Override
  void prepareBits(Value value) {
    if (value.half && value.bits < 0) {
      mv.visitVarInsn(Opcodes.FLOAD, value.number);
      callOther(Float.class, "floatToFloat16", short.class, float.class);
      storeBits(value, Opcodes.ISTORE, 1);
      return;
    }
    if (value.rectified) {
      prepareNumber(value);
    }
    super.prepareBits(value);
  }

  @Override
  public void prepareNumber(Value value) {
    if (value.rectified) {
      value.rectified = false;
      mv.visitVarInsn(Opcodes.FLOAD, value.number);
      mv.visitInsn(Opcodes.FCONST_0);
      callOther(Math.class, "max", float.class, float.class, float.class);
      storeNumber(value);
    } else if (value.half && (value.number < 0 || value.unrounded)) {
      pushBits(value);
      mv.visitInsn(Opcodes.I2S);
      callOther(Float.class, "float16ToFloat", float.class, short.class);
      storeNumber(value);
      value.unrounded = false;
    } else {
      super.prepareNumber(value);
    }
  }

  @Override
  void pushNumber(Value value, DataType type) {
    if (type == DataType.FP16) {
      pushNumber(value);
    } else {
      super.pushNumber(value, type);
    }
  }

  @Override
  Value storeNumber(DataType type) {
    return type == DataType.FP16 ? storeHalf(true) : super.storeNumber(type);
  }

  private Value storeHalf(boolean unrounded) {
    Value value = storeNumber();
    value.half = true;
    value.unrounded = unrounded;
    return value;
  }

  @Override
  boolean choosesByTruth() {
    return true;
  }

  @Override
  public Value choose(int truth, Value set, Value clear) {
    if (set.number < 0 && clear.number < 0) {
      return super.choose(truth, set, clear);
    }
    prepareNumber(set);
    prepareNumber(clear);
    branch(truth, () -> pushNumber(set), () -> pushNumber(clear));
    return set.half ? storeHalf(false) : storeNumber();
  }

  @Override
  public Value apply(LaneFunction function, DataType type, List<Value> arguments) {
    boolean isNumber = type == DataType.FP32 || type == DataType.FP16;
    Value first = arguments.getFirst();
    return switch (function) {
      case MAX, MIN ->
          isNumber ? extremum(function, type, arguments) : super.apply(function, type, arguments);
      case ABS, NEG ->
          isNumber && first.bits < 0
              ? changeSign(function, type, first)
              : super.apply(function, type, arguments);
      case SHL, SHR ->
          arguments.get(1).mask >= 0
              ? uniformShift(function, type, first, arguments.get(1))
              : super.apply(function, type, arguments);
      default -> super.apply(function, type, arguments);
    };
  }

  private Value extremum(LaneFunction function, DataType type, List<Value> arguments) {
    boolean isRectifier = function == LaneFunction.MAX && isZero(arguments.get(1));
    if (rectifies && isRectifier && type == DataType.FP32) {
      prepareNumber(arguments.getFirst());
      Value value = new Value();
      value.number = arguments.getFirst().number;
      value.rectified = true;
      return value;
    }
    arguments.forEach(this::pushNumber);
    Class<?> f = float.class;
    callOther(Math.class, function == LaneFunction.MAX ? "max" : "min", f, f, f);
    return type == DataType.FP16 ? storeHalf(false) : storeNumber();
  }

  private Value changeSign(LaneFunction function, DataType type, Value value) {
    pushNumber(value);
    if (function == LaneFunction.NEG) {
      mv.visitInsn(Opcodes.FNEG);
    } else {
      callOther(Math.class, "abs", float.class, float.class);
    }
    return type == DataType.FP16 ? storeHalf(false) : storeNumber();
  }

  private Value uniformShift(LaneFunction function, DataType type, Value value, Value count) {
    boolean signed = type.kind() == DataType.Kind.SIGNED;
    pushInteger(value, type);
    pushBits(count);
    mv.visitInsn(
        function == LaneFunction.SHL ? Opcodes.ISHL : signed ? Opcodes.ISHR : Opcodes.IUSHR);
    mv.visitVarInsn(Opcodes.ILOAD, count.mask);
    mv.visitInsn(Opcodes.IAND);
    return storeBits();
  }

  @Override
  public Value convert(LaneConversion conversion, Value source) {
    return new ArrayConversions(this, conversion).convert(source);
  }
}
