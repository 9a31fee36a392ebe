package org.ptoc.passes.codegen.select;

import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/** Scalar instructions that selections of larger operations are made of. */
final class ScalarCode {
  private ScalarCode() {}

  /** {@code source op value} on 64 bits. */
  static VirtualRegister immediate(
      Selection s, Mnemonic mnemonic, VirtualRegister source, long value) {
    VirtualRegister target = s.scratch();
    immediate(s, mnemonic, target, source, ScalarWidth.I64, value);
    return target;
  }

  /** {@code target = source op value}. */
  static void immediate(
      Selection s,
      Mnemonic mnemonic,
      VirtualRegister target,
      VirtualRegister source,
      ScalarWidth width,
      long value) {
    s.emit(mnemonic)
        .reg(OperandRole.XD, target)
        .reg(OperandRole.XA, source)
        .imm(OperandRole.W2, width)
        .imm(OperandRole.IMM32, value)
        .append();
  }

  /** {@code left op right}. */
  static VirtualRegister binary(
      Selection s,
      Mnemonic mnemonic,
      VirtualRegister left,
      VirtualRegister right,
      ScalarWidth width) {
    VirtualRegister target = s.scratch();
    binary(s, mnemonic, target, left, right, width).append();
    return target;
  }

  /** {@code left op right} on signed 64 bits. */
  static VirtualRegister signed(
      Selection s, Mnemonic mnemonic, VirtualRegister left, VirtualRegister right) {
    VirtualRegister target = s.scratch();
    binary(s, mnemonic, target, left, right, ScalarWidth.I64).imm(OperandRole.SG, 1).append();
    return target;
  }

  /** {@code target = left op right}, not appended yet. */
  static InstructionBuilder binary(
      Selection s,
      Mnemonic mnemonic,
      VirtualRegister target,
      VirtualRegister left,
      VirtualRegister right,
      ScalarWidth width) {
    return s.emit(mnemonic)
        .reg(OperandRole.XD, target)
        .reg(OperandRole.XA, left)
        .reg(OperandRole.XB, right)
        .imm(OperandRole.W, width);
  }
}
