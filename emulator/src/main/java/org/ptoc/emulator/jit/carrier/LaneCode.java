package org.ptoc.emulator.jit.carrier;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * Writes instructions on lane values: those of one lane, or those of as many neighbouring lanes as
 * a vector of the JVM has. A value has a form as bits and, for f32, one as a number, or both. A
 * number that an operation has computed may be any NaN: it becomes the canonical one when its bits
 * are needed, and no float function can tell the difference before.
 */
public abstract class LaneCode extends CodeWriter {
  /** Bytes of a lane. */
  final int width;

  /** Where a value is; -1 is nowhere. */
  public static final class Value {
    int bits = -1;
    int number = -1;

    /** The instruction that stores the bits ({@code xSTORE}). */
    private int bitsStore;

    /** True if the bits are no NaN but the canonical one. */
    private boolean canonical;

    private boolean zero;

    // What only lanes in arrays have, see ArrayLaneCode.

    /** True if the bits are those of f16. */
    boolean half;

    /** True if the number has more digits than f16. */
    boolean unrounded;

    /** True if the value is the larger of the number and 0. */
    boolean rectified;

    /**
     * Of the count of a uniform shift: the bits of its result that are left, unless they all are.
     */
    int mask = -1;
  }

  LaneCode(MethodVisitor mv, int width, int nextLocal) {
    super(mv, nextLocal);
    this.width = width;
  }

  /** Lanes of a value. */
  public abstract int lanes();

  /** Local variables that the bits of a value need. */
  abstract int slots();

  /** The instruction that stores bits ({@code xSTORE}) on the stack to a local variable. */
  abstract int bitsStore();

  /** Likewise for a number. */
  abstract int numberStore();

  /** Turns the number on the stack into bits with the canonical NaN. */
  abstract void canonicalBits();

  /** Turns the bits on the stack into a number. */
  abstract void number();

  /** Pushes the bits of a constant. */
  abstract void pushConstant(long bits);

  /** Turns the {@code long} on the stack into the bits of all lanes. */
  public abstract void spread();

  /**
   * What a load gives for the lanes.
   *
   * @param array local variable of the array
   * @param index pushes the index of the first lane
   * @param unit bytes of a lane in memory, zero-extended to the lane
   * @param broadcast whether all lanes read the same bytes
   */
  public abstract Value load(int array, Runnable index, int unit, boolean broadcast);

  /** Stores the low {@code unit} bytes of the lanes. */
  public abstract void store(int array, Runnable index, Value value, int unit);

  /** The same for the lanes where the truth value in a local variable holds. */
  public abstract void store(int array, Runnable index, Value value, int unit, int truth);

  /** The first value where the truth value in a local variable holds, else the second. */
  public abstract Value choose(int truth, Value set, Value clear);

  /** True if a choice by a comparison does without the lanes of ones and zeros in between. */
  boolean choosesByTruth() {
    return false;
  }

  /** The value of a function that has no truth value as its result. */
  public abstract Value apply(LaneFunction function, DataType type, List<Value> arguments);

  /** The converted lanes. */
  public abstract Value convert(LaneConversion conversion, Value source);

  /**
   * Pushes the numbers of the lanes, the first of which {@code first} pushes, or the negative of
   * them.
   */
  public abstract void pushLaneNumbers(Runnable first, boolean negative);

  /**
   * Pushes the truth value that a predicate image has; {@code bit} pushes the number of that of the
   * first lane.
   */
  public abstract void pushImage(int predicates, int predicate, Runnable bit);

  /** Pushes the truth value of a comparison. */
  abstract void compare(LaneFunction comparison, DataType type, Value a, Value b);

  /** Pushes the truth value that holds in all lanes, or in none. */
  public abstract void pushTruth(boolean holds);

  /** Pushes the truth value in a local variable. */
  public abstract void pushTruth(int local);

  /** Combines the two truth values on the stack by AND, OR or XOR. */
  public abstract void combineTruths(LaneFunction function);

  /** Inverts the truth value on the stack. */
  public abstract void invertTruth();

  /** Stores the truth value on the stack to a new local variable. */
  public abstract int storeTruth();

  /** Sets bits of a predicate; {@code bit} pushes the number of that of the first lane. */
  public abstract void setPredicate(int predicates, int predicate, Runnable bit, int truth);

  /** What the operands of expressions are, and the values of one word so far. */
  public abstract static class Operands {
    private final Map<TypedExpression, Value> values = new HashMap<>();
    private final int part;

    /**
     * Operands of a word whose narrow elements are part {@code part} of their lanes, 0 without
     * such.
     */
    public Operands(int part) {
      this.part = part;
    }

    /** The value of an operand other than a truth value. */
    public abstract Value value(TypedExpression.Operand operand);

    /** Pushes the truth value that is an operand. */
    public void pushTruth() {
      throw new IllegalArgumentException("no operand is a truth value");
    }

    /** The value of an expression that was computed before. */
    public Optional<Value> known(TypedExpression expression) {
      return Optional.empty();
    }
  }

  /** The value of an expression. */
  public final Value emit(TypedExpression expression, Operands operands) {
    Value known = operands.values.get(expression);
    Value value =
        known == null
            ? operands.known(expression).orElseGet(() -> make(expression, operands))
            : known;
    operands.values.put(expression, value);
    return value;
  }

