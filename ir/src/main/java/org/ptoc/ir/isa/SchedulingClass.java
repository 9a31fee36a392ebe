package org.ptoc.ir.isa;

/**
 * Groups of instructions that share cycle numbers; the numbers stand in the timing sets (spec/30).
 */
public enum SchedulingClass {
  SCALAR(Pipe.S),
  SCALAR_MULTIPLY(Pipe.S),
  SCALAR_DIVIDE(Pipe.S),
  SCALAR_LOAD(Pipe.S),
  SCALAR_STORE(Pipe.S),
  BRANCH(Pipe.S),
  CONTROL(Pipe.S),
  SYNCHRONIZATION(Pipe.S),
  SPECIAL_REGISTER(Pipe.S),
  LOOP(Pipe.S),
  REGION(Pipe.S),
  DMA_IN(Pipe.MTE2),
  DMA_OUT(Pipe.MTE3),
  DMA_LOCAL(Pipe.V),
  BIT_SORT(Pipe.V),
  MERGE_SORT(Pipe.V),
  TRANSPOSE(Pipe.V),
  ADD(Pipe.V),
  MULTIPLY(Pipe.V),
  DIVIDE(Pipe.V),
  MAX_MIN(Pipe.V),
  BITWISE(Pipe.V),
  SHIFT(Pipe.V),
  NOT(Pipe.V),
  ABS(Pipe.V),
  NEGATE(Pipe.V),
  RELU(Pipe.V),
  EXP(Pipe.V),
  LN(Pipe.V),
  SQRT(Pipe.V),
  RECIPROCAL(Pipe.V),
  RECIPROCAL_SQRT(Pipe.V),
  ADD_SCALAR(Pipe.V),
  MULTIPLY_SCALAR(Pipe.V),
  MAX_MIN_SCALAR(Pipe.V),
  BITWISE_SCALAR(Pipe.V),
  SHIFT_SCALAR(Pipe.V),
  MULTIPLY_ADD(Pipe.V),
  MULTIPLY_WIDE(Pipe.V),
  LEAKY_RELU(Pipe.V),
  PARAMETRIC_RELU(Pipe.V),
  EXP_DIFFERENCE(Pipe.V),
  ADD_RELU(Pipe.V),
  ADD_RELU_CONVERT(Pipe.V),
  MULTIPLY_CONVERT(Pipe.V),
  CARRY(Pipe.V),
  COMPARE(Pipe.V),
  SELECT(Pipe.V),
  CONVERT(Pipe.V),
  ROUND(Pipe.V),
  REDUCE_ADD(Pipe.V),
  REDUCE_MAX_MIN(Pipe.V),
  GROUP_ADD(Pipe.V),
  GROUP_MAX_MIN(Pipe.V),
  PAIR_ADD(Pipe.V),
  DUPLICATE(Pipe.V),
  BROADCAST(Pipe.V),
  INDEX(Pipe.V),
  COPY(Pipe.V),
  REARRANGE(Pipe.V),
  COUNT_BITS(Pipe.V),
  LOAD(Pipe.V),
  LOAD_PAIR(Pipe.V),
  LOAD_UNALIGNED(Pipe.V),
  GATHER(Pipe.V),
  GATHER_BLOCKS(Pipe.V),
  STORE(Pipe.V),
  STORE_PAIR(Pipe.V),
  STORE_UNALIGNED(Pipe.V),
  SCATTER(Pipe.V),
  SPILL(Pipe.V),
  PREDICATE(Pipe.V),
  PREDICATE_LOAD(Pipe.V),
  PREDICATE_STORE(Pipe.V);

  private final Pipe pipe;

  SchedulingClass(Pipe pipe) {
    this.pipe = pipe;
  }

  /** The pipe that executes instructions of this class (spec/00, 1.4). */
  public Pipe pipe() {
    return pipe;
  }
}
