package org.ptoc.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;

/**
 * How the values and attributes of an operation {@code isa.<mnemonic>} stand to the operands of its
 * instruction. A governing predicate may be omitted, and the register of a number that is not
 * dynamic is. A register that is read and written is an operand and a result; so is the destination
 * of a merging word without accumulator.
 */
public final class MachineOperands {
  private final Operation op;
  private final InstructionDefinition row;

  /**
   * @param op an operation of the form {@link OperationForm#MACHINE}
   * @param row its instruction in the profile that the code is for
   */
  public MachineOperands(Operation op, InstructionDefinition row) {
    this.op = op;
    this.row = row;
  }

  /** The number that an attribute gives to an operand other than a register. */
  public Optional<Long> number(OperandRole role) {
    return number(op, role);
  }

  /** The number that an attribute of an operation gives to a role, whatever its row is. */
  public static Optional<Long> number(Operation op, OperandRole role) {
    return op.attributes()
        .named(role.spelling())
        .map(
            value ->
                value instanceof Attribute.Int number
                    ? number.value()
                    : op.attributes().flagNamed(role.spelling()) ? 1L : 0L);
  }

  private boolean isSet(OperandRole role) {
    return number(role).orElse(0L) != 0;
  }

  /** The register operands that have a value, in row order. */
  public List<OperandField> registers() {
    List<OperandField> present = new ArrayList<>();
    int reads = 0;
    for (OperandField operand : row.operands()) {
      if (operand.isRegister() && isPresent(operand)) {
        present.add(operand);
        reads += isRead(operand) ? 1 : 0;
      }
    }
    if (op.operandCount() < reads) {
      present.removeIf(operand -> operand.role() == OperandRole.PG);
    }
    return present;
  }

  private boolean isPresent(OperandField operand) {
    boolean besideNumber =
        operand.role() == OperandRole.X && row.operand(OperandRole.DYN).isPresent();
    return !besideNumber || isSet(OperandRole.DYN);
  }

  /** True if one of {@link #registers} takes an operand. */
  public boolean isRead(OperandField operand) {
    return operand.access() != Access.WRITE
        || operand.role() == OperandRole.VD
            && isSet(OperandRole.MRG)
            && row.accumulator().isEmpty();
  }

  /** True if one of {@link #registers} gives a result. */
  public boolean isWritten(OperandField operand) {
    return switch (operand.access()) {
      case READ -> false;
      case WRITE, READ_WRITE -> true;
      case WRITE_IF_POST -> isSet(OperandRole.POST);
    };
  }
}
