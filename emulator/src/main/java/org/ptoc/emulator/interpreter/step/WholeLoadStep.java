package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;

/** The load of most words: 256 bytes as they stand. */
final class WholeLoadStep extends AddressedStep {
  private static final int ALIGNMENT = 32;

  private final int d;

  WholeLoadStep(Instruction instruction) {
    super(instruction);
    this.d = VectorOperands.vector(instruction, FieldName.VD);
  }

  @Override
  public int execute(Core core, int at) {
    int address = read(core, address(core), Core.VECTOR_BYTES, ALIGNMENT);
    System.arraycopy(core.ub, address, core.vectors, d, Core.VECTOR_BYTES);
    advance(core, distance(core));
    return at + 1;
  }
}
