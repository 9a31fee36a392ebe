package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Instruction;

/** Operand fields in the terms of the machine state. */
final class Operands {
  private Operands() {}

  /** The byte offset of the vector register in {@code field}. */
  static int vector(Instruction instruction, String field) {
    return instruction.code(field) * Core.VECTOR_BYTES;
  }

  /** The index of the predicate register in {@code field}. */
  static int predicate(Instruction instruction, String field) {
    return (instruction.code(field) & 0xF) * Predicates.WORDS;
  }

  /** The rounding mode of a code of field {@code m3}; the default of all words is to nearest even. */
  static Rounding rounding(org.ptoc.ir.isa.Rounding mode) {
    return switch (mode) {
      case DEFAULT, NEAREST_EVEN -> Rounding.NEAREST_EVEN;
      case TOWARD_ZERO -> Rounding.TO_ZERO;
      case DOWN -> Rounding.DOWN;
      case UP -> Rounding.UP;
      case NEAREST_AWAY -> Rounding.NEAREST_AWAY;
      case TO_ODD -> Rounding.TO_ODD;
      case HYBRID -> throw MachineTrap.notImplemented("hybrid rounding");
    };
  }

  /** The rounding mode in field {@code m3}. */
  static org.ptoc.ir.isa.Rounding roundingCode(Instruction instruction) {
    return org.ptoc.ir.isa.Rounding.byCode(instruction.field("m3")).orElseThrow();
  }
}
