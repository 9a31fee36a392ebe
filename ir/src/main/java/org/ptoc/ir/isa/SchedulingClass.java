package org.ptoc.ir.isa;

import java.util.EnumSet;
import java.util.Set;

/** Groups of instructions that share cycle numbers; the timing sets have the numbers (spec/30). */
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
  REGION(Pipe.S, CoreKind.VECTOR),
  DMA_IN(Pipe.MTE2, CoreKind.VECTOR),
  DMA_OUT(Pipe.MTE3, CoreKind.VECTOR),
  UB_TO_L1(Pipe.MTE3, CoreKind.VECTOR),
  DMA_TO_L1(Pipe.MTE2, CoreKind.CUBE),
  FILL_L1(Pipe.MTE2, CoreKind.CUBE),
  DMA_OUT_OF_L1(Pipe.MTE3, CoreKind.CUBE),
  L1_TO_UB(Pipe.MTE1, CoreKind.CUBE),
  LOAD_BIAS(Pipe.MTE1, CoreKind.CUBE),
  LOAD_L0A(Pipe.MTE1, CoreKind.CUBE),
  LOAD_L0B(Pipe.MTE1, CoreKind.CUBE),
  MATRIX_PRODUCT(Pipe.M, CoreKind.CUBE),
  LOAD_PARAMETERS(Pipe.FIX, CoreKind.CUBE),
  FIXPIPE_TO_GM(Pipe.FIX, CoreKind.CUBE),
  FIXPIPE_TO_L1(Pipe.FIX, CoreKind.CUBE),
  FIXPIPE_TO_UB(Pipe.FIX, CoreKind.CUBE),
  DMA_LOCAL(Pipe.V, CoreKind.VECTOR),
  BIT_SORT(Pipe.V, CoreKind.VECTOR),
  MERGE_SORT(Pipe.V, CoreKind.VECTOR),
  TRANSPOSE(Pipe.V, CoreKind.VECTOR),
  ADD(Pipe.V, CoreKind.VECTOR),
  MULTIPLY(Pipe.V, CoreKind.VECTOR),
  DIVIDE(Pipe.V, CoreKind.VECTOR),
  MAX_MIN(Pipe.V, CoreKind.VECTOR),
  BITWISE(Pipe.V, CoreKind.VECTOR),
  SHIFT(Pipe.V, CoreKind.VECTOR),
  NOT(Pipe.V, CoreKind.VECTOR),
  ABS(Pipe.V, CoreKind.VECTOR),
  NEGATE(Pipe.V, CoreKind.VECTOR),
  RELU(Pipe.V, CoreKind.VECTOR),
  EXP(Pipe.V, CoreKind.VECTOR),
  LN(Pipe.V, CoreKind.VECTOR),
  SQRT(Pipe.V, CoreKind.VECTOR),
  RECIPROCAL(Pipe.V, CoreKind.VECTOR),
  RECIPROCAL_SQRT(Pipe.V, CoreKind.VECTOR),
  ADD_SCALAR(Pipe.V, CoreKind.VECTOR),
  MULTIPLY_SCALAR(Pipe.V, CoreKind.VECTOR),
  MAX_MIN_SCALAR(Pipe.V, CoreKind.VECTOR),
  BITWISE_SCALAR(Pipe.V, CoreKind.VECTOR),
  SHIFT_SCALAR(Pipe.V, CoreKind.VECTOR),
  MULTIPLY_ADD(Pipe.V, CoreKind.VECTOR),
  MULTIPLY_WIDE(Pipe.V, CoreKind.VECTOR),
  LEAKY_RELU(Pipe.V, CoreKind.VECTOR),
  PARAMETRIC_RELU(Pipe.V, CoreKind.VECTOR),
  EXP_DIFFERENCE(Pipe.V, CoreKind.VECTOR),
  ADD_RELU(Pipe.V, CoreKind.VECTOR),
  ADD_RELU_CONVERT(Pipe.V, CoreKind.VECTOR),
  MULTIPLY_CONVERT(Pipe.V, CoreKind.VECTOR),
  CARRY(Pipe.V, CoreKind.VECTOR),
  COMPARE(Pipe.V, CoreKind.VECTOR),
  SELECT(Pipe.V, CoreKind.VECTOR),
  CONVERT(Pipe.V, CoreKind.VECTOR),
  ROUND(Pipe.V, CoreKind.VECTOR),
  REDUCE_ADD(Pipe.V, CoreKind.VECTOR),
  REDUCE_MAX_MIN(Pipe.V, CoreKind.VECTOR),
  GROUP_ADD(Pipe.V, CoreKind.VECTOR),
  GROUP_MAX_MIN(Pipe.V, CoreKind.VECTOR),
  PAIR_ADD(Pipe.V, CoreKind.VECTOR),
  DUPLICATE(Pipe.V, CoreKind.VECTOR),
  BROADCAST(Pipe.V, CoreKind.VECTOR),
  INDEX(Pipe.V, CoreKind.VECTOR),
  COPY(Pipe.V, CoreKind.VECTOR),
  REARRANGE(Pipe.V, CoreKind.VECTOR),
  COUNT_BITS(Pipe.V, CoreKind.VECTOR),
  LOAD(Pipe.V, CoreKind.VECTOR),
  LOAD_PAIR(Pipe.V, CoreKind.VECTOR),
  LOAD_UNALIGNED(Pipe.V, CoreKind.VECTOR),
  GATHER(Pipe.V, CoreKind.VECTOR),
  GATHER_BLOCKS(Pipe.V, CoreKind.VECTOR),
  STORE(Pipe.V, CoreKind.VECTOR),
  STORE_PAIR(Pipe.V, CoreKind.VECTOR),
  STORE_UNALIGNED(Pipe.V, CoreKind.VECTOR),
  SCATTER(Pipe.V, CoreKind.VECTOR),
  SPILL(Pipe.V, CoreKind.VECTOR),
  PREDICATE(Pipe.V, CoreKind.VECTOR),
  PREDICATE_LOAD(Pipe.V, CoreKind.VECTOR),
  PREDICATE_STORE(Pipe.V, CoreKind.VECTOR);

  private final Pipe pipe;
  private final Set<CoreKind> cores;

  SchedulingClass(Pipe pipe, CoreKind... cores) {
    this.pipe = pipe;
    this.cores = cores.length == 0 ? EnumSet.allOf(CoreKind.class) : Set.of(cores);
  }

  /** True if cores of {@code kind} execute instructions of this class (spec/60, 6.5). */
  public boolean isFor(CoreKind kind) {
    return cores.contains(kind);
  }

  /** The pipe that executes instructions of this class (spec/00, 1.4). */
  public Pipe pipe() {
    return pipe;
  }
}
