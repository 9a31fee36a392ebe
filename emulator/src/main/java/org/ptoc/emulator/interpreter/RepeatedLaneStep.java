package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;

/** An element-wise A2/A3 word. */
final class RepeatedLaneStep extends RepeatStep {
  /**
   * Repeats up to which one run of the plan over all of them takes less time than compiled code,
   * which copies.
   */
  private static final int FEW = 6;

  /** The same for f16, whose arithmetic is slow here. */
  private static final int FEW_HALVES = 1;

  private static final String COPIES = "the copies for so few repeats would cost more";
  private static final String SHIFTS =
      "dense shifts by a count for each lane are not faster compiled";

  private final LanePlan plan;
  private final int width;

  /** Dense repeats that are left to the plan. */
  private final int few;

  /** The operand that counts when the word shifts. */
  private final Optional<LaneExpression.Slot> count;

  private final Interpreter interpreter;
  private final LoopEngine engine;

  RepeatedLaneStep(
      Instruction instruction,
      LaneExpression expression,
      Interpreter interpreter,
      LoopEngine engine) {
    this(
        instruction,
        LanePlan.of(expression, instruction.type()),
        ShiftCounts.slot(expression),
        interpreter,
        engine);
  }

  private RepeatedLaneStep(
      Instruction instruction,
      LanePlan plan,
      Optional<LaneExpression.Slot> count,
      Interpreter interpreter,
      LoopEngine engine) {
    super(instruction, plan.usesSecond() ? ConfigurationWord.BIN : ConfigurationWord.UNA);
    this.plan = plan;
    this.width = instruction.type().bytes();
    this.count = count;
    this.few = few(type, count);
    this.interpreter = interpreter;
    this.engine = engine;
  }

  /** Shifts by a count for each lane are not vectorised, so that copies could only cost time. */
  private static int few(DataType type, Optional<LaneExpression.Slot> count) {
    if (count.equals(Optional.of(LaneExpression.Slot.SECOND))) {
      return Integer.MAX_VALUE;
    }
    return type == DataType.FP16 ? FEW_HALVES : FEW;
  }

  @Override
  void begin(Core core, long word) {
    if (count.isPresent() && count.get() == LaneExpression.Slot.DISTANCE) {
      ShiftCounts.noteUniform(core, core.x[other], type.bits());
    }
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    if (checksCounts(core)) {
      return false;
    }
    boolean full = active == lanes && lastActive == lanes && (low & high) == -1;
    boolean flat = full && isFlat(core, word, repeats);
    boolean kept = flat && repeats <= few;
    boolean compiled =
        engine != LoopEngine.NONE
            && !kept
            && engine.runRepeats(
                core, interpreter, at, repeats(core, word, repeats, active, lastActive, low, high));
    if (kept && engine != LoopEngine.NONE) {
      engine.leaveRepeats(at, few == Integer.MAX_VALUE ? SHIFTS : COPIES);
    }
    if (!compiled && flat) {
      int to = (int) core.x[destination];
      int second = plan.usesSecond() ? (int) core.x[other] : to;
      plan.run(core.ub, to, (int) core.x[source], second, to, 0, 0, (int) repeats * lanes);
    }
    if (core.record.isActive() && (compiled || flat)) {
      for (long r = 0; r < repeats; r++) {
        note(core, word, r, width * (r == repeats - 1 ? lastActive : active));
      }
    }
    return compiled || flat;
  }

  private boolean checksCounts(Core core) {
    return core.record.isActive() && count.isPresent() && plan.usesSecond();
  }

  /**
   * Whether the repeats are one run of lanes that needs no scratch vectors, in memory that exists.
   */
  private boolean isFlat(Core core, long word, long repeats) {
    boolean adjacent =
        destinationRepeat(word) == BLOCKS
            && firstRepeat(word) == BLOCKS
            && (!plan.usesSecond() || secondRepeat(word) == BLOCKS);
    if (!plan.isScratchFree() || !isDense(word) || repeats > 1 && !adjacent) {
      return false;
    }
    long to = core.x[destination];
    long from = core.x[source];
    long second = plan.usesSecond() ? core.x[other] : to;
    long bytes = repeats * Core.VECTOR_BYTES;
    return isInside(core, to, bytes)
        && isInside(core, from, bytes)
        && isInside(core, second, bytes)
        && isInPlaceSafe(to, from, second, bytes);
  }

