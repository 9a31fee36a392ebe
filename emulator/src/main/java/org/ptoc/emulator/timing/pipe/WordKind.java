package org.ptoc.emulator.timing.pipe;

import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.Semantics;

/** How the pipe model treats a word. */
public enum WordKind {
  /** A word of the scalar pipe, also a branch or a call. */
  SCALAR,
  /** A copy between global memory and the unified buffer, or within that. */
  TRANSFER,
  /** A copy to, from or between the memories of the cube core. */
  CUBE_COPY,
  /** A matrix product. */
  PRODUCT,
  /** An A2/A3 vector word with repeats. */
  REPEATED,
  /** A word of an A5 vector region. */
  MICRO_OPERATION,
  /** {@code vf_begin}: the region is launched. */
  REGION_BEGIN,
  /** {@code vf_end}. */
  REGION_END,
  /** A hardware loop of a region. */
  LOOP,
  /** Gives a signal to another pipe. */
  SET_FLAG,
  /** Takes a signal of another pipe. */
  WAIT_FLAG,
  /** Waits until a pipe, or all of them, have drained. */
  BARRIER,
  /** Waits until a buffer is free. */
  GET_BUFFER,
  /** Frees a buffer. */
  RELEASE_BUFFER,
  /** Gives a signal to another core. */
  SET_CROSS_FLAG,
  /** Takes a signal of another core. */
  WAIT_CROSS_FLAG,
  /** Waits until all pipes have drained and other cores have come. */
  MEETING,
  /** {@code dsb} and {@code fence}: wait until the pipes in question have drained. */
  DATA_BARRIER;

  static WordKind of(Instruction instruction) {
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      return of(operation);
    }
    if (instruction.performs(ScalarOperation.ATOMIC_ADD)) {
      return SET_CROSS_FLAG;
    }
    return switch (instruction.definition().format()) {
      case D -> instruction.definition().isFor(CoreKind.CUBE) ? CUBE_COPY : transfer(instruction);
      case F -> CUBE_COPY;
      case K -> PRODUCT;
      case U -> REPEATED;
      case V, L, P -> MICRO_OPERATION;
      case S, I, M, B, C, R -> SCALAR;
    };
  }

  private static WordKind transfer(Instruction instruction) {
    return instruction.definition().schedulingClass() == SchedulingClass.UB_TO_L1
        ? CUBE_COPY
        : TRANSFER;
  }

  private static WordKind of(ControlOperation operation) {
    return switch (operation) {
      case SET_FLAG -> SET_FLAG;
      case WAIT_FLAG -> WAIT_FLAG;
      case BARRIER -> BARRIER;
      case GET_BUFFER -> GET_BUFFER;
      case RELEASE_BUFFER -> RELEASE_BUFFER;
      case DATA_BARRIER, FENCE -> DATA_BARRIER;
      case SET_CROSS_FLAG -> SET_CROSS_FLAG;
      case WAIT_CROSS_FLAG, WAIT_MEMORY -> WAIT_CROSS_FLAG;
      case MEET_CORES, MEET_COUNTED_CORES -> MEETING;
      case MEMORY_BARRIER -> MICRO_OPERATION;
      case REGION_BEGIN -> REGION_BEGIN;
      case REGION_END -> REGION_END;
      case LOOP -> LOOP;
      case BRANCH,
          BRANCH_COMPARE,
          BRANCH_ZERO,
          BRANCH_NONZERO,
          CALL,
          RETURN,
          NO_OPERATION,
          END,
          TRAP,
          CACHE,
          PRINT_VALUE,
          PRINT,
          WRITE_SPECIAL,
          READ_SPECIAL,
          SET_SPECIAL_BIT,
          SET_SPECIAL_HIGH_BIT ->
          SCALAR;
    };
  }
}
