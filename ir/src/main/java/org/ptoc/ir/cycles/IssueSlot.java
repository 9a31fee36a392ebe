package org.ptoc.ir.cycles;

import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Semantics;

/**
 * Where an A5 micro-operation of a vector region starts (spec/30, section 7, column EXU, and
 * section 8, rules 2 to 4).
 */
public enum IssueSlot {
  /** The arithmetic part of either execution unit. */
  ANY_UNIT_ALU(true, true),
  /** The special functions of either unit. */
  ANY_UNIT_SFU(true, true),
  /** The arithmetic part of the first unit only. */
  FIRST_UNIT_ALU(true, false),
  /** The special functions of the first unit only. */
  FIRST_UNIT_SFU(true, false),
  /** A load slot. */
  LOAD(false, false),
  /** A store slot. */
  STORE(false, false),
  /** The predicate slot: no execution unit, no queue. */
  PREDICATE(false, false),
  /** A barrier between loads and stores of a region; not an access itself. */
  MEMORY_BARRIER(false, false),
  /** Scalar and address words: the address unit does them beside the vector pipeline. */
  NONE(false, false);

  private final boolean compute;
  private final boolean anyUnit;

  IssueSlot(boolean compute, boolean anyUnit) {
    this.compute = compute;
    this.anyUnit = anyUnit;
  }

  /** True if it runs on an execution unit. */
  public boolean isCompute() {
    return compute;
  }

  /** True if both units can run it. */
  public boolean isAnyUnit() {
    return anyUnit;
  }

  /** True if it waits in the SFU part of a unit's queue. */
  public boolean isSfu() {
    return this == ANY_UNIT_SFU || this == FIRST_UNIT_SFU;
  }

  public static IssueSlot of(InstructionDefinition definition) {
    if (definition.semantics() instanceof Semantics.Control(ControlOperation operation)
        && operation == ControlOperation.MEMORY_BARRIER) {
      return MEMORY_BARRIER;
    }
    if (definition.pipe() != Pipe.V) {
      return NONE;
    }
    return switch (definition.schedulingClass()) {
      case DIVIDE, EXP, LN, SQRT, RECIPROCAL, EXP_DIFFERENCE -> ANY_UNIT_SFU;
      case REDUCE_ADD, REDUCE_MAX_MIN, PAIR_ADD -> FIRST_UNIT_SFU;
      case DUPLICATE ->
          definition.operandInField(FieldName.PG).isPresent() ? FIRST_UNIT_ALU : ANY_UNIT_ALU;
      case LOAD, LOAD_PAIR, LOAD_UNALIGNED, GATHER, GATHER_BLOCKS, PREDICATE_LOAD -> LOAD;
      case STORE, STORE_PAIR, STORE_UNALIGNED, SCATTER, PREDICATE_STORE ->
          readsRegister(definition) ? STORE : PREDICATE;
      case SPILL -> readsRegister(definition) ? STORE : LOAD;
      case PREDICATE -> PREDICATE;
      case DMA_LOCAL,
          BIT_SORT,
          MERGE_SORT,
          TRANSPOSE,
          ADD,
          MULTIPLY,
          MAX_MIN,
          BITWISE,
          SHIFT,
          NOT,
          ABS,
          NEGATE,
          RELU,
          RECIPROCAL_SQRT,
          ADD_SCALAR,
          MULTIPLY_SCALAR,
          MAX_MIN_SCALAR,
          BITWISE_SCALAR,
          SHIFT_SCALAR,
          MULTIPLY_ADD,
          MULTIPLY_WIDE,
          LEAKY_RELU,
          PARAMETRIC_RELU,
          ADD_RELU,
          ADD_RELU_CONVERT,
          MULTIPLY_CONVERT,
          CARRY,
          COMPARE,
          SELECT,
          CONVERT,
          ROUND,
          GROUP_ADD,
          GROUP_MAX_MIN,
          BROADCAST,
          INDEX,
          COPY,
          REARRANGE,
          COUNT_BITS ->
          ANY_UNIT_ALU;
      case SCALAR,
          SCALAR_MULTIPLY,
          SCALAR_DIVIDE,
          SCALAR_LOAD,
          SCALAR_STORE,
          BRANCH,
          CONTROL,
          SYNCHRONIZATION,
          SPECIAL_REGISTER,
          LOOP,
          REGION,
          DMA_IN,
          DMA_OUT,
          UB_TO_L1,
          DMA_TO_L1,
          FILL_L1,
          DMA_OUT_OF_L1,
          L1_TO_UB,
          LOAD_BIAS,
          LOAD_L0A,
          LOAD_L0B,
          MATRIX_PRODUCT,
          LOAD_PARAMETERS,
          FIXPIPE_TO_GM,
          FIXPIPE_TO_L1,
          FIXPIPE_TO_UB ->
          throw new IllegalStateException(definition + " is no word of the vector pipe");
    };
  }

  private static boolean readsRegister(InstructionDefinition definition) {
    for (OperandField operand : definition.operands()) {
      if (operand.isRegister() && operand.access() != Access.WRITE) {
        return true;
      }
    }
    return false;
  }
}
