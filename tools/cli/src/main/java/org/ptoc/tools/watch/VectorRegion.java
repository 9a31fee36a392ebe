package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.StoreDistribution;

/**
 * The words of a vecscope of A5 and the order in which they may run: hardware loops, no jumps.
 * Vector registers and predicates live in one scope only.
 *
 * @param first the word that begins the scope
 * @param end one past the word that ends it
 * @param loops in the order of their words
 */
record VectorRegion(Program program, int first, int end, List<Loop> loops) {
  private static final int LONGEST = 2_000;

  /**
   * A hardware loop.
   *
   * @param head first word of the body
   * @param last last word of the body
   */
  record Loop(int head, int last) {
    boolean holds(int word) {
      return word >= head && word <= last;
    }
  }

  /** All scopes without jumps. */
  static List<VectorRegion> of(Program program) {
    List<VectorRegion> regions = new ArrayList<>();
    for (int word = 0; word < program.size(); word++) {
      if (is(program.at(word), ControlOperation.REGION_BEGIN)) {
        region(program, word).ifPresent(regions::add);
      }
    }
    return regions;
  }

  private static Optional<VectorRegion> region(Program program, int first) {
    List<Loop> loops = new ArrayList<>();
    for (int word = first; word < program.size(); word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)) {
        switch (operation) {
          case LOOP -> loops.add(new Loop(word + 1, word + program.at(word).code(FieldName.IMM32)));
          case REGION_END -> {
            return Optional.of(new VectorRegion(program, first, word + 1, List.copyOf(loops)));
          }
          case BRANCH, BRANCH_COMPARE, BRANCH_ZERO, BRANCH_NONZERO, CALL, RETURN, END -> {
            return Optional.empty();
          }
          case SET_FLAG,
              WAIT_FLAG,
              BARRIER,
              FENCE,
              GET_BUFFER,
              RELEASE_BUFFER,
              MEMORY_BARRIER,
              REGION_BEGIN,
              NO_OPERATION,
              TRAP,
              PRINT_VALUE,
              PRINT,
              DATA_BARRIER,
              CACHE,
              WRITE_SPECIAL,
              READ_SPECIAL,
              SET_SPECIAL_BIT,
              SET_SPECIAL_HIGH_BIT -> {
            /* the next word follows */
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean is(Instruction instruction, ControlOperation wanted) {
    return instruction.definition().semantics() instanceof Semantics.Control(var operation)
        && operation == wanted;
  }

  /** The words that may run next; none behind the last one. */
  List<Integer> successors(int word) {
    List<Integer> next = new ArrayList<>();
    if (word + 1 < end) {
      next.add(word + 1);
    }
    for (Loop loop : loops) {
      if (loop.last == word) {
        next.add(loop.head);
      }
      if (loop.head == word + 1) {
        next.add(loop.last + 1);
      }
    }
    return next;
  }

  /** Whether what takes more than linear time or memory is not looked at. */
  boolean isLong() {
    return end - first > LONGEST;
  }

  /** The number of the innermost loop that holds a word, or -1. */
  int loopOf(int word) {
    int innermost = -1;
    for (int i = 0; i < loops.size(); i++) {
      innermost = loops.get(i).holds(word) ? i : innermost;
    }
    return innermost;
  }

  /** The register of a class that an operand of a role names. */
  static Optional<Integer> register(Instruction instruction, OperandRole role, RegisterClass kind) {
    return instruction
        .definition()
        .operand(role)
        .filter(operand -> operand.registerClass().equals(Optional.of(kind)))
        .map(operand -> (int) instruction.value(operand));
  }

  /** Whether a word of a class reads and writes registers lane by lane, in lanes of one width. */
  static boolean isLaneByLane(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Lanes
        && instruction.type().bytes() == instruction.resultType().bytes();
  }

  /** Whether a word chooses between two registers lane by lane, by its predicate. */
  static boolean isSelection(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Lanes(var results, var _)
        && results.size() == 1
        && results.getFirst() instanceof LaneExpression.Apply(var function, var arguments)
        && function == LaneFunction.SELECT
        && arguments.getFirst().equals(new LaneExpression.Operand(LaneExpression.Slot.SELECTOR));
  }

  /** The register that an operand of a word names, where it is one of the class. */
  static Optional<Integer> register(
      Instruction instruction, OperandField operand, RegisterClass kind) {
    return operand.registerClass().equals(Optional.of(kind))
        ? Optional.of((int) instruction.value(operand))
        : Optional.empty();
  }

  /**
   * The width of lanes that a word stores where they stand, those of its predicate, in bytes; 0
   * else.
   */
  static int storedWidth(Instruction instruction) {
    return instruction
        .definition()
        .operand(OperandRole.STORE)
        .flatMap(operand -> StoreDistribution.byCode(instruction.value(operand)))
        .map(
            how ->
                switch (how) {
                  case NORM_B8 -> 1;
                  case NORM_B16 -> 2;
                  case NORM_B32 -> 4;
                  case ONE_POINT_B8,
                      ONE_POINT_B16,
                      ONE_POINT_B32,
                      PK_B16,
                      PK_B32,
                      INTLV_B8,
                      INTLV_B16,
                      PK_B64,
                      INTLV_B32,
                      PK4_B32,
                      MRG4CHN_B8,
                      MRG2CHN_B8,
                      MRG2CHN_B16 ->
                      0;
                })
        .orElse(0);
  }
}
