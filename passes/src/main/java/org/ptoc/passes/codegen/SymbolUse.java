package org.ptoc.passes.codegen;

import org.ptoc.ir.isa.OperandRole;

/**
 * An operand to which a linker adds the value of a symbol (spec/70, 6.4).
 *
 * @param operand the operand, a number
 * @param name the symbol
 */
public record SymbolUse(OperandRole operand, String name) {}
