package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.Comparisons;
import org.ptoc.emulator.unit.FusedConversions;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.emulator.unit.Rearrangements;
import org.ptoc.emulator.unit.Reductions;
import org.ptoc.emulator.unit.WideArithmetic;
import org.ptoc.ir.isa.BorrowPolarity;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.IndexOrder;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LanePosition;
import org.ptoc.ir.isa.UnitOperation;

/** A word of class V that is not element-wise. */
final class VectorStep extends Step {
  private final UnitOperation operation;
  private final DataType type;
  private final DataType resultType;
  private final int d;
  private final int second;
  private final int a;
  private final int b;
  private final int scalar;
  private final int mask;
  private final int predicateResult;
  private final int predicateSource;
  private final Comparison comparison;
  private final Rounding rounding;
  private final boolean saturate;
  private final int part;
  private final boolean merging;
  private final int order;

  VectorStep(Instruction instruction, UnitOperation operation) {
    this.operation = operation;
    this.type = instruction.type();
    this.resultType = instruction.resultType();
    this.d = VectorOperands.vector(instruction, "vd");
    this.second = VectorOperands.vector(instruction, "vc");
    this.a = VectorOperands.vector(instruction, "va");
    this.b = VectorOperands.vector(instruction, "vb");
    this.scalar = instruction.code("vb");
    this.mask = VectorOperands.predicate(instruction, "pg");
    this.predicateResult = VectorOperands.predicate(instruction, "pd");
    this.predicateSource = VectorOperands.predicate(instruction, "vc");
    this.comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
    this.rounding = VectorOperands.rounding(instruction);
    this.saturate = instruction.field("sat") != 0;
    this.part = instruction.code("part");
    this.merging = instruction.field("mrg") != 0;
    this.order = instruction.code("ord");
  }

  @Override
  int execute(Core core, int at) {
    byte[] v = core.vectors;
    long[] p = core.predicates;
    int width = type.bytes();
    switch (operation) {
      case COMPARE -> Comparisons.compare(v, a, b, type, comparison, p, predicateResult, mask);
      case COMPARE_SCALAR ->
          Comparisons.compareScalar(
              v, a, core.x[scalar], type, comparison, p, predicateResult, mask, core.scratch);
      case SELECT -> Blend.select(v, d, a, b, width, p, mask);
      case REDUCE_ADD -> Reductions.sum(v, d, a, type, p, mask, core.scratch);
      case REDUCE_MAXIMUM -> Reductions.extremum(v, d, a, type, true, p, mask);
      case REDUCE_MINIMUM -> Reductions.extremum(v, d, a, type, false, p, mask);
      case GROUP_ADD -> Reductions.groupSum(v, d, a, type, p, mask, core.scratch);
      case GROUP_MAXIMUM -> Reductions.groupExtremum(v, d, a, type, true, p, mask, core.scratch);
      case GROUP_MINIMUM -> Reductions.groupExtremum(v, d, a, type, false, p, mask, core.scratch);
      case PAIR_ADD -> Reductions.pairSum(v, d, a, type, p, mask, core.scratch);
      case MULTIPLY_WIDE ->
          WideArithmetic.multiplyLong(v, d, second, a, b, type, p, mask, core.scratch);
      case ADD_CARRY -> WideArithmetic.addCarry(v, d, a, b, p, predicateResult, mask);
      case ADD_WITH_CARRY ->
          WideArithmetic.addWithCarry(v, d, a, b, p, predicateResult, predicateSource, mask);
      case SUBTRACT_BORROW ->
          WideArithmetic.subtractBorrow(v, d, a, b, polarity(), p, predicateResult, mask);
      case SUBTRACT_WITH_BORROW ->
          WideArithmetic.subtractWithBorrow(
              v, d, a, b, polarity(), p, predicateResult, predicateSource, mask);
      case CONVERT,
          ROUND_TO_INTEGRAL,
          ADD_RELU_CONVERT,
          MULTIPLY_CONVERT,
          MULTIPLY_SCALAR_CONVERT,
          EXPONENT_OF_DIFFERENCE ->
          convert(core, v, p);
      default -> rearrange(core, v, p, width);
    }
    return at + 1;
  }

  private BorrowPolarity polarity() {
    return order == BorrowPolarity.BORROW.code() ? BorrowPolarity.BORROW : BorrowPolarity.NO_BORROW;
  }

  private void convert(Core core, byte[] v, long[] p) {
    switch (operation) {
      case CONVERT ->
          NumberConversions.convert(
              v, d, a, type, resultType, rounding, saturate, part, p, mask, merging, core.scratch);
      case ROUND_TO_INTEGRAL ->
          NumberConversions.roundToIntegral(
              v, d, a, type, rounding, p, mask, merging, core.scratch);
      case ADD_RELU_CONVERT ->
          FusedConversions.addReluConvert(
              v, d, a, b, type, resultType, false, p, mask, core.scratch);
      case MULTIPLY_CONVERT ->
          FusedConversions.multiplyConvert(v, d, a, b, type, resultType, p, mask, core.scratch);
      case MULTIPLY_SCALAR_CONVERT ->
          FusedConversions.scaleConvert(
              v,
              d,
              a,
              Float.intBitsToFloat((int) core.x[scalar]),
              rounding,
              part,
              p,
              mask,
              core.scratch);
      case EXPONENT_OF_DIFFERENCE ->
          FusedConversions.expDifference(
              v, d, a, b, type, resultType, part, p, mask, merging, core.scratch);
      default -> throw new IllegalStateException("no conversion " + operation);
    }
  }

  private void rearrange(Core core, byte[] v, long[] p, int width) {
    Half half = part == 0 ? Half.LOWER : Half.HIGHER;
    switch (operation) {
      case INDEX ->
          Rearrangements.indices(
              v, d, type, core.x[scalar], order == 0 ? IndexOrder.ASC : IndexOrder.DESC);
      case DUPLICATE_LANE ->
          Rearrangements.duplicateLane(
              v,
              d,
              a,
              width,
              part == 0 ? LanePosition.LOWEST : LanePosition.HIGHEST,
              p,
              mask,
              merging);
      case INTERLEAVE -> Rearrangements.interleave(v, d, second, a, b, width, core.scratch);
      case DEINTERLEAVE -> Rearrangements.deinterleave(v, d, second, a, b, width, core.scratch);
      case PACK -> Rearrangements.pack(v, d, a, width, half, core.scratch);
      case UNPACK_SIGNED -> Rearrangements.unpack(v, d, a, width, half, true, core.scratch);
      case UNPACK_UNSIGNED -> Rearrangements.unpack(v, d, a, width, half, false, core.scratch);
      case SQUEEZE ->
          core.squeezedBytes = Rearrangements.squeeze(v, d, a, width, p, mask, core.scratch);
      case PREFIX_COUNT -> Rearrangements.countBelow(v, d, width, p, mask);
      case SELECT_LANES -> Rearrangements.lookUp(v, d, a, b, width, core.scratch);
      default -> throw new IllegalStateException("no vector operation " + operation);
    }
  }
}
