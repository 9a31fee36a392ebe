package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * The scalar registers from whose values at the beginning of a vector region follows which words
 * the region executes, in which order, and which bytes they touch. A backward slice from loop
 * counts, addresses and masks; where it comes to data from memory or vectors there is no answer.
 * The slice does not look at the order of words, so that it may name more registers than necessary.
 */
final class RegionInputs {
  private static final int SCALARS = RegisterClass.X.count();
  private static final int REGISTERS = SCALARS + RegisterClass.P.count();

  private final int[] registers;

  private RegionInputs(int[] registers) {
    this.registers = registers;
  }

  /**
   * The registers of the region that {@code begin} opens; empty where more than scalars decides.
   */
  static Optional<RegionInputs> of(Program program, int begin) {
    int end = begin + 1 + program.at(begin).code(FieldName.IMM32);
    boolean[] needed = new boolean[REGISTERS];
    for (int at = begin + 1; at < end; at++) {
      if (!addRoots(program.at(at), needed)) {
        return Optional.empty();
      }
    }
    if (!close(program, begin + 1, end, needed)) {
      return Optional.empty();
    }
    boolean[] inputs = readFirst(program, begin + 1, end, needed);
    int[] registers = IntStream.range(0, REGISTERS).filter(register -> inputs[register]).toArray();
    boolean scalars = registers.length == 0 || registers[registers.length - 1] < SCALARS;
    return scalars ? Optional.of(new RegionInputs(registers)) : Optional.empty();
  }

  /** The values of the registers now. */
  long[] values(Core core) {
    long[] values = new long[registers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = core.x[registers[i]];
    }
    return values;
  }

  /**
   * Adds what decides about control and addresses of a word; false when that is more than
   * registers.
   */
  private static boolean addRoots(Instruction instruction, boolean[] needed) {
    switch (instruction.definition().format()) {
      case L, P, R -> addSources(instruction, RegisterClass.X, needed);
      case S, I, M, B, C, D, U, V, K, F -> {
        // Scalars of these are values, not places.
      }
    }
    return switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) ->
          switch (operation) {
            case LOOP, NO_OPERATION, MEMORY_BARRIER, REGION_END -> true;
            case BRANCH, BRANCH_COMPARE, BRANCH_ZERO, BRANCH_NONZERO, CALL, RETURN, END -> false;
            case SET_FLAG, WAIT_FLAG, BARRIER, GET_BUFFER, RELEASE_BUFFER, DATA_BARRIER -> false;
            case READ_SPECIAL, WRITE_SPECIAL, SET_SPECIAL_BIT, SET_SPECIAL_HIGH_BIT -> false;
            case TRAP, FENCE, CACHE, PRINT, PRINT_VALUE, REGION_BEGIN -> false;
          };
      case Semantics.Unit(UnitOperation operation) -> {
        if (operation.places() == UnitOperation.Places.MASKS) {
          addSources(instruction, RegisterClass.P, needed);
        }
        // Gathers and scatters have no range that somebody could depend on.
        yield operation.places() != UnitOperation.Places.COUNT;
      }
      case Semantics.Scalar scalar -> true;
      case Semantics.Lanes lanes -> true;
    };
  }

  /**
   * Adds the sources of all words that write a needed register until nothing is new; false for one
   * of data.
   */
  private static boolean close(Program program, int begin, int end, boolean[] needed) {
    boolean[] before;
    do {
      before = needed.clone();
      for (int at = begin; at < end; at++) {
        if (writesAny(program.at(at), needed)) {
          if (!followsFromRegisters(program.at(at))) {
            return false;
          }
          addSources(program.at(at), RegisterClass.X, needed);
          addSources(program.at(at), RegisterClass.P, needed);
        }
      }
    } while (!Arrays.equals(before, needed));
    return true;
  }

  /**
   * Whether what the word writes to scalars and predicates follows from the scalars and predicates
   * that it reads.
   */
  private static boolean followsFromRegisters(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> !operation.accessesMemory();
      case Semantics.Unit(UnitOperation operation) ->
          operation.predicates() != UnitOperation.PredicateSource.DATA;
      case Semantics.Control control -> false;
      case Semantics.Lanes lanes -> false;
    };
  }

  /**
   * The needed registers that may be read before the region writes them; bodies of loops may be
   * left out.
   */
  private static boolean[] readFirst(Program program, int begin, int end, boolean[] needed) {
    boolean[] inputs = new boolean[REGISTERS];
    collect(program, begin, end, needed, new boolean[REGISTERS], inputs);
    return inputs;
  }

  private static void collect(
      Program program, int begin, int end, boolean[] needed, boolean[] written, boolean[] inputs) {
    int at = begin;
    while (at < end) {
      Instruction instruction = program.at(at++);
      for (OperandField operand : instruction.definition().operands()) {
        int register = register(operand, instruction);
        if (register >= 0
            && operand.access() != Access.WRITE
            && needed[register]
            && !written[register]) {
          inputs[register] = true;
        }
      }
      for (OperandField operand : instruction.definition().operands()) {
        int register = register(operand, instruction);
        if (register >= 0 && writes(operand, instruction)) {
          written[register] = true;
        }
      }
      if (isLoop(instruction)) {
        int body = instruction.code(FieldName.IMM32);
        collect(program, at, at + body, needed, written.clone(), inputs);
        at += body;
      }
    }
  }

  private static boolean isLoop(Instruction instruction) {
    return instruction.definition().semantics()
            instanceof Semantics.Control(ControlOperation operation)
        && operation == ControlOperation.LOOP;
  }

  private static boolean writesAny(Instruction instruction, boolean[] needed) {
    for (OperandField operand : instruction.definition().operands()) {
      int register = register(operand, instruction);
      if (register >= 0 && needed[register] && writes(operand, instruction)) {
        return true;
      }
    }
    return false;
  }

  private static boolean writes(OperandField operand, Instruction instruction) {
    return switch (operand.access()) {
      case READ -> false;
      case WRITE, READ_WRITE -> true;
      case WRITE_IF_POST -> instruction.field(FieldName.POST) != 0;
    };
  }

  private static void addSources(
      Instruction instruction, RegisterClass registers, boolean[] needed) {
    for (OperandField operand : instruction.definition().operands()) {
      int register = register(operand, instruction);
      if (register >= 0
          && operand.access() != Access.WRITE
          && register < SCALARS == (registers == RegisterClass.X)) {
        needed[register] = true;
      }
    }
  }

  /** Scalars, then predicates; -1 for the others and for constants. */
  private static int register(OperandField operand, Instruction instruction) {
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
