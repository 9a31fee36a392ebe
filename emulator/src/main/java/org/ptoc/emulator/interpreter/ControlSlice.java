package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import java.util.List;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A backward slice: the scalar and predicate registers from which some operands of some
 * instructions follow. It ignores the order of the instructions, so that it may name more registers
 * than necessary.
 */
final class ControlSlice {
  static final int SCALARS = RegisterClass.X.count();

  /** Scalars, then predicates. */
  static final int REGISTERS = SCALARS + RegisterClass.P.count();

  private final List<Instruction> instructions;
  private final boolean[] needed = new boolean[REGISTERS];

  /** An empty slice of {@code instructions}. */
  ControlSlice(List<Instruction> instructions) {
    this.instructions = instructions;
  }

  /** True if a register, as {@link #register} numbers it, is in the slice. */
  boolean contains(int register) {
    return register >= 0 && needed[register];
  }

  /** The number of registers in the slice. */
  int size() {
    int size = 0;
    for (boolean each : needed) {
      size += each ? 1 : 0;
    }
    return size;
  }

  /** Adds the registers of a class that an instruction reads. */
  void addSources(Instruction instruction, RegisterClass registers) {
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.reads(operand) && operand.registerClass().orElseThrow() == registers) {
        add(operand, instruction);
      }
    }
  }

  /** Adds the register of an operand, unless it is constant or neither scalar nor predicate. */
  void add(OperandField operand, Instruction instruction) {
    int register = register(operand, instruction);
    if (register >= 0) {
      needed[register] = true;
    }
  }

  /**
   * Adds the sources of all instructions that write a register of the slice until nothing is new;
   * false if one of them writes data from memory or vectors.
   */
  boolean close() {
    boolean[] before;
    do {
      before = needed.clone();
      for (Instruction instruction : instructions) {
        if (isWrittenBy(instruction)) {
          if (!followsFromRegisters(instruction)) {
            return false;
          }
          addSources(instruction, RegisterClass.X);
          addSources(instruction, RegisterClass.P);
        }
      }
    } while (!Arrays.equals(before, needed));
    return true;
  }

  /** True if an instruction writes a register of the slice. */
  boolean isWrittenBy(Instruction instruction) {
    return instruction.definition().operands().stream()
        .filter(instruction::writes)
        .anyMatch(operand -> contains(register(operand, instruction)));
  }

  /**
   * True if what the instruction writes to scalars and predicates follows from the scalars,
   * predicates and special registers that it reads.
   */
  static boolean followsFromRegisters(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> !operation.accessesMemory();
      case Semantics.Unit(UnitOperation operation) ->
          operation.predicates() != UnitOperation.PredicateSource.DATA;
      case Semantics.Control(ControlOperation operation) ->
          operation == ControlOperation.READ_SPECIAL
              && SpecialRegister.byCode(instruction.field(FieldName.SPR))
                  .filter(special -> !special.changesByItself())
                  .isPresent();
      case Semantics.Lanes _ -> false;
    };
  }

  /** The number of the register of an operand; -1 for vectors, streams and constants. */
  static int register(OperandField operand, Instruction instruction) {
    if (operand.registerClass().isEmpty()) {
      return -1;
    }
    RegisterClass registers = operand.registerClass().get();
    int number = (int) instruction.value(operand);
    return switch (registers) {
      case X -> number == registers.constantRegister() ? -1 : number;
      case P -> number == registers.constantRegister() ? -1 : SCALARS + number;
      case V, AL -> -1;
    };
  }
}
