package org.ptoc.passes.codegen.select;

import java.util.Iterator;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Operations {@code isa.<mnemonic>} that stand for one instruction: operands are the registers that
 * the row reads, results those that it writes, in row order; attributes named as operand roles give
 * the numbers. A governing predicate may be left out, and the register of a number that is not
 * dynamic is. A register that is read and written is an operand and a result; so is the destination
 * of a merging word without accumulator.
 */
final class MachineOpSelection implements InstructionSelector {
  @Override
  public boolean select(Operation op, Selection s) {
    if (op.definition().shape() != Shape.MACHINE) {
      return false;
    }
    Optional<InstructionDefinition> row = s.code().table().byMnemonic(op.definition().shortName());
    if (row.isEmpty()) {
      return false;
    }
    new Mapping(op, row.get(), s).run();
    return true;
  }

  private static final class Mapping {
    private final Operation op;
    private final InstructionDefinition row;
    private final Selection selection;
    private final Iterator<Value> operands;
    private final Iterator<Value> results;
    private final boolean withPredicate;

    Mapping(Operation op, InstructionDefinition row, Selection selection) {
      this.op = op;
      this.row = row;
      this.selection = selection;
      this.operands = op.operands().iterator();
      this.results = op.results().iterator();
      int reads = 0;
      for (OperandField operand : row.operands()) {
        reads += operand.isRegister() && isPresent(operand) && isRead(operand) ? 1 : 0;
      }
      this.withPredicate = op.operandCount() >= reads;
    }

    private boolean isSet(String role) {
      return number(role).orElse(0L) != 0;
    }

    private Optional<Long> number(String role) {
      Attributes attributes = op.attributes();
      return attributes
          .get(role)
          .map(
              value ->
                  value instanceof Attribute.Int number
                      ? number.value()
                      : attributes.flag(role) ? 1L : 0L);
    }

    private boolean isPresent(OperandField operand) {
      boolean besideNumber = operand.role().equals("x") && row.operand("dyn").isPresent();
      return !besideNumber || isSet("dyn");
    }

    private boolean isRead(OperandField operand) {
      return operand.access() != Access.WRITE
          || operand.role().equals("vd") && isSet("mrg") && row.accumulator().isEmpty();
    }

    private boolean isWritten(OperandField operand) {
      return switch (operand.access()) {
        case READ -> false;
        case WRITE, READ_WRITE -> true;
        case WRITE_IF_POST -> isSet("post");
      };
    }

    void run() {
      InstructionBuilder instruction = selection.code().emit(row, selection.location());
      for (OperandField operand : row.operands()) {
        if (!operand.isRegister()) {
          number(operand.role()).ifPresent(value -> instruction.imm(operand.role(), value));
        } else if (isPresent(operand) && (withPredicate || !operand.role().equals("pg"))) {
          register(instruction, operand);
        }
      }
      if (operands.hasNext() || results.hasNext()) {
        wrongCount();
        return;
      }
      instruction.append();
    }

    private void register(InstructionBuilder instruction, OperandField operand) {
      if (isRead(operand) && !operands.hasNext() || isWritten(operand) && !results.hasNext()) {
        wrongCount();
      } else if (isRead(operand) && isWritten(operand)) {
        VirtualRegister before = selection.use(operands.next());
        instruction.reg(operand.role(), selection.define(results.next()), before);
      } else if (isWritten(operand)) {
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
