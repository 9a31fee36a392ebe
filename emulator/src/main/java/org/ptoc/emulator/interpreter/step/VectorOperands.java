package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;

/** Operand fields in the terms of the machine state. */
final class VectorOperands {
  private VectorOperands() {}

  /** The byte offset of the vector register in {@code field}. */
  static int vector(Instruction instruction, FieldName field) {
    return vector(instruction.code(field));
  }

  /** The byte offset of a vector register. */
  static int vector(int register) {
    return register * Core.VECTOR_BYTES;
  }

  /** The index of the predicate register in {@code field}. */
  static int predicate(Instruction instruction, FieldName field) {
    return predicate(instruction.code(field));
  }

  /** The index of a predicate register. */
  static int predicate(int register) {
    return (register & 0xF) * Predicates.WORDS;
  }

  /**
   * The rounding mode in field {@code m3}; nearest even in words that have something else there.
   */
  static Rounding rounding(Instruction instruction) {
    return org.ptoc.ir.isa.RoundingMode.byCode(instruction.field(FieldName.M3))
        .map(mode -> NumberConversions.rounding(mode, instruction.resultType()))
        .orElse(Rounding.NEAREST_EVEN);
  }
}
