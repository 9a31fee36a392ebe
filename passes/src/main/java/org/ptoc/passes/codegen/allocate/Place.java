package org.ptoc.passes.codegen.allocate;

import org.ptoc.passes.codegen.Bank;

/**
 * A physical register or spill slot.
 *
 * @param bank register file or slot area
 * @param number number in the bank
 */
public record Place(Bank bank, int number) {}
