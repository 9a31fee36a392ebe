package org.ptoc.ir.isa;

/** What an instruction does with the register that an operand names. */
public enum Access {
  READ,
  WRITE,
  READ_WRITE,
  /** Read; also written when the {@code post} bit of the word is 1. */
  WRITE_IF_POST
}
