package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The work of a word as loops behind each other. Most need only one; 16-bit integers need one for
 * each operation, because the JVM vectorises them only where no loop sees bits above the sixteenth.
 *
 * @param type of arithmetic and of the scalar
 * @param form that of arithmetic
 * @param forms those of the slots of {@link TypedLanes} that the passes need
 * @param passes the last one writes the result
 * @param canonical what a NaN in the result becomes
 */
record Passes(
    DataType type,
    LaneForm form,
    List<LaneForm> forms,
    List<Pass> passes,
    Optional<CanonicalNumbers> canonical) {

  /** One loop: the slot that it writes and the value. */
  record Pass(int slot, Term value) {}

  Passes {
    forms = List.copyOf(forms);
    passes = List.copyOf(passes);
  }

  /**
   * The loops of a word.
   *
   * @throws IllegalArgumentException when there are none; the message tells why
   */
  static Passes of(RepeatWork work) {
    return switch (work) {
      case RepeatWork.Lanes lanes -> expression(lanes);
      case RepeatWork.Conversion conversion -> ConversionPasses.of(conversion);
      case RepeatWork.Compare compare -> comparison(compare);
      case RepeatWork.Select(DataType type) -> selection(type);
      case RepeatWork.Other(String reason) -> throw new IllegalArgumentException(reason);
    };
  }

  private static Passes expression(RepeatWork.Lanes work) {
    DataType type = work.to();
    boolean bits = isBits(work.expression(), type);
    if (!bits && type == DataType.BF16) {
      throw new IllegalArgumentException("no arithmetic on " + type.spelling());
    }
    LaneForm form = bits ? LaneForm.ofBits(type) : LaneForm.ofNumbers(type);
    Builder builder = new Builder(form, type);
    Term value = builder.lower(work.expression());
    builder.passes.add(new Pass(TypedLanes.RESULT, value));
    List<LaneForm> forms = new ArrayList<>(Collections.nCopies(slots(builder.passes), form));
    if (work.from() != type) {
      forms.set(TypedLanes.FIRST, LaneForm.ofNumbers(work.from()));
      forms.set(TypedLanes.SECOND, LaneForm.ofNumbers(work.from()));
    }
    return new Passes(type, form, forms, builder.passes, form.canonical(false));
  }

  private static Passes comparison(RepeatWork.Compare work) {
    LaneForm form = LaneForm.ofBits(work.type());
    List<Pass> passes = ComparisonTerms.of(work);
    return new Passes(
        form == LaneForm.SHORT ? DataType.S16 : DataType.S32,
        form,
        Collections.nCopies(slots(passes), form),
        passes,
        Optional.empty());
  }

  private static Passes selection(DataType type) {
    LaneForm form = LaneForm.ofBits(type);
    Term first = new Term.Lane(TypedLanes.FIRST);
    Term second = new Term.Lane(TypedLanes.SECOND);
    Term chosen =
        Term.apply(AND, Term.apply(XOR, first, second), new Term.Lane(TypedLanes.SELECTOR));
    return new Passes(
        type,
        form,
        Collections.nCopies(TypedLanes.SELECTOR + 1, form),
        List.of(new Pass(TypedLanes.RESULT, Term.apply(XOR, second, chosen))),
        Optional.empty());
  }

  /** Slots that passes need. */
  private static int slots(List<Pass> passes) {
    return 1
        + passes.stream()
            .flatMapToInt(pass -> IntStream.concat(IntStream.of(pass.slot()), pass.value().slots()))
            .max()
            .orElse(TypedLanes.RESULT);
  }

  /** Whether nothing is computed in floating point, so that a NaN keeps its bits. */
  private static boolean isBits(TypedExpression expression, DataType type) {
    return !type.isFloat()
        || switch (expression) {
          case TypedExpression.Operand operand -> true;
          case TypedExpression.Constant constant -> true;
          case TypedExpression.Convert convert -> false;
          case TypedExpression.Apply(LaneFunction function, _, var arguments) ->
              switch (function) {
                case AND, OR, XOR, NOT, ABS, NEG ->
                    arguments.stream().allMatch(each -> isBits(each, type));
                default -> false;
              };
        };
  }

  private static final class Builder {
    private final LaneForm form;
    private final DataType type;
    private final List<Pass> passes = new ArrayList<>();
    private int temporary = TypedLanes.TEMPORARY;

    Builder(LaneForm form, DataType type) {
      this.form = form;
      this.type = type;
    }

    Term lower(TypedExpression expression) {
      return switch (expression) {
        case TypedExpression.Operand(Slot slot, _) ->
            switch (slot) {
              case FIRST -> new Term.Lane(TypedLanes.FIRST);
              case SECOND -> new Term.Lane(TypedLanes.SECOND);
              case ACCUMULATOR -> new Term.Lane(TypedLanes.ACCUMULATOR);
              case SCALAR -> new Term.Scalar();
              case DISTANCE, ROUNDED_DISTANCE -> new Term.Distance(Term.Use.WHOLE);
              case LANE, NEGATIVE_LANE, SELECTOR, CARRY ->
                  throw new IllegalArgumentException(slot + " is no lane of an operand");
            };
        case TypedExpression.Convert convert ->
            throw new IllegalArgumentException("a conversion is no operand");
        case TypedExpression.Constant(int value, _) -> new Term.Constant(value);
        case TypedExpression.Apply(LaneFunction function, _, var arguments) ->
            apply(function, arguments.stream().map(this::argument).toList());
      };
    }

    private Term argument(TypedExpression expression) {
      Term term = lower(expression);
      return form == LaneForm.SHORT ? stored(term) : term;
    }

    private Term stored(Term term) {
      return term instanceof Term.Apply ? pass(temporary(), term) : term;
    }

    private Term apply(LaneFunction function, List<Term> arguments) {
      if (type.isFloat() && !form.isNumber() && (function == ABS || function == NEG)) {
        int sign = 1 << type.bits() - 1;
        return function == ABS
            ? Term.apply(AND, arguments.getFirst(), new Term.Constant(sign - 1))
            : Term.apply(XOR, arguments.getFirst(), new Term.Constant(sign));
      }
      if (function == SHR_ROUNDED) {
        return roundedShift(arguments.getFirst());
      }
      boolean signed = type.kind() == DataType.Kind.SIGNED;
      if (function == MAX && signed && arguments.get(1).equals(new Term.Constant(0))) {
        Term value = stored(arguments.getFirst());
        return Term.apply(
            AND,
            value,
            Term.apply(NOT, Term.apply(SHR, value, new Term.Constant(type.bits() - 1))));
      }
      if ((function == MAX || function == MIN) && type == DataType.S16) {
        return extremum(function, arguments.get(0), arguments.get(1));
      }
      return new Term.Apply(function, arguments);
    }

    /** The sum of the kept bits and the one in front of them. */
    private Term roundedShift(Term value) {
      Term kept = Term.apply(SHR, value, new Term.Distance(Term.Use.KEPT));
      Term half = Term.apply(SHR, value, new Term.Distance(Term.Use.HALF));
      return Term.apply(ADD, pass(temporary(), kept), pass(temporary(), half));
    }

    /**
     * One of two 16-bit numbers by the sign of their difference, corrected where that has
     * overflowed.
     */
    private Term extremum(LaneFunction function, Term a, Term b) {
      Term difference = Term.apply(SUB, a, b);
      Term unequal = Term.apply(XOR, a, b);
      Term sign =
          Term.apply(XOR, difference, Term.apply(AND, unequal, Term.apply(XOR, difference, a)));
      int slot = temporary();
      pass(slot, sign);
      Term less =
          pass(slot, Term.apply(SHR, new Term.Lane(slot), new Term.Constant(Short.SIZE - 1)));
      return Term.apply(XOR, function == MAX ? a : b, Term.apply(AND, unequal, less));
    }

    private int temporary() {
      if (temporary == TypedLanes.SLOTS) {
        throw new IllegalArgumentException("too many intermediate values");
      }
      return temporary++;
    }

    private Term pass(int slot, Term value) {
      passes.add(new Pass(slot, value));
      return new Term.Lane(slot);
    }
  }
}
