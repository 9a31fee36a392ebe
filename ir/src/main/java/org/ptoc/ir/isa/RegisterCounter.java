package org.ptoc.ir.isa;

import java.util.EnumMap;
import java.util.Map;

/** How many registers of each class a sequence of instructions names: the highest number plus 1. */
public final class RegisterCounter {
  private final Map<RegisterClass, Integer> counts = new EnumMap<>(RegisterClass.class);

  /** Adds the registers of {@code instruction}; those with a constant value do not count. */
  public void add(Instruction instruction) {
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.reads(operand) || instruction.writes(operand)) {
        RegisterClass registerClass = operand.registerClass().orElseThrow();
        int number = (int) instruction.value(operand);
        if (number != registerClass.constantRegister()) {
          counts.merge(registerClass, number + 1, Math::max);
        }
      }
    }
  }

  /** The number for a class, 0 when none was named. */
  public int count(RegisterClass registerClass) {
    return counts.getOrDefault(registerClass, 0);
  }
}
