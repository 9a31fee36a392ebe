package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;

/** A conversion of class V from or to elements that hold two floats of 4 bits each. */
public final class PackedConversionStep extends Step {
  private final DataType type;
  private final DataType resultType;
  private final int d;
  private final int a;
  private final int mask;
  private final Rounding rounding;
  private final int part;
  private final boolean merging;

  public PackedConversionStep(Instruction instruction) {
    this.type = instruction.type();
    this.resultType = instruction.resultType();
    this.d = VectorOperands.vector(instruction, FieldName.VD);
    this.a = VectorOperands.vector(instruction, FieldName.VA);
    this.mask = VectorOperands.predicate(instruction, FieldName.PG);
    this.rounding = VectorOperands.rounding(instruction);
    this.part = instruction.code(FieldName.PART);
    this.merging = instruction.field(FieldName.MRG) != 0;
  }

  @Override
  public int execute(Core core, int at) {
    NumberConversions.convertPairs(
        core.vectors,
        d,
        a,
        type,
        resultType,
        rounding,
        part,
        core.predicates,
        mask,
        merging,
        core.scratch);
    return at + 1;
  }
}
