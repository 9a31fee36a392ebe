package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.TrapCode;

/** A word of the cube core or between the memories of both cores. */
final class CubeStep extends Step {
  private final Instruction instruction;

  CubeStep(Instruction instruction) {
    this.instruction = instruction;
  }

  @Override
  int execute(Core core, int at) {
    throw MachineTrap.of(
        TrapCode.ILLEGAL_INSTRUCTION,
        instruction.definition() + " is not executed by this version");
  }
}
