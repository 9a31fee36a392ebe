package org.ptoc.ir.isa;

/** Reasons for which a word is rejected or a run stops (spec/40, 10.1). */
public enum TrapCode {
  ILLEGAL_INSTRUCTION(0x01, "illegal instruction"),
  ILLEGAL_OPERAND_TYPE(0x02, "illegal operand type"),
  NOT_CANONICAL(0x03, "not canonical"),
  PROGRAM_COUNTER(0x04, "misaligned or out of range program counter"),
  UB_ACCESS(0x05, "on-chip memory access out of range or misaligned"),
  GM_ACCESS(0x06, "GM access out of range"),
  CONSTANT_ACCESS(0x07, "constant or parameter access out of range"),
  CONFIGURATION_WORD(0x08, "illegal configuration word"),
  DEADLOCK(0x09, "deadlock"),
  STRUCTURE(0x0A, "loop or region structure"),
  /** Ours: spec/00, section 5, calls for an error and spec/40 has no number for it. */
  ARITHMETIC(0x0B, "integer division by zero or overflow"),
  PIPE_PROTOCOL(0x0C, "pipe protocol"),
  NO_PEER(0x0D, "no such core in the block"),
  REMOTE_MEMORY(0x0E, "memory of another rank outside of its windows"),
  /** Ours: spec/70 gives it the number of {@link #ARITHMETIC}. */
  CROSS_CORE_FLAG(0x0F, "too many signals of a cross-core flag"),
  SOFTWARE(0x10, "software trap");

  private final int number;
  private final String description;

  TrapCode(int number, String description) {
    this.number = number;
    this.description = description;
  }

  /** The trap number; {@link #SOFTWARE} is the first of sixteen, 0x10 plus the id of the word. */
  public int number() {
    return number;
  }

  /** The name for messages. */
  public String description() {
    return description;
  }
}
