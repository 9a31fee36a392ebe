package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The work of a word as consecutive loops. Each takes its inputs from the loops before it. Most
 * need only one; 16-bit integers need one for each operation, because the JVM vectorises them only
 * where no loop sees bits above the sixteenth.
 *
 * @param arrays the arrays of the slots of {@link TypedLanes} that the passes need
 * @param values what the passes compute; the last one writes the result
 * @param canonical what a NaN in the result becomes
 */
record Passes(
    List<LaneArray> arrays, List<TypedExpression> values, Optional<CanonicalNumbers> canonical) {

  Passes {
    arrays = List.copyOf(arrays);
    values = List.copyOf(values);
  }

  /** Passes through operands, result and intermediate values of one kind. */
  static Passes of(
      LaneArray lanes, List<TypedExpression> values, Optional<CanonicalNumbers> canonical) {
    return of(lanes, lanes, lanes, values, canonical);
  }

  /**
   * Passes through arrays of different kinds.
   *
   * @throws IllegalArgumentException when there are too many intermediate values
   */
  static Passes of(
      LaneArray result,
      LaneArray sources,
      LaneArray temporaries,
      List<TypedExpression> values,
      Optional<CanonicalNumbers> canonical) {
    List<LaneArray> arrays =
        new ArrayList<>(Collections.nCopies(TypedLanes.TEMPORARY + values.size() - 1, temporaries));
    if (arrays.size() > TypedLanes.SLOTS) {
      throw new IllegalArgumentException("too many intermediate values");
    }
    arrays.set(TypedLanes.RESULT, result);
    arrays.set(TypedLanes.FIRST, sources);
    arrays.set(TypedLanes.SECOND, sources);
    arrays.set(TypedLanes.ACCUMULATOR, result);
    return new Passes(arrays, values, canonical);
  }

  /** The slot that a pass writes. */
  int slot(int pass) {
    return pass == values.size() - 1 ? TypedLanes.RESULT : TypedLanes.TEMPORARY + pass;
  }

  /** True if the sign fills the lanes when the count of a uniform shift is too large. */
  boolean fillsWithSign() {
    return values.stream()
        .flatMap(TypedExpression::parts)
        .anyMatch(
            part ->
                part instanceof TypedExpression.Apply(LaneFunction function, DataType type, _)
                    && function == SHR
                    && type.kind() == DataType.Kind.SIGNED);
  }

  /** The count that leaves one bit more. */
  static TypedExpression oneLess(TypedExpression count) {
    return TypedExpression.apply(
        SUB, count.type(), count, new TypedExpression.Constant(1, count.type()));
  }

  /**
   * The loops of a word.
   *
   * @throws IllegalArgumentException when there are none; the message has the reason
   */
  static Passes of(RepeatWork work) {
    return switch (work) {
      case RepeatWork.Other(String reason) -> throw new IllegalArgumentException(reason);
      case RepeatWork.Lanes(TypedExpression.Convert convert, DataType from) ->
          ConversionPasses.of(convert, from);
      case RepeatWork.Lanes(
              TypedExpression.Apply(LaneFunction function, DataType type, var sides),
              _)
          when function.isComparison() ->
          Comparisons.passes(function, type, sides.getLast().reads(Slot.SCALAR));
      case RepeatWork.Lanes(TypedExpression expression, _) when expression.reads(Slot.SELECTOR) ->
          selection(expression.type());
      case RepeatWork.Lanes(TypedExpression expression, DataType from) ->
          expression(expression, from);
    };
  }

  private static Passes expression(TypedExpression expression, DataType from) {
    DataType type = expression.type();
    boolean bits = isBits(expression, type);
    if (!bits && type == DataType.BF16) {
      throw new IllegalArgumentException("no arithmetic on " + type.spelling());
    }
    LaneArray lanes = bits ? LaneArray.ofBits(type) : LaneArray.ofNumbers(type);
    Builder builder = new Builder(lanes, type);
    builder.values.add(builder.lower(expression));
    LaneArray sources = from == type ? lanes : LaneArray.ofNumbers(from);
    return of(lanes, sources, lanes, builder.values, lanes.canonical(false));
  }

  private static Passes selection(DataType type) {
    DataType bits = integer(type);
    TypedExpression first = new TypedExpression.Operand(Slot.FIRST, bits);
    TypedExpression second = new TypedExpression.Operand(Slot.SECOND, bits);
    TypedExpression selector = new TypedExpression.Operand(Slot.SELECTOR, bits);
    TypedExpression difference = TypedExpression.apply(XOR, bits, first, second);
    TypedExpression chosen = TypedExpression.apply(AND, bits, difference, selector);
    return of(
        LaneArray.ofBits(bits),
        List.of(TypedExpression.apply(XOR, bits, second, chosen)),
        Optional.empty());
  }

  /** The signed integers of the width of a type of 16 or 32 bits. */
  static DataType integer(DataType type) {
    return type.bytes() == Short.BYTES ? DataType.S16 : DataType.S32;
  }

  /** True if nothing is computed in floating point, so that a NaN keeps its bits. */
  private static boolean isBits(TypedExpression expression, DataType type) {
    return !type.isFloat()
        || switch (expression) {
          case TypedExpression.Operand operand -> true;
          case TypedExpression.Constant constant -> true;
          case TypedExpression.Convert convert -> false;
          case TypedExpression.Apply(LaneFunction function, _, var arguments) ->
              (function.isLogic() && function != SELECT || function == ABS || function == NEG)
                  && arguments.stream().allMatch(each -> isBits(each, type));
        };
  }

  private static final class Builder {
    private final LaneArray lanes;
    private final DataType type;
    private final List<TypedExpression> values = new ArrayList<>();

    Builder(LaneArray lanes, DataType type) {
      this.lanes = lanes;
      this.type = type;
    }

    TypedExpression lower(TypedExpression expression) {
      return expression instanceof TypedExpression.Apply(LaneFunction function, _, var arguments)
          ? lower(function, arguments.stream().map(this::argument).toList())
          : expression;
    }

    private TypedExpression argument(TypedExpression expression) {
      TypedExpression value = lower(expression);
      return lanes == LaneArray.SHORT ? stored(value) : value;
    }

    private TypedExpression lower(LaneFunction function, List<TypedExpression> arguments) {
      TypedExpression first = arguments.getFirst();
      if (function == SHR_ROUNDED) {
        return roundedShift(first, arguments.get(1));
      }
      if (function == MAX && type.kind() == DataType.Kind.SIGNED && isZero(arguments.get(1))) {
        TypedExpression value = stored(first);
        return apply(AND, value, apply(NOT, shifted(value, type.bits() - 1)));
      }
      if ((function == MAX || function == MIN) && type == DataType.S16) {
        return extremum(function, first, arguments.get(1));
      }
      return new TypedExpression.Apply(function, type, arguments);
    }

    private static boolean isZero(TypedExpression expression) {
      return expression instanceof TypedExpression.Constant(int value, _) && value == 0;
    }

    private TypedExpression apply(LaneFunction function, TypedExpression... arguments) {
      return TypedExpression.apply(function, type, arguments);
    }

    private TypedExpression shifted(TypedExpression value, int places) {
      return apply(SHR, value, new TypedExpression.Constant(places, type));
    }

    /** The sum of the kept bits and the one in front of them. */
    private TypedExpression roundedShift(TypedExpression value, TypedExpression count) {
      return apply(
          ADD, stored(apply(SHR, value, count)), stored(apply(SHR, value, oneLess(count))));
    }

    /**
     * One of two 16-bit numbers by the sign of their difference, corrected where that has
     * overflowed.
     */
    private TypedExpression extremum(LaneFunction function, TypedExpression a, TypedExpression b) {
      TypedExpression difference = apply(SUB, a, b);
      TypedExpression unequal = apply(XOR, a, b);
      TypedExpression sign =
          stored(apply(XOR, difference, apply(AND, unequal, apply(XOR, difference, a))));
      TypedExpression less = stored(shifted(sign, Short.SIZE - 1));
      return apply(XOR, function == MAX ? a : b, apply(AND, unequal, less));
    }

    /** Has a value computed by a pass of its own, unless it is an operand. */
    private TypedExpression stored(TypedExpression value) {
      if (value instanceof TypedExpression.Apply && !values.contains(value)) {
        values.add(value);
      }
      return value;
    }
  }
}
