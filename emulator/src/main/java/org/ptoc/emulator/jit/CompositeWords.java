package org.ptoc.emulator.jit;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.BorrowPolarity;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.IndexOrder;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Takes words into a segment that are several steps of a lane loop. A word that does not fit adds
 * no step.
 */
final class CompositeWords {
  private static final LaneExpression FIRST = new LaneExpression.Operand(LaneExpression.Slot.FIRST);
  private static final LaneExpression SECOND =
      new LaneExpression.Operand(LaneExpression.Slot.SECOND);
  private static final LaneExpression SCALAR =
      new LaneExpression.Operand(LaneExpression.Slot.SCALAR);

  private final SegmentDraft draft;

  CompositeWords(SegmentDraft draft) {
    this.draft = draft;
  }

  private static LaneExpression apply(LaneFunction function, LaneExpression... operands) {
    return new LaneExpression.Apply(function, List.of(operands));
  }

  /** pto.vmulscvt: the product is rounded to f32 before it is converted. */
  boolean acceptScaleConvert(Instruction instruction) {
    Optional<LaneConversion> conversion =
        LaneConversion.of(instruction, UnitOperation.CONVERT)
            .filter(each -> draft.fits(each.width()));
    Optional<Mask> mask = conversion.flatMap(each -> draft.mask(instruction.code("pg")));
    mask.ifPresent(
        known -> {
          LaneConversion plain = conversion.get();
          int scalar = draft.scalar(instruction.code("vb"), false);
          int product = draft.temporary();
          draft.computeWithScalar(
              apply(LaneFunction.MUL, FIRST, SCALAR),
              plain.from(),
              product,
              instruction.code("va"),
              scalar);
          LaneConversion rounding =
              new LaneConversion(plain.from(), plain.to(), plain.rounding(), false, plain.part());
          draft.add(
              new LaneOperation.Convert(rounding, instruction.code("vd"), product, known, false));
        });
    return mask.isPresent();
  }

  /** pto.vexpdif: difference and power are rounded to f32, also those of f16. */
  boolean acceptExponentOfDifference(Instruction instruction) {
    DataType from = instruction.type();
    DataType to = instruction.resultType();
    boolean widening = to.bytes() > from.bytes();
    if (!draft.fits(to.bytes())) {
      return false;
    }
    Optional<Mask> mask =
        draft.mask(instruction.code("pg"), widening ? instruction.code("part") * from.bytes() : 0);
    mask.ifPresent(
        known -> {
          int a = instruction.code("va");
          int b = instruction.code("vb");
          int vd = instruction.code("vd");
          boolean merging = instruction.field("mrg") != 0;
          if (to == DataType.FP16) {
            int power = draft.temporary();
            draft.add(new LaneOperation.Call(LaneCall.HALF_EXPONENT_OF_DIFFERENCE, power, a, b));
            draft.result(FIRST, to, vd, power, known, merging);
            return;
          }
          if (widening) {
            LaneConversion wide =
                new LaneConversion(
                    from, to, Rounding.NEAREST_EVEN, false, instruction.code("part"));
            a = widened(wide, a);
            b = widened(wide, b);
          }
          int difference = draft.value(apply(LaneFunction.SUB, FIRST, SECOND), to, a, b);
          draft.result(apply(LaneFunction.EXP, FIRST), to, vd, difference, known, merging);
        });
    return mask.isPresent();
  }

  private int widened(LaneConversion conversion, int register) {
    int value = draft.temporary();
    draft.add(new LaneOperation.Convert(conversion, value, register, new Mask.All(), false));
    return value;
  }

  /** pto.vmull. */
  boolean acceptMultiplyWide(Instruction instruction) {
    Optional<Mask> mask = maskOfWords(instruction.code("pg"));
    mask.ifPresent(
        known -> {
          DataType type = instruction.type();
          int a = instruction.code("va");
          int b = instruction.code("vb");
          int low = draft.value(apply(LaneFunction.MUL, FIRST, SECOND), type, a, b);
          int high = draft.temporary();
          boolean signed = type.kind() == DataType.Kind.SIGNED;
          draft.add(
              new LaneOperation.Call(
                  signed ? LaneCall.HIGH_PRODUCT : LaneCall.UNSIGNED_HIGH_PRODUCT, high, a, b));
          draft.result(FIRST, type, instruction.code("vd"), low, known, false);
          draft.result(FIRST, type, instruction.code("vc"), high, known, false);
        });
    return mask.isPresent();
  }

