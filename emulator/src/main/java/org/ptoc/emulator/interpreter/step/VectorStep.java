package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Rearrangements;
import org.ptoc.emulator.unit.Reductions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LanePosition;
import org.ptoc.ir.isa.UnitOperation;

/** A word of class V that is not element-wise. */
public final class VectorStep extends Step {
  private final UnitOperation operation;
  private final DataType type;
  private final int d;
  private final int second;
  private final int a;
  private final int b;
  private final int mask;
  private final int part;
  private final boolean merging;

  public VectorStep(Instruction instruction, UnitOperation operation) {
    this.operation = operation;
    this.type = instruction.type();
    this.d = VectorOperands.vector(instruction, FieldName.VD);
    this.second = VectorOperands.vector(instruction, FieldName.VC);
    this.a = VectorOperands.vector(instruction, FieldName.VA);
    this.b = VectorOperands.vector(instruction, FieldName.VB);
    this.mask = VectorOperands.predicate(instruction, FieldName.PG);
    this.part = instruction.code(FieldName.PART);
    this.merging = instruction.field(FieldName.MRG) != 0;
  }

  @Override
  public int execute(Core core, int at) {
    byte[] v = core.vectors;
    long[] p = core.predicates;
    int width = type.bytes();
    Half half = part == 0 ? Half.LOWER : Half.HIGHER;
    switch (operation) {
      case REDUCE_ADD -> Reductions.sum(v, d, a, type, p, mask, core.scratch);
      case REDUCE_MAXIMUM -> Reductions.extremum(v, d, a, type, true, p, mask);
      case REDUCE_MINIMUM -> Reductions.extremum(v, d, a, type, false, p, mask);
      case GROUP_ADD -> Reductions.groupSum(v, d, a, type, p, mask, core.scratch);
      case GROUP_MAXIMUM -> Reductions.groupExtremum(v, d, a, type, true, p, mask, core.scratch);
      case GROUP_MINIMUM -> Reductions.groupExtremum(v, d, a, type, false, p, mask, core.scratch);
      case PAIR_ADD -> Reductions.pairSum(v, d, a, type, p, mask, core.scratch);
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
      // Words of other classes have steps of their own.
      default -> throw new IllegalStateException("no vector operation " + operation);
    }
    return at + 1;
  }
}
