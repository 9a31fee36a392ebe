package org.ptoc.emulator.interpreter;

import java.util.Optional;
import java.util.stream.IntStream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * The scalar registers from whose values at the beginning of a vector region follows which words
 * the region executes, in which order, and which bytes they touch. A backward slice from loop
 * counts, addresses and masks; where it comes to data from memory or vectors there is no answer.
 */
final class RegionInputs {
  private final int[] registers;

  private RegionInputs(int[] registers) {
    this.registers = registers;
  }

  /**
   * The registers of the region that {@code begin} opens; empty where more than scalars decides.
   */
  static Optional<RegionInputs> of(Program program, int begin) {
    int end = program.at(begin).target(begin) + 1;
    ControlSlice slice = new ControlSlice(program.instructions().subList(begin + 1, end));
    for (int at = begin + 1; at < end; at++) {
      if (!addRoots(program.at(at), slice)) {
        return Optional.empty();
      }
    }
    if (!slice.close()) {
      return Optional.empty();
    }
    boolean[] inputs = new boolean[ControlSlice.REGISTERS];
    collect(program, begin + 1, end, slice, new boolean[ControlSlice.REGISTERS], inputs);
    int[] registers =
        IntStream.range(0, inputs.length).filter(register -> inputs[register]).toArray();
    boolean scalars =
        registers.length == 0 || registers[registers.length - 1] < ControlSlice.SCALARS;
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
  private static boolean addRoots(Instruction instruction, ControlSlice slice) {
    switch (instruction.definition().format()) {
      case L, P, R -> slice.addSources(instruction, RegisterClass.X);
      case S, I, M, B, C, D, U, V, K, F -> {
        // Scalars of these are values, not places.
      }
    }
    return switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) ->
          switch (operation.subject()) {
            case NOTHING -> true;
            case FLOW -> operation == ControlOperation.LOOP;
            case BARRIER -> operation == ControlOperation.MEMORY_BARRIER;
            case REGION -> operation == ControlOperation.REGION_END;
            case PRINT, FLAG, BUFFER, DATA, CORES, SPECIAL -> false;
          };
      case Semantics.Unit(UnitOperation operation) -> {
        if (operation.places() == UnitOperation.Places.MASKS) {
          slice.addSources(instruction, RegisterClass.P);
        }
        // Gathers and scatters have no range that a listener could depend on.
        yield operation.places() != UnitOperation.Places.COUNT;
      }
      case Semantics.Scalar _, Semantics.Lanes _ -> true;
    };
  }

  /**
   * Collects the registers of the slice that may be read before the region writes them; bodies of
   * loops may be left out.
   */
  private static void collect(
      Program program,
      int begin,
      int end,
      ControlSlice slice,
      boolean[] written,
      boolean[] inputs) {
    int at = begin;
    while (at < end) {
      Instruction instruction = program.at(at++);
      for (OperandField operand : instruction.definition().operands()) {
        int register = ControlSlice.register(operand, instruction);
        if (instruction.reads(operand) && slice.contains(register) && !written[register]) {
          inputs[register] = true;
        }
      }
      for (OperandField operand : instruction.definition().operands()) {
        int register = ControlSlice.register(operand, instruction);
        if (register >= 0 && instruction.writes(operand)) {
          written[register] = true;
        }
      }
      if (instruction.performs(ControlOperation.LOOP)) {
        int body = instruction.code(FieldName.IMM32);
        collect(program, at, at + body, slice, written.clone(), inputs);
        at += body;
      }
    }
  }
}
