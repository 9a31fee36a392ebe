package org.ptoc.emulator.jit.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;

/**
 * Which vector and predicate registers may still be read after a word. A set has bit n for V n and
 * bit 32 + n for P n; it may hold too many registers, never too few.
 */
public final class WordLiveness {
  private static final int FIRST_PREDICATE = 32;
  private static final long ALL = (1L << FIRST_PREDICATE + 16) - 1;

  private final long[] before;
  private final long[] after;

  /** For each word the first words of the loop bodies that end in front of it. */
  private final List<List<Integer>> bodiesEndingAt = new ArrayList<>();

  private WordLiveness(int words) {
    this.before = new long[words];
    this.after = new long[words];
  }

  /** The registers that are live around each word of a program. */
  public static WordLiveness of(Program program) {
    WordLiveness liveness = new WordLiveness(program.size());
    liveness.findBodies(program);
    while (liveness.iteration(program)) {
      // Until nothing changes.
    }
    return liveness;
  }

  private void findBodies(Program program) {
    for (int at = 0; at <= program.size(); at++) {
      bodiesEndingAt.add(new ArrayList<>());
    }
    for (int at = 0; at < program.size(); at++) {
      if (isLoop(program.at(at))) {
        bodiesEndingAt.get(at + 1 + program.at(at).code(FieldName.IMM32)).add(at + 1);
      }
    }
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

  private boolean iteration(Program program) {
    boolean changed = false;
    for (int at = program.size() - 1; at >= 0; at--) {
      Instruction instruction = program.at(at);
      long live = successors(instruction, at);
      long in = live & ~defined(instruction) | used(instruction);
      changed |= in != before[at];
      before[at] = in;
      after[at] = live;
    }
    return changed;
  }

  private long successors(Instruction instruction, int at) {
    if (!(instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation))) {
      return entering(at + 1);
    }
    return switch (operation.flow()) {
      case END, TRAP -> 0;
      case RETURN, CALL -> ALL;
      case JUMP -> entering(at + instruction.code(FieldName.IMM32));
      case BRANCH -> entering(at + 1) | entering(at + instruction.code(FieldName.IMM32));
      case LOOP -> entering(at + 1) | entering(at + 1 + instruction.code(FieldName.IMM32));
      case NEXT -> entering(at + 1);
    };
  }

  /** What is live where control reaches word {@code target}, also as the end of loop bodies. */
  private long entering(int target) {
    if (target < 0 || target >= before.length) {
      return ALL;
    }
    long live = before[target];
    for (int begin : bodiesEndingAt.get(target)) {
      live |= before[begin];
    }
    return live;
  }

  static boolean isLoop(Instruction instruction) {
    return instruction.definition().semantics()
            instanceof Semantics.Control(ControlOperation operation)
        && operation == ControlOperation.LOOP;
  }

  private static long used(Instruction instruction) {
    long set = 0;
    boolean complete = writesCompletely(instruction);
    for (OperandField operand : instruction.definition().operands()) {
      if (!complete || operand.access() != Access.WRITE) {
        set |= bit(instruction, operand);
      }
    }
    return set;
  }

  private static long defined(Instruction instruction) {
    if (!writesCompletely(instruction)) {
      return 0;
    }
    long set = 0;
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() == Access.WRITE || operand.access() == Access.READ_WRITE) {
        set |= bit(instruction, operand);
      }
    }
    return set;
  }

  private static long bit(Instruction instruction, OperandField operand) {
    if (operand.registerClass().isEmpty()) {
      return 0;
    }
    RegisterClass registers = operand.registerClass().get();
    int number = (int) instruction.value(operand);
    return switch (registers) {
      case V -> 1L << number;
      case P -> 1L << FIRST_PREDICATE + (number & 0xF);
      case X, AL -> 0;
    };
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

  /** The numbers of the predicate registers that a word writes. */
  public static List<Integer> writtenPredicates(Instruction instruction) {
    return instruction.definition().operands().stream()
        .filter(operand -> operand.registerClass().equals(Optional.of(RegisterClass.P)))
        .filter(operand -> operand.access() != Access.READ)
        .map(operand -> (int) instruction.value(operand) & 0xF)
        .toList();
  }
}