  private Optional<Mask> maskOfWords(int register) {
    return draft.fits(Integer.BYTES) ? draft.mask(register) : Optional.empty();
  }

  /** pto.vaddc and, with {@code chained}, pto.vaddcs. */
  boolean acceptAddition(Instruction instruction, boolean chained) {
    return acceptCarry(instruction, chained, LaneFunction.ADD, false);
  }

  /** pto.vsubc and, with {@code chained}, pto.vsubcs. */
  boolean acceptSubtraction(Instruction instruction, boolean chained) {
    return acceptCarry(
        instruction,
        chained,
        LaneFunction.SUB,
        instruction.code("ord") != BorrowPolarity.BORROW.code());
  }

  /** Adds or subtracts as unsigned numbers; {@code inverted} tells that a clear bit is a borrow. */
  private boolean acceptCarry(
      Instruction instruction, boolean chained, LaneFunction function, boolean inverted) {
    Optional<Mask> mask = maskOfWords(instruction.code("pg"));
    Optional<Mask> carryIn =
        chained ? mask.flatMap(known -> draft.mask(instruction.code("vc") & 0xF)) : mask;
    if (carryIn.isEmpty()) {
      return false;
    }
    Mask active = mask.orElseThrow();
    int a = instruction.code("va");
    int b = instruction.code("vb");
    int result = draft.value(apply(function, FIRST, SECOND), DataType.U32, a, b);
    int carry = function == LaneFunction.ADD ? below(result, a, active) : below(a, b, active);
    if (chained) {
      int in = draft.temporary();
      Mask set =
          inverted
              ? logic(UnitOperation.PREDICATE_NOT, carryIn.get(), new Mask.All(), new Mask.All())
              : carryIn.get();
      draft.result(new LaneExpression.Constant(1), DataType.U32, in, in, set, false);
      int before = result;
      result = draft.value(apply(function, FIRST, SECOND), DataType.U32, before, in);
      int second =
          function == LaneFunction.ADD ? below(result, before, active) : below(before, in, active);
      carry =
          logic(UnitOperation.PREDICATE_OR, new Mask.Lane(carry), new Mask.Lane(second), active)
              .index();
    }
    if (inverted) {
      carry =
          logic(UnitOperation.PREDICATE_NOT, new Mask.Lane(carry), new Mask.All(), active).index();
    }
    draft.result(FIRST, DataType.U32, instruction.code("vd"), result, active, false);
    draft.predicates.define(instruction.code("pd"), new Mask.Lane(carry), Integer.BYTES);
    return true;
  }

  private int below(int a, int b, Mask mask) {
    return draft.compare(DataType.U32, Comparison.LT, a, b, mask);
  }

  private Mask.Lane logic(UnitOperation operation, Mask a, Mask b, Mask mask) {
    int truth = draft.predicates.truth(draft.at, true);
    draft.add(new LaneOperation.Logic(operation, truth, a, b, mask));
    return new Mask.Lane(truth);
  }

  /**
   * pto.vci: the lanes are numbered from the scalar on; numbers of lanes are exact in f16 and f32.
   */
  boolean acceptIndex(Instruction instruction) {
    DataType type = instruction.type();
    if (!NumberConversions.hasLaneCode(type) || !draft.fits(type.bytes())) {
      return false;
    }
    int scalar = draft.scalar(instruction.code("vb"), false);
    int lane = draft.temporary();
    draft.add(new LaneOperation.LaneNumber(lane, instruction.code("ord") != IndexOrder.ASC.code()));
    if (type.isFloat()) {
      DataType integer = type == DataType.FP32 ? DataType.S32 : DataType.S16;
      lane = widened(new LaneConversion(integer, type, Rounding.NEAREST_EVEN, false, 0), lane);
    }
    draft.computeWithScalar(
        apply(LaneFunction.ADD, FIRST, SCALAR), type, instruction.code("vd"), lane, scalar);
    return true;
  }
}
