package org.ptoc.passes.codegen.emit;

import java.util.OptionalInt;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.RegisterCounter;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.allocate.Allocation;

/** Counts what the words of a kernel use. */
final class ResourceCounter {
  private static final int ALL_EVENTS = 0xFF;
  private static final int ALL_BUFFERS = 32;

  private final RegisterCounter registers = new RegisterCounter();
  private int events;
  private int buffers;

  void add(Instruction instruction) {
    InstructionDefinition definition = instruction.definition();
    registers.add(instruction);
    if (definition.semantics() instanceof Semantics.Control(ControlOperation operation)) {
      addSynchronization(instruction, operation);
    }
  }

  private void addSynchronization(Instruction instruction, ControlOperation operation) {
    switch (operation.subject()) {
      case FLAG ->
          events |= isDynamic(instruction) ? ALL_EVENTS : 1 << instruction.code(FieldName.ID);
      case BUFFER ->
          buffers =
              Math.max(
                  buffers,
                  isDynamic(instruction) ? ALL_BUFFERS : instruction.code(FieldName.ID) + 1);
      case NOTHING, FLOW, PRINT, BARRIER, DATA, CORES, SPECIAL, REGION -> {
        /* needs neither */
      }
    }
  }

  private static boolean isDynamic(Instruction instruction) {
    return instruction.field(FieldName.DYN) != 0;
  }

  KernelCode.ResourceUsage usage(
      Allocation allocation, OptionalInt unifiedBufferBytes, OptionalInt localStart) {
    int local = localStart.isPresent() ? Bank.VARIABLES_END : 0;
    for (RegisterClass registerClass : RegisterClass.values()) {
      local = Math.max(local, Bank.of(registerClass).slots().end(allocation.slots(registerClass)));
    }
    return new KernelCode.ResourceUsage(
        registers.count(RegisterClass.X),
        registers.count(RegisterClass.V),
        registers.count(RegisterClass.P),
        registers.count(RegisterClass.AL),
        allocation.slots(RegisterClass.X),
        allocation.slots(RegisterClass.V),
        allocation.slots(RegisterClass.P),
        allocation.slots(RegisterClass.AL),
        local,
        unifiedBufferBytes,
        events,
        buffers);
  }
}
