package org.ptoc.emulator.timing.pipe;

import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.Semantics;

/** How the pipe model treats a word. */
public enum WordKind {
  SCALAR,
  TRANSFER,
  CUBE_COPY,
  PRODUCT,
  REPEATED,
  MICRO_OPERATION,
  REGION_BEGIN,
  REGION_END,
  LOOP,
  SET_FLAG,
  WAIT_FLAG,
  BARRIER,
  GET_BUFFER,
  RELEASE_BUFFER,
  DATA_BARRIER;

  static WordKind of(Instruction instruction) {
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      return of(operation);
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
