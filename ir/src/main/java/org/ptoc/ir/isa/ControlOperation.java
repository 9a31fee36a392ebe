package org.ptoc.ir.isa;

/** Control operations (spec/40, 7.7, 7.8 and section 8, classes B, C and R). */
public enum ControlOperation implements Semantics.Operation {
  BRANCH(Flow.JUMP, false),
  BRANCH_COMPARE(Flow.BRANCH, false),
  BRANCH_ZERO(Flow.BRANCH, false),
  BRANCH_NONZERO(Flow.BRANCH, false),
  /** Writes the return address to X30. */
  CALL(Flow.CALL, false),
  RETURN(Flow.RETURN, false),
  NO_OPERATION(Flow.NEXT, false),
  END(Flow.END, false),
  TRAP(Flow.TRAP, false),
  /** Hands a value to the next {@link #PRINT}. */
  PRINT_VALUE(Flow.NEXT, false),
  /** Prints what a record of the constant section says. */
  PRINT(Flow.NEXT, false),
  SET_FLAG(Flow.NEXT, true),
  WAIT_FLAG(Flow.NEXT, true),
  BARRIER(Flow.NEXT, true),
  GET_BUFFER(Flow.NEXT, true),
  RELEASE_BUFFER(Flow.NEXT, true),
  MEMORY_BARRIER(Flow.NEXT, true),
  DATA_BARRIER(Flow.NEXT, false),
  /** Waits for all pipes; orders accesses of GM with those of other cores (spec/70, 2.4). */
  FENCE(Flow.NEXT, true),
  /** Counts up a cross-core flag when the work of a pipe so far is done (spec/70, 2.2). */
  SET_CROSS_FLAG(Flow.NEXT, true),
  /** Waits for a cross-core flag and counts it down. */
  WAIT_CROSS_FLAG(Flow.NEXT, true),
  /** Meets all cores of the launch, or those of one kind (spec/70, 2.3). */
  MEET_CORES(Flow.NEXT, true),
  /** The same with a counter in GM, and for as many cores as a register says. */
  MEET_COUNTED_CORES(Flow.NEXT, true),
  /** Waits until an i32 of GM compares with a register (spec/70, 6.1). */
  WAIT_MEMORY(Flow.NEXT, true),
  /** Drops or writes back lines of the scalar data cache, which a coherent GM does not show. */
  CACHE(Flow.NEXT, false),
  WRITE_SPECIAL(Flow.NEXT, false),
  READ_SPECIAL(Flow.NEXT, false),
  SET_SPECIAL_BIT(Flow.NEXT, false),
  SET_SPECIAL_HIGH_BIT(Flow.NEXT, false),
  LOOP(Flow.LOOP, false),
  REGION_BEGIN(Flow.NEXT, false),
  REGION_END(Flow.NEXT, false);

  /** Which word comes next. */
  public enum Flow {
    /** The next word. */
    NEXT,
    /** The one at a distance. */
    JUMP,
    /** One of these, as registers say. */
    BRANCH,
    /** The body of a loop, or the word after it. */
    LOOP,
    /** The first one of a routine. */
    CALL,
    /** The word after a call. */
    RETURN,
    /** None: the kernel is done. */
    END,
    /** None: the kernel has failed. */
    TRAP
  }

  private final Flow flow;
  private final boolean ordersPipes;

  ControlOperation(Flow flow, boolean ordersPipes) {
    this.flow = flow;
    this.ordersPipes = ordersPipes;
  }

  /** Which word comes next. */
  public Flow flow() {
    return flow;
  }

  /** True if the next word depends on a register. */
  public boolean isConditionalBranch() {
    return flow == Flow.BRANCH;
  }

  /** True if the operation lets pipes of a core wait for each other, or for themselves. */
  public boolean ordersPipes() {
    return ordersPipes;
  }

  /** True if the operation signals other cores or waits for them. */
  public boolean concernsOtherCores() {
    return switch (this) {
      case SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEET_CORES, MEET_COUNTED_CORES, WAIT_MEMORY -> true;
      default -> false;
    };
  }
}
