package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.List;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The loops of a conversion. The JVM vectorises neither stores that narrow integers nor loads that
 * widen them without a sign; these are loops of their own, so that the arithmetic in front or
 * behind is vectorised.
 */
final class ConversionPasses {
  private ConversionPasses() {}

  /** The loops of a conversion of operands of a type. */
  static Passes of(TypedExpression.Convert convert, DataType from) {
    DataType to = convert.type();
    boolean nearest =
        NumberConversions.rounding(convert.rounding(), convert.type()) == Rounding.NEAREST_EVEN;
    if (convert.from() == DataType.FP32 && to == DataType.BF16 && nearest) {
      TypedExpression bits = bfloat16(convert.saturate());
      return passes(convert, LaneArray.INT, List.of(bits, bits));
    }
    LaneArray sources = LaneArray.ofNumbers(from);
    if (from == DataType.U8) {
      TypedExpression unsigned =
          new TypedExpression.Convert(
              convert.value(), DataType.S16, RoundingMode.NEAREST_EVEN, false);
      TypedExpression result =
          new TypedExpression.Convert(unsigned, to, convert.rounding(), convert.saturate());
      return passes(convert, sources, List.of(unsigned, result));
    }
    if (from == DataType.S16 && convert.value() instanceof TypedExpression.Apply) {
      TypedExpression result = // An integral number, which the shortest conversion leaves as it is.
          new TypedExpression.Convert(
              single(convert.value()), to, RoundingMode.TOWARD_ZERO, convert.saturate());
      return passes(convert, sources, List.of(result, result));
    }
    boolean narrows = to.isInteger() && to.bits() < Integer.SIZE;
    return passes(convert, sources, narrows ? List.of(convert, convert) : List.of(convert));
  }

  private static Passes passes(
      TypedExpression.Convert convert, LaneArray sources, List<TypedExpression> values) {
    LaneArray result = LaneArray.ofNumbers(convert.type());
    return Passes.of(result, sources, LaneArray.INT, values, result.canonical(convert.saturate()));
  }

  /**
   * Sums of 16-bit integers in f32, where they are exact: the JVM vectorises no sums of them that
   * have more bits.
   */
  private static TypedExpression single(TypedExpression sum) {
    return switch (sum) {
      case TypedExpression.Operand operand -> operand;
      case TypedExpression.Constant(int value, _) ->
          new TypedExpression.Constant(value, DataType.FP32);
      case TypedExpression.Convert convert ->
          new TypedExpression.Convert(
              convert.value(), DataType.FP32, RoundingMode.NEAREST_EVEN, false);
      case TypedExpression.Apply(LaneFunction function, _, var arguments) ->
          new TypedExpression.Apply(
              function, DataType.FP32, arguments.stream().map(ConversionPasses::single).toList());
    };
  }

  /**
   * The upper half of f32 bits after half of its unit was added, ties to even; overflow carries to
   * infinity.
   */
  private static TypedExpression bfloat16(boolean saturate) {
    TypedExpression bits = new TypedExpression.Operand(Slot.FIRST, DataType.S32);
    TypedExpression magnitude = apply(AND, bits, constant(Integer.MAX_VALUE));
    TypedExpression isNaN =
        shifted(apply(SUB, constant(BFloat16.INFINITY << 16), magnitude), Integer.SIZE - 1);
    TypedExpression number = apply(AND, bits, apply(NOT, isNaN));
    if (!saturate) {
      number = apply(OR, number, apply(AND, isNaN, constant(Float32.CANONICAL_NAN)));
    }
    TypedExpression odd = apply(AND, shifted(number, Short.SIZE), constant(1));
    TypedExpression half = apply(ADD, constant(0x7FFF), odd);
    TypedExpression upper = shifted(apply(ADD, number, half), Short.SIZE);
    if (!saturate) {
      return upper;
    }
    TypedExpression above =
        apply(SUB, constant(BFloat16.MAX_FINITE), apply(AND, upper, constant(Short.MAX_VALUE)));
    return apply(ADD, upper, shifted(above, Integer.SIZE - 1));
  }

  private static TypedExpression shifted(TypedExpression value, int places) {
    return apply(SHR, value, constant(places));
  }

  private static TypedExpression constant(int value) {
    return new TypedExpression.Constant(value, DataType.S32);
  }

  private static TypedExpression apply(LaneFunction function, TypedExpression... arguments) {
    return TypedExpression.apply(function, DataType.S32, arguments);
  }
}
