package org.ptoc.emulator.jit.segment;

import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.flow.WordFlow;

/**
 * Which vector and predicate registers may still be read after a word. A set has bit n for V n and
 * bit 32 + n for P n; it may hold too many registers, never too few.
 */
public final class WordLiveness {
  private static final int FIRST_PREDICATE = 32;

  private final long[] after;

  private WordLiveness(long[] after) {
    this.after = after;
  }

  /** The registers that are live around each word of a program. */
  public static WordLiveness of(Program program) {
    return new WordLiveness(
        WordFlow.of(program)
            .liveAfter(word -> used(program.at(word)), word -> defined(program.at(word))));
  }

  /** The registers that may be read after word {@code word} before they are written. */
  public long after(int word) {
    return after[word];
  }

  /** True if a set of {@link #after} holds vector register {@code register}, 0 to 31. */
  public static boolean hasVector(long set, int register) {
    return (set >>> register & 1) != 0;
  }

  /** True if a set of {@link #after} holds predicate register {@code register}, 0 to 15. */
  public static boolean hasPredicate(long set, int register) {
    return (set >>> FIRST_PREDICATE + register & 1) != 0;
  }

  /** A result that keeps a part of the register counts as a read. */
  private static long used(Instruction instruction) {
    return read(instruction) | (writesCompletely(instruction) ? 0 : written(instruction));
  }

  private static long defined(Instruction instruction) {
    return writesCompletely(instruction) ? written(instruction) : 0;
  }

  private static long read(Instruction instruction) {
    return instruction.read(RegisterClass.V) | instruction.read(RegisterClass.P) << FIRST_PREDICATE;
  }

  private static long written(Instruction instruction) {
    return instruction.written(RegisterClass.V)
        | instruction.written(RegisterClass.P) << FIRST_PREDICATE;
  }

  /**
   * True if the word replaces its vector and predicate results whole, whatever they held; others
   * count as reads.
   */
  private static boolean writesCompletely(Instruction instruction) {
    if (instruction.definition().format().field(FieldName.MRG).isPresent()
        && instruction.field(FieldName.MRG) != 0) {
      return false;
    }
    return switch (instruction.definition().semantics()) {
      // Words with consecutive results are not part of lane loops.
      case Semantics.Lanes lanes -> lanes.layout() == Semantics.Layout.PARTS;
      case Semantics.Unit unit -> true; // Lanes that are left out become 0.
      case Semantics.Scalar scalar -> true;
      case Semantics.Control control -> true;
    };
  }
}
