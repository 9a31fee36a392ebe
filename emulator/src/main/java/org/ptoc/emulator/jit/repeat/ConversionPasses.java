package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.List;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The loops of a conversion. The JVM vectorises neither stores that narrow integers nor loads that
 * widen them without a sign; the latter are loops of their own, so that the arithmetic in front or
 * behind is vectorised.
 */
final class ConversionPasses {
  private static final Term FIRST = new Term.Lane(TypedLanes.FIRST);
  private static final Term INTEGER = new Term.Lane(TypedLanes.TEMPORARY);

  private final RepeatWork.Conversion work;
  private final LaneForm from;
  private final LaneForm to;

  private ConversionPasses(RepeatWork.Conversion work) {
    this.work = work;
    this.from = LaneForm.ofNumbers(work.from());
    this.to = LaneForm.ofNumbers(work.to());
  }

  /** The loops of a conversion. */
  static Passes of(RepeatWork.Conversion work) {
    return new ConversionPasses(work).passes();
  }

  private Passes passes() {
    boolean nearest = work.rounding() == Rounding.NEAREST_EVEN;
    if (work.from() == DataType.FP32 && work.to() == DataType.BF16 && nearest) {
      return passes(DataType.S32, LaneForm.INT, integer(bfloat16()), result(INTEGER));
    }
    Term value = converted(plain(work.source()), work.from());
    if (work.from() == DataType.U8) {
      Term unsigned = Term.apply(AND, FIRST, new Term.Constant(0xFF));
      return passes(DataType.U8, from, integer(unsigned), result(converted(INTEGER, DataType.S32)));
    }
    if (work.to().isInteger() && work.to().bits() < Integer.SIZE) {
      return passes(work.from(), from, integer(value), result(INTEGER));
    }
    return passes(work.from(), from, result(value));
  }

  private Passes passes(DataType type, LaneForm source, Passes.Pass... passes) {
    return new Passes(
        type,
        // Sums and differences of integers are exact in f32.
        work.source() instanceof TypedExpression.Apply && from == LaneForm.SHORT
            ? LaneForm.SINGLE
            : source,
        List.of(to, source, source, source, LaneForm.INT),
        List.of(passes),
        to.canonical(work.saturate()));
  }

  private static Passes.Pass integer(Term value) {
    return new Passes.Pass(TypedLanes.TEMPORARY, value);
  }

  private static Passes.Pass result(Term value) {
    return new Passes.Pass(TypedLanes.RESULT, value);
  }

  private Term converted(Term source, DataType type) {
    return new Term.Converted(
        source, type, work.to(), work.rounding(), work.saturate(), work.exact());
  }

  /**
   * An expression whose values are wider than the lanes, so that no operation needs a loop of its
   * own.
   */
  private static Term plain(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.Operand(Slot slot, _) ->
          slot == Slot.SECOND ? new Term.Lane(TypedLanes.SECOND) : FIRST;
      case TypedExpression.Constant(int value, _) -> new Term.Constant(value);
      case TypedExpression.Convert convert ->
          throw new IllegalArgumentException("a conversion in front of a conversion");
      case TypedExpression.Apply(LaneFunction function, _, var arguments) ->
          new Term.Apply(function, arguments.stream().map(ConversionPasses::plain).toList());
    };
  }

  /**
   * The upper half of f32 bits after half of its unit was added, ties to even; overflow carries to
   * infinity.
   */
  private Term bfloat16() {
    Term magnitude = Term.apply(AND, FIRST, new Term.Constant(Integer.MAX_VALUE));
    Term isNaN =
        shifted(
            Term.apply(SUB, new Term.Constant(BFloat16.INFINITY << 16), magnitude),
            Integer.SIZE - 1);
    Term number = Term.apply(AND, FIRST, Term.apply(NOT, isNaN));
    if (!work.saturate()) {
      number =
          Term.apply(OR, number, Term.apply(AND, isNaN, new Term.Constant(Float32.CANONICAL_NAN)));
    }
    Term odd = Term.apply(AND, shifted(number, Short.SIZE), new Term.Constant(1));
    Term half = Term.apply(ADD, new Term.Constant(0x7FFF), odd);
    Term upper = shifted(Term.apply(ADD, number, half), Short.SIZE);
    if (!work.saturate()) {
      return upper;
    }
    Term above =
        Term.apply(
            SUB,
            new Term.Constant(BFloat16.MAX_FINITE),
            Term.apply(AND, upper, new Term.Constant(Short.MAX_VALUE)));
    return Term.apply(ADD, upper, shifted(above, Integer.SIZE - 1));
  }

  private static Term shifted(Term term, int places) {
    return Term.apply(SHR, term, new Term.Constant(places));
  }
}
