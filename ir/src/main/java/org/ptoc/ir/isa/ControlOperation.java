package org.ptoc.ir.isa;

/** Control operations (spec/40, 7.7, 7.8 and section 8, classes B, C and R). */
public enum ControlOperation {
  BRANCH,
  BRANCH_COMPARE,
  BRANCH_ZERO,
  BRANCH_NONZERO,
  /** Writes the return address to X30. */
  CALL,
  RETURN,
  NO_OPERATION,
  END,
  TRAP,
  SET_FLAG,
  WAIT_FLAG,
  BARRIER,
  GET_BUFFER,
  RELEASE_BUFFER,
  MEMORY_BARRIER,
  DATA_BARRIER,
  WRITE_SPECIAL,
  READ_SPECIAL,
  SET_SPECIAL_BIT,
  SET_SPECIAL_HIGH_BIT,
  LOOP,
  REGION_BEGIN,
  REGION_END
}
