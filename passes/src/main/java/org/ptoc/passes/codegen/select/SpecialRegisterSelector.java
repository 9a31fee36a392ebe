package org.ptoc.passes.codegen.select;

import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/** Block queries, the control register and the counts of a merge (spec/00, 4.6). */
final class SpecialRegisterSelector implements InstructionSelector {
  private static final int COUNT_BITS = 16;

  @Override
  public boolean select(Operation op, Selection s) {
    switch (op.definition().form()) {
      case QUERY -> query(op, s);
      case GET_CONTROL -> read(SpecialRegister.CTRL, s.define(op.result()), s);
      case SET_CONTROL -> write(op, s);
      case SET_BIT -> setBit(op, s);
      case MERGE_COUNTS -> mergeCounts(op, s);
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Block numbers never change, so a query inside a vector region, where its word is illegal, moves
   * in front of it.
   */
  private static void query(Operation op, Selection s) {
    VirtualRegister result = s.define(op.result());
    s.code().beforeRegion(() -> read(op.definition().register(), result, s));
  }

  private static void read(SpecialRegister register, VirtualRegister result, Selection s) {
    s.emit(Mnemonic.MOV_X_SPR).reg(OperandRole.X, result).imm(OperandRole.SPR, register).append();
  }

  private static void write(Operation op, Selection s) {
    VirtualRegister value = s.use(op.operand(RoleName.VALUE));
    s.emit(Mnemonic.MOV_SPR_X)
        .imm(OperandRole.SPR, SpecialRegister.CTRL)
        .reg(OperandRole.X, value)
        .append();
  }

  private static void setBit(Operation op, Selection s) {
    VirtualRegister value = s.use(op.operand(RoleName.VALUE));
    VirtualRegister bit = s.use(op.operand(RoleName.BIT));
    s.emit(Mnemonic.SBITSET)
        .reg(OperandRole.XD, s.define(op.result()))
        .reg(OperandRole.XA, value)
        .reg(OperandRole.XB, bit)
        .imm(OperandRole.VALUE, op.definition().is(Op.SBITSET1) ? 1 : 0)
        .append();
  }

  /** Four 16-bit counts, list 0 in the lowest bits. */
  private static void mergeCounts(Operation op, Selection s) {
    VirtualRegister all = s.scratch();
    read(SpecialRegister.VMS4_SR, all, s);
    for (int list = 0; list < op.results().size(); list++) {
      VirtualRegister count = all;
      if (list > 0) {
        count = ScalarCode.immediate(s, Mnemonic.SHRUI, all, (long) COUNT_BITS * list);
      }
      s.emit(Mnemonic.EXT)
          .reg(OperandRole.XD, s.define(op.result(list)))
          .reg(OperandRole.XA, count)
          .imm(OperandRole.W, ScalarWidth.I16)
          .imm(OperandRole.SG, 1)
          .append();
    }
  }
}
