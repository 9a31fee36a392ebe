package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;

/**
 * Selections of a vecscope one side of which no word uses in any lane, whatever the data: what is
 * read of the result are only lanes that come from the other side. Backward liveness of vector
 * registers, in which lanes are told apart by predicates: a register is needed in the lanes that
 * some predicates have and others do not.
 */
final class UnusedLanes {
  private static final int REGISTERS = RegisterClass.V.count();

  /** What a register is needed for: nothing. */
  private static final long NOTHING = -1;

  /** All lanes, in any width: no predicate with, none without, no width. */
  private static final long EVERYTHING = 0;

  // Bits 15 to 0: predicates that have the lanes; 31 to 16: that do not; from 32 on: lane width.

  private static final int WITHOUT = 16;
  private static final int WIDTH = 32;

  /** Takes selections of which a side is not used. */
  interface Sink {
    /**
     * A side is not used.
     *
     * @param register the vector register of that side
     * @param when in which iterations of a loop
     */
    void unused(int word, int register, When when);
  }

  /** In which iterations of the innermost loop something is not used. */
  enum When {
    ALWAYS(""),
    IN_THE_LAST(" in the last iteration"),
    BEFORE_THE_LAST(" in any iteration but the last"),
    BEFORE_THE_LAST_TWO(" in any iteration but the last two");

    private final String text;

    When(String text) {
      this.text = text;
    }

    /** The words behind a sentence. */
    String text() {
      return text;
    }
  }

  private final VectorRegion region;
  private final IntPredicate own;

  /** What is needed in front of each word of the scope. */
  private final Needs scope;

  /**
   * @param own whether a word belongs to the operation; words of another one take registers whole
   */
  UnusedLanes(VectorRegion region, Inclusions inclusions, IntPredicate own) {
    this.region = region;
    this.own = own;
    long[] nothing = new long[REGISTERS];
    Arrays.fill(nothing, NOTHING);
    this.scope = new Needs(region.first(), region.end(), nothing, inclusions);
  }

  /** Tells of all selections with an unused side, in which iterations ever. */
  void visit(Sink sink) {
    scope.visit(When.ALWAYS, sink);
    for (VectorRegion.Loop loop : region.loops()) {
      if (loop.last() + 1 < region.end()) {
        iteration(loop, scope.before(loop.last() + 1), scope.inclusions)
            .visit(When.IN_THE_LAST, sink);
        iteration(loop, scope.before(loop.head()), scope.inclusions)
            .visit(When.BEFORE_THE_LAST, sink);
        visitFull(loop, sink);
      }
    }
  }

  /** Under full masks the next iteration may take all lanes again. */
  private void visitFull(VectorRegion.Loop loop, Sink sink) {
    BitSet masks = region.isLong() ? new BitSet() : IterationMasks.of(region, loop);
    if (!masks.isEmpty()) {
      Inclusions inclusions = new Inclusions(region, masks);
      Needs next = iteration(loop, scope.before(loop.head()), inclusions);
      iteration(loop, next.before(loop.head()), inclusions).visit(When.BEFORE_THE_LAST_TWO, sink);
    }
  }

  private Needs iteration(VectorRegion.Loop loop, long[] exit, Inclusions inclusions) {
    return new Needs(loop.head(), loop.last() + 1, exit, inclusions);
  }

  /** What is needed in front of each word of a scope, or of one iteration of a loop. */
  private final class Needs {
    private final int first;
    private final int end;
    private final long[] exit;
    private final Inclusions inclusions;
    private final long[][] before;

