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

  /** The places of lanes of {@code width} bytes in memory (spec/00, 4.8). */
  static LanePlaces places(LoadDistribution token, int width) {
    return switch (token) {
      case BRC_BLK -> new LanePlaces(width, width, 1, LanePlaces.BLOCK_BYTES / width, false);
      case BDINTLV -> new LanePlaces(width, width, 1, 0, true);
      default -> {
        int unit = token.unit() == 0 ? width : token.unit();
        yield new LanePlaces(unit, unit * token.step(), token.copies(), 0, false);
      }
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
