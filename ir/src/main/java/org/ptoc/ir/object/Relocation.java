package org.ptoc.ir.object;

import org.ptoc.ir.isa.OperandRole;

/**
 * A number in an instruction word that depends on another file (spec/70, 6.4).
 *
 * @param word number of the word in its kernel
 * @param operand {@code IMM32} of a word with an immediate, or {@code ID} of a signal
 * @param symbol the symbol whose value is added
 * @param addend what it is added to
 */
public record Relocation(int word, OperandRole operand, String symbol, int addend) {
  /** The numbers of the types in a file: {@code R_PTO_IMM32} and {@code R_PTO_FLAG}. */
  static final int IMM32 = 4;

  static final int FLAG = 5;

  public Relocation {
    Text.require(symbol, "symbol");
    if (operand != OperandRole.IMM32 && operand != OperandRole.ID) {
      throw new IllegalArgumentException("no relocation of " + operand);
    }
  }

  int type() {
    return operand == OperandRole.IMM32 ? IMM32 : FLAG;
  }

  /** Type, symbol and addend. */
  @Override
  public String toString() {
    return (operand == OperandRole.IMM32 ? "R_PTO_IMM32 " : "R_PTO_FLAG ")
        + symbol
        + " + "
        + addend;
  }
}
