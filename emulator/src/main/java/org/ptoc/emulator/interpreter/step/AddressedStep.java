package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;

/**
 * A word of class L: the address of its access to UB, and the register that it advances (spec/40,
 * 7.4).
 */
abstract class AddressedStep extends Step {
  final int base;
  final int index;
  final boolean post;
  final long offset;
  private final int unit;

  AddressedStep(Instruction instruction) {
    this.base = instruction.code(FieldName.XB);
    this.index = instruction.code(FieldName.XO);
    this.post = instruction.field(FieldName.POST) != 0;
    this.offset = instruction.field(FieldName.IMM10);
    this.unit = instruction.type().bytes();
  }

  /** X[xb] + (X[xo] + imm10) * size; X[xb] alone when it is advanced afterwards. */
  final long address(Core core) {
    return post ? core.x[base] : core.x[base] + distance(core);
  }

  final long distance(Core core) {
    return (core.x[index] + offset) * unit;
  }

  final void advance(Core core, long bytes) {
    if (post) {
      core.setX(base, core.x[base] + bytes);
    }
  }

  static int read(Core core, long address, int bytes, int alignment) {
    core.record.reads(AddressSpace.UB, address, bytes);
    return core.ub(address, bytes, alignment);
  }

  static int write(Core core, long address, int bytes, int alignment) {
    core.record.writes(AddressSpace.UB, address, bytes);
    return core.ub(address, bytes, alignment);
  }
}
