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
  /** Hands a value to the next {@link #PRINT}. */
  PRINT_VALUE,
  /** Prints what a record of the constant section says. */
  PRINT,
  SET_FLAG,
  WAIT_FLAG,
  BARRIER,
  GET_BUFFER,
  RELEASE_BUFFER,
  MEMORY_BARRIER,
  DATA_BARRIER,
  /** Waits for all pipes; orders accesses of GM with those of other cores (spec/70, 2.4). */
  FENCE,
  /** Drops or writes back lines of the scalar data cache, which a coherent GM does not show. */
  CACHE,
  WRITE_SPECIAL,
  READ_SPECIAL,
  SET_SPECIAL_BIT,
  SET_SPECIAL_HIGH_BIT,
  LOOP,
  REGION_BEGIN,
  REGION_END;

  /** Whether the next word depends on a register. */
  public boolean isConditionalBranch() {
    return this == BRANCH_COMPARE || this == BRANCH_ZERO || this == BRANCH_NONZERO;
  }

  /** Whether the operation lets pipes of a core wait for each other, or for themselves. */
  public boolean ordersPipes() {
    return switch (this) {
      case SET_FLAG, WAIT_FLAG, BARRIER, GET_BUFFER, RELEASE_BUFFER, MEMORY_BARRIER, FENCE -> true;
      case BRANCH,
          BRANCH_COMPARE,
          BRANCH_ZERO,
          BRANCH_NONZERO,
          CALL,
          RETURN,
          NO_OPERATION,
          END,
          TRAP,
          PRINT_VALUE,
          PRINT,
          DATA_BARRIER,
          CACHE,
          WRITE_SPECIAL,
          READ_SPECIAL,
          SET_SPECIAL_BIT,
          SET_SPECIAL_HIGH_BIT,
          LOOP,
          REGION_BEGIN,
          REGION_END ->
          false;
    };
  }
}
