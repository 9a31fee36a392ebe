package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;

/**
 * Follows values that a core loads from memory through its scalar registers, and marks the
 * instructions whose addresses in GM depend on them. The data of a trial is chosen by the checker:
 * where it decides which bytes are touched, the author of a kernel may rule out what a trial shows.
 */
final class DataTaint {
  private static final Optional<RegisterClass> SCALAR = Optional.of(RegisterClass.X);

  private final Program program;
  private final BitSet addresses;
  private final BitSet executions;
  private final BitSet registers = new BitSet();
  private final BitSet specials = new BitSet();

  /** Addresses of local memory, where scalars are spilled. */
  private final Set<Long> local = new HashSet<>();

  /**
   * @param addresses gets the instructions whose addresses in GM depend on data
   * @param executions gets the instructions that data may skip or repeat
   */
  DataTaint(Program program, BitSet addresses, BitSet executions) {
    this.program = program;
    this.addresses = addresses;
    this.executions = executions;
  }

  void executed(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    boolean isTainted = false;
    for (OperandField operand : instruction.definition().operands()) {
      isTainted |=
          operand.registerClass().equals(SCALAR)
              && operand.access() != Access.WRITE
              && registers.get((int) instruction.value(operand));
    }
    boolean isResult =
        switch (instruction.definition().semantics()) {
          case Semantics.Scalar(var operation) -> scalar(operation, instruction, record, isTainted);
          case Semantics.Control(var operation) -> {
            control(word, operation, instruction, isTainted);
            yield operation == ControlOperation.READ_SPECIAL
                && specials.get(instruction.code(FieldName.SPR));
          }
          case Semantics.Lanes _ -> {
            access(word, isTainted, record);
            yield isTainted || !WordAccesses.follows(instruction);
          }
          case Semantics.Unit(var operation) -> {
            access(word, isTainted || LaunchChoices.hasPlacesOfData(operation), record);
            yield isTainted || !WordAccesses.follows(instruction);
          }
        };
    if (instruction.definition().semantics() instanceof Semantics.Scalar) {
      access(word, isTainted, record);
    }
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(SCALAR) && operand.access() != Access.READ) {
        int register = (int) instruction.value(operand);
        registers.set(register, isResult && register != RegisterClass.X.constantRegister());
      }
    }
  }

  /** Whether the result of a scalar instruction depends on data. */
  private boolean scalar(
      ScalarOperation operation, Instruction instruction, ExecutionRecord record, boolean tainted) {
    if (operation == ScalarOperation.STORE) {
      for (int i = 0; i < record.ranges(); i++) {
        if (record.space(i) == AddressSpace.LOCAL) {
          if (tainted) {
            local.add(record.address(i));
          } else {
            local.remove(record.address(i));
          }
        }
      }
    } else if (operation == ScalarOperation.LOAD) {
      return switch (AddressSpace.byCode(instruction.field(FieldName.SP)).orElseThrow()) {
        case LOCAL -> tainted || record.ranges() > 0 && local.contains(record.address(0));
        case CONST, PARAM -> tainted;
        case GM, UB, L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> true;
      };
    }
    return tainted;
  }

  private void control(
      int word, ControlOperation operation, Instruction instruction, boolean tainted) {
    if (operation == ControlOperation.WRITE_SPECIAL) {
      specials.set(instruction.code(FieldName.SPR), tainted);
    } else if (tainted && (operation == ControlOperation.LOOP || operation.isConditionalBranch())) {
      int target = word + instruction.code(FieldName.IMM32);
      executions.set(Math.min(word, target), Math.max(word, target) + 1);
    }
  }

  private void access(int word, boolean tainted, ExecutionRecord record) {
    for (int i = 0; i < record.ranges() && (tainted || !specials.isEmpty()); i++) {
      if (record.space(i) == AddressSpace.GM) {
        addresses.set(word);
      }
    }
  }
}
