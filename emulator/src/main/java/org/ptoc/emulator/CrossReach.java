package org.ptoc.emulator;

import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/** How far the words of a text reach that make cores wait for each other; in order of distance. */
enum CrossReach {
  CORE,
  BLOCK,
  LAUNCH;

  static CrossReach of(Program program) {
    CrossReach farthest = CORE;
    for (Instruction instruction : program.instructions()) {
      CrossReach reach = of(instruction);
      farthest = reach.compareTo(farthest) > 0 ? reach : farthest;
    }
    return farthest;
  }

  /** True if a text waits for numbers in GM. */
  static boolean waitsForMemory(Program program) {
    return program.instructions().stream()
        .anyMatch(
            word ->
                word.definition().semantics() instanceof Semantics.Control(var operation)
                    && operation == ControlOperation.WAIT_MEMORY);
  }

  private static CrossReach of(Instruction instruction) {
    if (!(instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation))) {
      return CORE;
    }
    return switch (operation) {
      case MEET_CORES, MEET_COUNTED_CORES, WAIT_MEMORY -> LAUNCH;
      case SET_CROSS_FLAG, WAIT_CROSS_FLAG ->
          instruction.code(FieldName.KIND) == CrossFlagScope.ALL.code() ? LAUNCH : BLOCK;
      default -> CORE;
    };
  }
}
