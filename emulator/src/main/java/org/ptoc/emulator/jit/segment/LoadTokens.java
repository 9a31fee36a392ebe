package org.ptoc.emulator.jit.segment;

import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.WordFormat;

/** What the distributions of loads mean for lane loops. */
final class LoadTokens {
  private LoadTokens() {}

  /** Bytes of a result lane: 0 when any will do, -1 for tokens without a defined effect. */
  static int laneOf(LoadDistribution token) {
    return switch (token) {
      case NORM, BRC_BLK, BDINTLV -> 0;
      case BRC_B8, US_B8, DS_B8, DINTLV_B8 -> 1;
      case BRC_B16, US_B16, DS_B16, UNPK_B8, E2B_B16, DINTLV_B16 -> 2;
      case BRC_B32, UNPK_B16, UNPK4, E2B_B32, DINTLV_B32 -> 4;
      case UNPK_B32 -> 8;
      case SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16 -> -1;
    };
  }

  /** Where lanes of {@code width} bytes stand in memory (spec/00, 4.8). */
  static LanePlaces places(LoadDistribution token, int width) {
    return switch (token) {
      case NORM, SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16 -> LanePlaces.dense(width);
      case BRC_B8, BRC_B16, BRC_B32 -> LanePlaces.strided(width, 0);
      case UNPK_B8, UNPK_B16, UNPK_B32 -> LanePlaces.dense(width / 2);
      case UNPK4 -> LanePlaces.dense(1);
      case DS_B8, DS_B16, DINTLV_B8, DINTLV_B16, DINTLV_B32 -> LanePlaces.strided(width, 2 * width);
      case US_B8, US_B16 -> new LanePlaces(width, width, 2, 0, false);
      case E2B_B16, E2B_B32 ->
          new LanePlaces(width, width, LanePlaces.BLOCK_BYTES / width, 0, false);
      case BRC_BLK -> new LanePlaces(width, width, 1, LanePlaces.BLOCK_BYTES / width, false);
      case BDINTLV -> new LanePlaces(width, width, 1, 0, true);
    };
  }

  /** How much further in memory the lanes of the second result stand. */
  static int secondAt(LoadDistribution token, int width) {
    return token == LoadDistribution.BDINTLV ? LanePlaces.BLOCK_BYTES : width;
  }

  /** The distribution of a load. */
  static Optional<LoadDistribution> of(Instruction instruction) {
    return LoadDistribution.byCode(instruction.field(FieldName.DIST));
  }

  /**
   * The lane width that the next word with a fixed one has, from word {@code at} to {@code to - 1}.
   */
  static OptionalInt laneWidth(Program program, int at, int to) {
    for (int word = at; word < to; word++) {
      Instruction instruction = program.at(word);
      if (instruction.definition().format() == WordFormat.V
          && instruction.type() != DataType.NONE) {
        return OptionalInt.of(
            Math.max(instruction.type().bytes(), instruction.resultType().bytes()));
      }
    }
    return OptionalInt.empty();
  }
}
