package org.ptoc.passes.codegen.select;

import java.util.Iterator;
import java.util.Optional;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Operations {@code isa.<mnemonic>}, each of which is one instruction: operands are the registers
 * that the row reads, results the registers that it writes, in row order; attributes named as
 * operand roles give the numbers ({@link MachineOperands}).
 */
final class MachineOpSelection implements InstructionSelector {
  @Override
  public boolean select(Operation op, Selection s) {
    if (op.definition().form() != OperationForm.MACHINE) {
      return false;
    }
    Optional<InstructionDefinition> row = op.definition().instruction(s.code().table());
    if (row.isEmpty()) {
      return false;
    }
    new Mapping(op, row.get(), s).run();
    return true;
  }

  private static final class Mapping {
    private final Operation op;
    private final InstructionDefinition row;
    private final MachineOperands mapping;
    private final Selection selection;
    private final Iterator<Value> operands;
    private final Iterator<Value> results;

    Mapping(Operation op, InstructionDefinition row, Selection selection) {
      this.op = op;
      this.row = row;
      this.mapping = new MachineOperands(op, row);
      this.selection = selection;
      this.operands = op.operands().iterator();
      this.results = op.results().iterator();
    }

    void run() {
      InstructionBuilder instruction = selection.code().emit(row, selection.location());
      for (OperandField operand : row.operands()) {
        if (!operand.isRegister()) {
          mapping.number(operand.role()).ifPresent(value -> instruction.imm(operand.role(), value));
        }
      }
      mapping.registers().forEach(operand -> register(instruction, operand));
      if (operands.hasNext() || results.hasNext()) {
        wrongCount();
        return;
      }
      instruction.append();
    }

    private void register(InstructionBuilder instruction, OperandField operand) {
      if (mapping.isRead(operand) && !operands.hasNext()
          || mapping.isWritten(operand) && !results.hasNext()) {
        wrongCount();
      } else if (mapping.isRead(operand) && mapping.isWritten(operand)) {
        VirtualRegister before = selection.use(operands.next());
        instruction.reg(operand.role(), selection.define(results.next()), before);
      } else if (mapping.isWritten(operand)) {
        instruction.reg(operand.role(), selection.define(results.next()));
      } else {
        instruction.reg(operand.role(), selection.use(operands.next()));
      }
    }

    private void wrongCount() {
      selection.report(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          op.name() + " does not have the registers of its instruction");
    }
  }
}
