package org.ptoc.emulator.jit;

import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.WordFormat;

/** What the distributions of loads mean for lane loops. */
final class LoadTokens {
  private LoadTokens() {}

  /** Bytes of a result lane: 0 when any will do, -1 for tokens that are left to the interpreter. */
  static int laneOf(LoadDistribution token) {
    return switch (token) {
      case NORM -> 0;
      case BRC_B8, DS_B8 -> 1;
      case BRC_B16, DS_B16, UNPK_B8 -> 2;
      case BRC_B32, UNPK_B16, UNPK4 -> 4;
      case UNPK_B32 -> 8;
      default -> -1;
    };
  }

  /** Bytes of a lane in memory: 0 when these are those of the result. */
  static int unitOf(LoadDistribution token) {
    return switch (token) {
      case BRC_B8, DS_B8, UNPK_B8, UNPK4 -> 1;
      case BRC_B16, DS_B16, UNPK_B16 -> 2;
      case BRC_B32, UNPK_B32 -> 4;
      default -> 0;
    };
  }

  /** Distance of the lanes in memory in units: 0 when all read the same bytes. */
  static int stepOf(LoadDistribution token) {
    return switch (token) {
      case BRC_B8, BRC_B16, BRC_B32 -> 0;
      case DS_B8, DS_B16 -> 2;
      default -> 1;
    };
  }

  /** The lane width for a load that takes any: that of the next word with a fixed one. */
  static int laneWidth(Program program, int at) {
    for (int word = at; word < program.size(); word++) {
      Instruction instruction = program.at(word);
      if (instruction.definition().format() == WordFormat.V && instruction.type() != DataType.NONE) {
        return Math.max(instruction.type().bytes(), instruction.resultType().bytes());
      }
      if (instruction.definition().format() == WordFormat.R || instruction.definition().format() == WordFormat.B) {
        break;
      }
    }
    return Math.max(1, program.at(at).type().bytes());
  }
}
