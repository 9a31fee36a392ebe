package org.ptoc.ir.isa;

/** Control operations (spec/40, 7.7, 7.8 and section 8, classes B, C and R). */
public enum ControlOperation implements Semantics.Operation {
  BRANCH(Flow.JUMP, Subject.FLOW),
  BRANCH_COMPARE(Flow.BRANCH, Subject.FLOW),
  BRANCH_ZERO(Flow.BRANCH, Subject.FLOW),
  BRANCH_NONZERO(Flow.BRANCH, Subject.FLOW),
  /** Writes the return address to X30. */
  CALL(Flow.CALL, Subject.FLOW),
  RETURN(Flow.RETURN, Subject.FLOW),
  NO_OPERATION(Flow.NEXT, Subject.NOTHING),
  END(Flow.END, Subject.FLOW),
  TRAP(Flow.TRAP, Subject.FLOW),
  /** Hands a value to the next {@link #PRINT}. */
  PRINT_VALUE(Flow.NEXT, Subject.PRINT),
  /** Prints what a record of the constant section says. */
  PRINT(Flow.NEXT, Subject.PRINT),
  SET_FLAG(Flow.NEXT, Subject.FLAG),
  WAIT_FLAG(Flow.NEXT, Subject.FLAG),
  BARRIER(Flow.NEXT, Subject.BARRIER),
  GET_BUFFER(Flow.NEXT, Subject.BUFFER),
  RELEASE_BUFFER(Flow.NEXT, Subject.BUFFER),
  MEMORY_BARRIER(Flow.NEXT, Subject.BARRIER),
  DATA_BARRIER(Flow.NEXT, Subject.DATA),
  /** Waits for all pipes; orders accesses of GM with those of other cores (spec/70, 2.4). */
  FENCE(Flow.NEXT, Subject.BARRIER),
  /** Counts up a cross-core flag when the work of a pipe so far is done (spec/70, 2.2). */
  SET_CROSS_FLAG(Flow.NEXT, Subject.CORES),
  /** Waits for a cross-core flag and counts it down. */
  WAIT_CROSS_FLAG(Flow.NEXT, Subject.CORES),
  /** Meets all cores of the launch, or those of one kind (spec/70, 2.3). */
  MEET_CORES(Flow.NEXT, Subject.CORES),
  /** The same with a counter in GM, and for as many cores as a register says. */
  MEET_COUNTED_CORES(Flow.NEXT, Subject.CORES),
  /** Waits until an i32 of GM compares with a register (spec/70, 6.1). */
  WAIT_MEMORY(Flow.NEXT, Subject.CORES),
  /** Drops or writes back lines of the scalar data cache, which a coherent GM does not show. */
  CACHE(Flow.NEXT, Subject.DATA),
  WRITE_SPECIAL(Flow.NEXT, Subject.SPECIAL),
  READ_SPECIAL(Flow.NEXT, Subject.SPECIAL),
  SET_SPECIAL_BIT(Flow.NEXT, Subject.SPECIAL),
  SET_SPECIAL_HIGH_BIT(Flow.NEXT, Subject.SPECIAL),
  LOOP(Flow.LOOP, Subject.FLOW),
  REGION_BEGIN(Flow.NEXT, Subject.REGION),
  REGION_END(Flow.NEXT, Subject.REGION);

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

  /** What an operation is about. */
  public enum Subject {
    NOTHING,
    /** Which word comes next. */
    FLOW,
    PRINT,
    /** Signals between pipes of the core. */
    FLAG,
    /** Buffers that pipes of the core take and release. */
    BUFFER,
    /** The order of pipes, or of accesses within one. */
    BARRIER,
    /** The scalar data cache. */
    DATA,
    /** Other cores: signals to them, and waits for them. */
    CORES,
    /** Special registers. */
    SPECIAL,
    /** Where a vector region begins and ends. */
    REGION
  }

  private final Flow flow;
  private final Subject subject;

  ControlOperation(Flow flow, Subject subject) {
    this.flow = flow;
    this.subject = subject;
  }

  /** Which word comes next. */
  public Flow flow() {
    return flow;
  }

  /** True if the next word depends on a register. */
  public boolean isConditionalBranch() {
    return flow == Flow.BRANCH;
  }

  /** What the operation is about. */
  public Subject subject() {
    return subject;
  }

  /** True if the operation lets pipes of a core wait for each other, or for themselves. */
  public boolean ordersPipes() {
    return switch (subject) {
      case FLAG, BUFFER, BARRIER, CORES -> true;
      case NOTHING, FLOW, PRINT, DATA, SPECIAL, REGION -> false;
    };
  }

  /** True if the operation signals other cores or waits for them. */
  public boolean concernsOtherCores() {
    return subject == Subject.CORES;
  }
}
