package org.ptoc.passes.codegen.select;

import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.Mnemonic;
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
    s.emit(Mnemonic.MOV_X_SPR).reg("x", result).imm("spr", register).append();
  }

  private static void write(Operation op, Selection s) {
    VirtualRegister value = s.use(op.operand("value"));
    s.emit(Mnemonic.MOV_SPR_X).imm("spr", SpecialRegister.CTRL).reg("x", value).append();
  }

  private static void setBit(Operation op, Selection s) {
    VirtualRegister value = s.use(op.operand("value"));
    VirtualRegister bit = s.use(op.operand("bit"));
    s.emit(Mnemonic.SBITSET)
        .reg("xd", s.define(op.result()))
        .reg("xa", value)
        .reg("xb", bit)
        .imm("value", op.definition().shortName().endsWith("1") ? 1 : 0)
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
          .reg("xd", s.define(op.result(list)))
          .reg("xa", count)
          .imm("w", ScalarWidth.I16)
          .imm("sg", 1)
          .append();
    }
  }
}
