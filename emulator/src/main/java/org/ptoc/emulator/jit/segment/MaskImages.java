package org.ptoc.emulator.jit.segment;

import java.util.HashMap;
import java.util.Map;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * What may be expected of predicate registers that a segment finds: prefixes, which become bounds
 * of its lane loop, or any image, which is tested lane by lane. An expectation that fails costs
 * time only.
 */
public final class MaskImages {
  /** Bytes of lanes that are wider than those of every prefix. */
  private static final int NO_PREFIX = 16;

  private final long[] entry;

  /** The widest lanes of the prefixes that words of the loop write. */
  private final Map<Integer, Integer> written = new HashMap<>();

  private MaskImages(long[] entry) {
    this.entry = entry;
  }

  /** The images in a loop; {@code entry} has the images of all registers before it. */
  public static MaskImages of(Program program, int begin, int end, long[] entry) {
    MaskImages images = new MaskImages(entry.clone());
    for (int at = begin; at < end; at++) {
      Instruction instruction = program.at(at);
      for (int predicate = 0; predicate < RegisterClass.P.count(); predicate++) {
        if (instruction.writes(RegisterClass.P, predicate)) {
          images.written.merge(predicate, prefixWidth(instruction), Math::max);
        }
      }
    }
    return images;
  }

  private static int prefixWidth(Instruction instruction) {
    if (!(instruction.definition().semantics()
        instanceof Semantics.Unit(UnitOperation operation))) {
      return NO_PREFIX;
    }
    return switch (operation) {
      case PREDICATE_LESS_THAN, PREDICATE_LESS_THAN_LOOP -> 1 << instruction.code(FieldName.GR);
      case PREDICATE_PATTERN -> {
        PredicatePattern pattern =
            PredicatePattern.byCode(instruction.field(FieldName.PAT)).orElseThrow();
        boolean gaps = pattern == PredicatePattern.M3 || pattern == PredicatePattern.M4;
        yield gaps ? NO_PREFIX : 1 << instruction.code(FieldName.GR);
      }
      case PREDICATE_MOVE, FILL_PREDICATE -> 1; // Most that is kept for later is a prefix.
      default -> NO_PREFIX;
    };
  }

  /**
   * True if the bits {@code offset} behind those of lanes of {@code width} bytes are probably no
   * prefix.
   */
  boolean isSparse(int predicate, int width, int offset) {
    Integer widest = written.get(predicate);
    return widest == null
        ? Predicates.prefixLength(entry, predicate * Predicates.WORDS, width, offset) < 0
        : widest > width;
  }
}
