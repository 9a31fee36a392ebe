package org.ptoc.emulator.jit.segment;

import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.ScalarOperation;

/** Words that a segment may contain beside its lane loop. */
final class PlainWords {
  private PlainWords() {}

  /** Words that may trap stay where they are: a segment cannot stop in the middle. */
  static boolean isPlain(ScalarOperation operation) {
    return switch (operation) {
      case LOAD,
          STORE,
          LOAD_PARAMETER,
          LOAD_CONSTANT,
          ATOMIC_ADD,
          RENEW,
          DIVIDE,
          REMAINDER,
          CEILING_DIVIDE,
          FLOOR_DIVIDE ->
          false;
      case ADD,
          SUBTRACT,
          MULTIPLY,
          AND,
          OR,
          XOR,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_UNSIGNED,
          SHIFT_RIGHT_SIGNED,
          MAXIMUM,
          MINIMUM,
          COMPARE,
          SELECT,
          MOVE,
          EXTEND,
          CONVERT,
          NEGATE,
          SET_BIT,
          MOVE_IMMEDIATE,
          MOVE_HIGH ->
          true;
    };
  }

  /** Words that do nothing to the lanes. */
  static boolean isPlain(ControlOperation operation) {
    return switch (operation) {
      case NO_OPERATION, BARRIER, MEMORY_BARRIER, DATA_BARRIER, FENCE, REGION_BEGIN, REGION_END ->
          true;
      case BRANCH,
          BRANCH_COMPARE,
          BRANCH_ZERO,
          BRANCH_NONZERO,
          CALL,
          RETURN,
          END,
          TRAP,
          PRINT_VALUE,
          PRINT,
          SET_FLAG,
          WAIT_FLAG,
          GET_BUFFER,
          RELEASE_BUFFER,
          SET_CROSS_FLAG,
          WAIT_CROSS_FLAG,
          MEET_CORES,
          MEET_COUNTED_CORES,
          WAIT_MEMORY,
          CACHE,
          WRITE_SPECIAL,
          READ_SPECIAL,
          SET_SPECIAL_BIT,
          SET_SPECIAL_HIGH_BIT,
          LOOP ->
          false;
    };
  }
}