  private Value make(TypedExpression expression, Operands operands) {
    return switch (expression) {
      case TypedExpression.Operand operand -> operands.value(operand);
      case TypedExpression.Constant constant -> constant(constant.value());
      case TypedExpression.Convert convert ->
          convert(LaneConversion.of(convert, operands.part), emit(convert.value(), operands));
      case TypedExpression.Apply(LaneFunction function, DataType type, var arguments) ->
          function == LaneFunction.SELECT && isTruth(arguments.getFirst())
              ? choose(arguments, operands)
              : apply(
                  function,
                  type,
                  arguments.stream().map(argument -> emit(argument, operands)).toList());
    };
  }

  /**
   * True if something is a truth value and no lane of ones or zeros: what depends on a predicate.
   */
  private boolean isTruth(TypedExpression selector) {
    return selector.isTruth()
        && (choosesByTruth() || selector.reads(Slot.SELECTOR) || selector.reads(Slot.CARRY));
  }

  private Value choose(List<TypedExpression> arguments, Operands operands) {
    pushTruth(arguments.get(0), operands);
    int truth = storeTruth();
    Value set = emit(arguments.get(1), operands);
    Value clear = emit(arguments.get(2), operands);
    return choose(truth, set, clear);
  }

  /** Pushes the truth value of an expression that is one. */
  public final void pushTruth(TypedExpression expression, Operands operands) {
    switch (expression) {
      case TypedExpression.Operand operand -> operands.pushTruth();
      case TypedExpression.Apply(LaneFunction function, DataType type, var arguments) -> {
        if (function.isComparison()) {
          Value first = emit(arguments.get(0), operands);
          Value second = emit(arguments.get(1), operands);
          compare(function, type, first, second);
        } else if (function == LaneFunction.NOT) {
          pushTruth(arguments.getFirst(), operands);
          invertTruth();
        } else {
          arguments.forEach(argument -> pushTruth(argument, operands));
          combineTruths(function);
        }
      }
      case TypedExpression.Constant _, TypedExpression.Convert _ ->
          throw new IllegalArgumentException(expression + " is no truth value");
    }
  }

  final boolean isLong() {
    return width == Long.BYTES;
  }

  /** Pops bits into a new value. */
  public final Value storeBits() {
    return storeBits(bitsStore(), slots());
  }

  final Value storeBits(int store, int slots) {
    Value value = new Value();
    storeBits(value, store, slots);
    return value;
  }

  /** A value whose bits are in a local variable, as {@link #storeBits()} stores them. */
  final Value ofBits(int local) {
    Value value = new Value();
    value.bitsStore = bitsStore();
    value.bits = local;
    return value;
  }

  /** A value whose number is in a local variable. */
  final Value ofNumber(int local) {
    Value value = new Value();
    value.number = local;
    return value;
  }

  /** Pops the bits of a value. */
  final void storeBits(Value value, int store, int slots) {
    value.bitsStore = store;
    value.bits = newLocal(slots);
    mv.visitVarInsn(store, value.bits);
  }

  /** Pops bits that are no NaN but the canonical one. */
  final Value storeCanonicalBits() {
    Value value = storeBits();
    value.canonical = true;
    return value;
  }

  /** Pops a number into a new value. */
  final Value storeNumber() {
    Value value = new Value();
    storeNumber(value);
    return value;
  }

  /** Pops the number of a value. */
  final void storeNumber(Value value) {
    value.number = newLocal(1);
    mv.visitVarInsn(numberStore(), value.number);
  }

  /** The value in its present forms; forms that code in a loop adds are not defined behind it. */
  public final Value copy(Value value) {
    Value copy = new Value();
    copy.bits = value.bits;
    copy.bitsStore = value.bitsStore;
    copy.half = value.half;
    copy.unrounded = value.unrounded;
    copy.rectified = value.rectified;
    copy.mask = value.mask;
    copy.number = value.number;
    copy.canonical = value.canonical;
    return copy;
  }

  /** A value whose bits are the same in all lanes; those above a lane do not count. */
  public final Value constant(long bits) {
    pushConstant(bits);
    Value value = storeBits();
    value.canonical = bits == 0;
    value.zero = bits == 0;
    return value;
  }

  /** True if the value is the constant zero. */
  final boolean isZero(Value value) {
    return value.zero;
  }

  /** Makes sure that there are bits before code that is not always executed uses them. */
  void prepareBits(Value value) {
    if (value.bits < 0) {
      mv.visitVarInsn(numberStore() - Opcodes.ISTORE + Opcodes.ILOAD, value.number);
      canonicalBits();
      storeBits(value, bitsStore(), 1);
      value.canonical = true;
    }
  }

  /** Makes sure that there is a number before code in a loop uses it. */
  public void prepareNumber(Value value) {
    if (value.number < 0) {
      mv.visitVarInsn(value.bitsStore - Opcodes.ISTORE + Opcodes.ILOAD, value.bits);
      number();
      storeNumber(value);
    }
  }

  final void pushBits(Value value) {
    prepareBits(value);
    mv.visitVarInsn(value.bitsStore - Opcodes.ISTORE + Opcodes.ILOAD, value.bits);
  }

  final void pushNumber(Value value) {
    prepareNumber(value);
    mv.visitVarInsn(numberStore() - Opcodes.ISTORE + Opcodes.ILOAD, value.number);
  }

  /** Pushes the bits of an f32 number with the canonical NaN. */
  final void pushCanonicalBits(Value value) {
    if (value.bits >= 0 && !value.canonical) {
      pushNumber(value);
      canonicalBits();
    } else {
      pushBits(value);
    }
  }
}