  private static boolean isInside(Core core, long address, long bytes) {
    return address >= 0 && address <= core.ub.length - bytes && address % BLOCK == 0;
  }

  private Repeats repeats(
      Core core, long word, long repeats, int active, int lastActive, long low, long high) {
    return new Repeats(
        repeats,
        lanes,
        active,
        lastActive,
        low,
        high,
        target(core, word, width),
        plan.usesAccumulator(),
        plan.usesFirst() ? Optional.of(first(core, word, width)) : Optional.empty(),
        plan.usesSecond() ? Optional.of(second(core, word, width)) : Optional.empty(),
        Optional.empty(),
        isDirect(word, active, low, high),
        core.x[other]);
  }

  /** Halves are computed one by one, which takes longer than copies. */
  private boolean isDirect(long word, int active, long low, long high) {
    boolean full = active == lanes && (low & high) == -1;
    return full && type != DataType.FP16 && plan.isScratchFree() && isDense(word);
  }

  /** Tells listeners of the memory of a repeat, of which so many bytes are active. */
  private void note(Core core, long word, long r, int bytes) {
    if (plan.usesFirst()) {
      noteRead(core, from(core, word, r), firstBlock(word), bytes);
    }
    if (plan.usesSecond()) {
      noteRead(core, second(core, word, r), secondBlock(word), bytes);
    }
    if (plan.usesAccumulator()) {
      noteRead(core, to(core, word, r), destinationBlock(word), bytes);
    }
    noteWrite(core, to(core, word, r), destinationBlock(word), bytes);
  }

  private long to(Core core, long word, long r) {
    return core.x[destination] + r * destinationRepeat(word) * BLOCK;
  }

  private long from(Core core, long word, long r) {
    return core.x[source] + r * firstRepeat(word) * BLOCK;
  }

  private long second(Core core, long word, long r) {
    return core.x[other] + r * secondRepeat(word) * BLOCK;
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    long to = to(core, word, r);
    long from = from(core, word, r);
    long second = plan.usesSecond() ? second(core, word, r) : to;
    boolean whole = isFull(low, high) && isDense(word) && !checksCounts(core);
    if (whole && plan.isScratchFree() && isInPlaceSafe(to, from, second, Core.VECTOR_BYTES)) {
      if (core.record.isActive()) {
        note(core, word, r, Core.VECTOR_BYTES);
      }
      runInPlace(core, to, from, second);
      return;
    }
    if (plan.usesFirst()) {
      gather(core, FIRST, from, firstBlock(word), width, low, high);
    }
    if (plan.usesSecond()) {
      gather(core, SECOND, second, secondBlock(word), width, low, high);
      if (checksCounts(core)) {
        ShiftCounts.noteLanes(core, SECOND, type, lanes, expandMask(core, width, low, high));
      }
    }
    if (plan.usesAccumulator()) {
      gather(core, OLD, to, destinationBlock(word), width, low, high);
    }
    plan.run(core.vectors, RESULT, FIRST, SECOND, OLD, core.x[other], Core.VECTOR_SCRATCH, lanes);
    scatter(core, RESULT, to, destinationBlock(word), width, low, high);
  }

  private boolean isDense(long word) {
    return destinationBlock(word) == 1
        && firstBlock(word) == 1
        && (!plan.usesSecond() || secondBlock(word) == 1);
  }

  /** Lane loops read and write lane by lane: equal or disjoint ranges only. */
  private static boolean isInPlaceSafe(long to, long from, long second, long bytes) {
    return isEqualOrDisjoint(to, from, bytes) && isEqualOrDisjoint(to, second, bytes);
  }

  private static boolean isEqualOrDisjoint(long a, long b, long bytes) {
    return a == b || Math.abs(a - b) >= bytes;
  }

  private void runInPlace(Core core, long to, long from, long second) {
    int a = core.ub(from, Core.VECTOR_BYTES, BLOCK);
    int b = core.ub(second, Core.VECTOR_BYTES, BLOCK);
    int d = core.ub(to, Core.VECTOR_BYTES, BLOCK);
    plan.run(core.ub, d, a, b, d, 0, 0, lanes);
  }
}