    /**
     * @param exit what is needed behind the last word
     */
    Needs(int first, int end, long[] exit, Inclusions inclusions) {
      this.first = first;
      this.end = end;
      this.exit = exit;
      this.inclusions = inclusions;
      this.before = new long[end - first][REGISTERS];
      for (long[] each : before) {
        Arrays.fill(each, NOTHING);
      }
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int word = end - 1; word >= first; word--) {
          long[] needed = behind(word);
          step(word, needed, inclusions, (register, isResultUsed) -> {});
          if (!Arrays.equals(needed, before(word))) {
            before[word - first] = needed;
            changed = true;
          }
        }
      }
    }

    long[] before(int word) {
      return before[word - first];
    }

    private long[] behind(int word) {
      long[] needed = new long[REGISTERS];
      Arrays.fill(needed, NOTHING);
      for (int next : region.successors(word)) {
        boolean leaves = next <= first || next >= end;
        join(needed, leaves ? exit : before(next));
      }
      return needed;
    }

    void visit(When when, Sink sink) {
      for (int word = first; word < end; word++) {
        int here = word;
        step(
            word,
            behind(word),
            inclusions,
            (register, isResultUsed) -> {
              // Results that nobody uses at all are found elsewhere; full masks have one side.
              if (isResultUsed != (when == When.BEFORE_THE_LAST_TWO)) {
                sink.unused(here, register, when);
              }
            });
      }
    }
  }

  private static void join(long[] needed, long[] more) {
    for (int i = 0; i < REGISTERS; i++) {
      needed[i] = join(needed[i], more[i]);
    }
  }

  private static long join(long one, long other) {
    if (one == NOTHING || other == NOTHING) {
      return one == NOTHING ? other : one;
    }
    long common = one & other & (1L << WIDTH) - 1;
    return one >>> WIDTH == other >>> WIDTH && common != 0
        ? common | one >>> WIDTH << WIDTH
        : EVERYTHING;
  }

  /** Hears of a side of a selection that nobody uses. */
  private interface Side {
    void unused(int register, boolean isResultUsed);
  }

  /** From what is needed behind a word to what is needed in front of it. */
  private void step(int word, long[] needed, Inclusions inclusions, Side side) {
    Instruction instruction = region.program().at(word);
    if (instruction.definition().semantics() instanceof Semantics.Control(var operation)
        && operation == ControlOperation.REGION_END) {
      Arrays.fill(needed, NOTHING);
      return;
    }
    long result = take(instruction, needed);
    forget(instruction, needed);
    result = translate(instruction, result);
    int mask = VectorRegion.register(instruction, OperandRole.PG, RegisterClass.P).orElse(-1);
    boolean isOwn = own.test(word);
    if (isOwn && VectorRegion.isSelection(instruction) && mask >= 0) {
      int width = instruction.type().bytes();
      select(
          needed,
          instruction.code(FieldName.VA),
          only(inclusions, word, result, mask, 0, width),
          side,
          result);
      select(
          needed,
          instruction.code(FieldName.VB),
          only(inclusions, word, result, mask, WITHOUT, width),
          side,
          result);
      return;
    }
    long read = EVERYTHING;
    if (isOwn && VectorRegion.isLaneByLane(instruction)) {
      read =
          mask < 0 ? result : only(inclusions, word, result, mask, 0, instruction.type().bytes());
    } else if (isOwn && mask >= 0) {
      int width = VectorRegion.storedWidth(instruction);
      read = width > 0 ? only(inclusions, word, EVERYTHING, mask, 0, width) : EVERYTHING;
    }
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() != Access.WRITE || merges(instruction)) {
        int register = VectorRegion.register(instruction, operand, RegisterClass.V).orElse(-1);
        if (register >= 0) {
          boolean isKept = operand.access() == Access.WRITE;
          needed[register] = join(needed[register], isKept ? result : read);
        }
      }
    }
  }

  private static void select(long[] needed, int register, long lanes, Side side, long result) {
    if (lanes == NOTHING) {
      side.unused(register, result != NOTHING);
    }
    needed[register] = join(needed[register], lanes);
  }

  /** What is needed of the results of a word, which nobody needs in front of it. */
  private static long take(Instruction instruction, long[] needed) {
    long result = NOTHING;
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        int register = VectorRegion.register(instruction, operand, RegisterClass.V).orElse(-1);
        if (register >= 0) {
          result = join(result, needed[register]);
          needed[register] = NOTHING;
        } else if (operand.registerClass().equals(Optional.of(RegisterClass.P))) {
          result = EVERYTHING;
        }
      }
    }
    return result;
  }

  /** Lanes told apart by a predicate that a word writes are not known in front of it. */
  private void forget(Instruction instruction, long[] needed) {
    for (int i = 0; i < REGISTERS; i++) {
      needed[i] = translate(instruction, needed[i]);
    }
  }

  private static long translate(Instruction instruction, long lanes) {
    if (lanes == NOTHING) {
      return NOTHING;
    }
    long known = lanes;
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        int predicate = VectorRegion.register(instruction, operand, RegisterClass.P).orElse(-1);
        if (predicate >= 0) {
          known &= ~(1L << predicate | 1L << predicate + WITHOUT);
        }
      }
    }
    return (known & (1L << WIDTH) - 1) == 0 ? EVERYTHING : known;
  }

  /** Of some lanes those that a predicate has, or does not have. */
  private static long only(
      Inclusions inclusions, int word, long lanes, int predicate, int how, int width) {
    if (how == WITHOUT && inclusions.isFull(word, predicate, width)) {
      return NOTHING;
    }
    if (lanes == NOTHING || lanes != EVERYTHING && lanes >>> WIDTH != width) {
      return lanes;
    }
    long chosen = lanes | 1L << predicate + how | (long) width << WIDTH;
    return isEmpty(inclusions, word, chosen) ? NOTHING : chosen;
  }

  private static boolean isEmpty(Inclusions inclusions, int word, long lanes) {
    for (int with = 0; with < WITHOUT; with++) {
      for (int without = 0; without < WITHOUT && (lanes >> with & 1) != 0; without++) {
        if ((lanes >> without + WITHOUT & 1) != 0 && inclusions.isIn(word, with, without)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean merges(Instruction instruction) {
    return instruction.definition().format().field(FieldName.MRG).isPresent()
        && instruction.field(FieldName.MRG) != 0;
  }
}
