package org.ptoc.emulator.interpreter;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.interpreter.step.ShiftCounts;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TypedExpression;

/** An element-wise A2/A3 word, which may change the type (spec/21, 6.5). */
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

  private static final int CONVERSION_CONTROL_BIT = 60;
  private static final int TRUNCATION_BIT = 59;

  private final LanePlan plan;

  /** The same without saturation. */
  private final LanePlan wrapping;

  /** True if the word saturates, and whether CTRL may have it otherwise. */
  private final boolean saturates;

  private final boolean controlled;

  /** True if the result has another type. */
  private final boolean converts;

  private final int width;
  private final int resultBytes;
  private final boolean usesFirst;
  private final boolean usesSecond;
  private final boolean usesAccumulator;

  /** Dense repeats that are left to the plan. */
  private final int few;

  /** The operand that counts when the word shifts. */
  private final Optional<Slot> count;

  private final Interpreter interpreter;
  private final LoopEngine engine;

  RepeatedLaneStep(
      Instruction instruction,
      TypedExpression expression,
      Interpreter interpreter,
      LoopEngine engine) {
    super(
        instruction, expression.reads(Slot.SECOND) ? ConfigurationWord.BIN : ConfigurationWord.UNA);
    this.count = ShiftCounts.slot(expression);
    if (expression instanceof TypedExpression.Convert convert) {
      this.plan = LanePlan.of(List.of(convert.saturating(true)));
      this.wrapping = LanePlan.of(List.of(convert.saturating(false)));
      this.saturates = convert.saturate();
      this.controlled =
          convert.value() instanceof TypedExpression.Operand && convert.type().isInteger();
      this.converts = true;
    } else {
      this.plan = LanePlan.of(List.of(expression));
      this.wrapping = plan;
      this.saturates = false;
      this.controlled = false;
      this.converts = instruction.type() != instruction.resultType();
    }
    this.usesFirst = plan.reads(Slot.FIRST);
    this.usesSecond = plan.reads(Slot.SECOND);
    this.usesAccumulator = plan.reads(Slot.ACCUMULATOR);
    this.width = instruction.type().bytes();
    this.resultBytes = expression.type().bytes();
    this.few = few(type, count);
    this.interpreter = interpreter;
    this.engine = engine;
  }

  /** Shifts by a count for each lane are not vectorised, so that copies could only cost time. */
  private static int few(DataType type, Optional<Slot> count) {
    if (count.equals(Optional.of(Slot.SECOND))) {
      return Integer.MAX_VALUE;
    }
    return type == DataType.FP16 ? FEW_HALVES : FEW;
  }

  @Override
  void begin(Core core, long word) {
    if (count.isPresent() && count.get() != Slot.SECOND) {
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
            && runCompiled(
                core,
                interpreter,
                engine,
                at,
                repeats(core, word, repeats, active, lastActive, low, high));
    if (kept && engine != LoopEngine.NONE) {
      engine.leaveRepeats(at, few == Integer.MAX_VALUE ? SHIFTS : COPIES);
    }
    if (!compiled && flat) {
      int to = (int) core.x[destination];
      int second = usesSecond ? (int) core.x[other] : to;
      run(core, to, (int) core.x[source], second, (int) repeats * lanes);
      for (long r = 0; core.record.isActive() && r < repeats; r++) {
        note(core, word, r, Core.VECTOR_BYTES);
      }
    }
    return compiled || flat;
  }

  /** Computes lanes where they lie. */
  private void run(Core core, int to, int first, int second, int count) {
    long s = core.x[other];
    plan.run(core.ub, to, first, second, to, to, s, Core.VECTOR_SCRATCH, count, core.scratch);
  }

  /** CTRL bit 59 overrides the word for integer results when bit 60 is set (spec/40, 1.4). */
  private boolean isSaturating(Core core) {
    long ctrl = core.special[SpecialRegister.CTRL.code()];
    boolean overridden = controlled && (ctrl >>> CONVERSION_CONTROL_BIT & 1) != 0;
    return overridden ? (ctrl >>> TRUNCATION_BIT & 1) == 0 : saturates;
  }

  private boolean checksCounts(Core core) {
    return core.record.isActive() && count.isPresent() && usesSecond;
  }

  /**
   * True if the repeats are one run of lanes that needs no scratch vectors, in memory that exists.
   */
  private boolean isFlat(Core core, long word, long repeats) {
    boolean adjacent =
        destinationRepeat(word) == BLOCKS
            && firstRepeat(word) == BLOCKS
            && (!usesSecond || secondRepeat(word) == BLOCKS);
    if (converts || !plan.isScratchFree() || !isDense(word) || repeats > 1 && !adjacent) {
      return false;
    }
    long to = core.x[destination];
    long from = core.x[source];
    long second = usesSecond ? core.x[other] : to;
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
        target(core, word, resultBytes),
        usesAccumulator,
        usesFirst ? Optional.of(first(core, word, width)) : Optional.empty(),
        usesSecond ? Optional.of(second(core, word, width)) : Optional.empty(),
        Optional.empty(),
        isDirect(word, active, low, high),
        converts ? (isSaturating(core) ? 1 : 0) : core.x[other]);
  }

  /** Halves are computed one by one, which takes longer than copies. */
  private boolean isDirect(long word, int active, long low, long high) {
    boolean full = active == lanes && (low & high) == -1;
    return !converts && full && type != DataType.FP16 && plan.isScratchFree() && isDense(word);
  }

  /** Reports the memory of a repeat with {@code bytes} active bytes to listeners. */
  private void note(Core core, long word, long r, int bytes) {
    if (usesFirst) {
      noteRead(core, from(core, word, r), firstBlock(word), bytes);
    }
    if (usesSecond) {
      noteRead(core, second(core, word, r), secondBlock(word), bytes);
    }
    if (usesAccumulator) {
      noteRead(core, to(core, word, r), destinationBlock(word), bytes);
    }
    noteWrite(core, to(core, word, r), destinationBlock(word), bytes);
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    long to = to(core, word, r);
    long from = from(core, word, r);
    long second = usesSecond ? second(core, word, r) : to;
    boolean whole = isFull(low, high) && isDense(word) && !checksCounts(core);
    if (whole
        && !converts
        && plan.isScratchFree()
        && isInPlaceSafe(to, from, second, Core.VECTOR_BYTES)) {
      if (core.record.isActive()) {
        note(core, word, r, Core.VECTOR_BYTES);
      }
      runInPlace(core, to, from, second);
      return;
    }
    if (usesFirst) {
      gatherFirst(core, word, r, width, low, high);
    }
    if (usesSecond) {
      gatherSecond(core, word, r, width, low, high);
      if (checksCounts(core)) {
        ShiftCounts.noteLanes(core, SECOND, type, lanes, expandMask(core, width, low, high));
      }
    }
    if (usesAccumulator) {
      gather(core, OLD, to, destinationBlock(word), resultBytes, low, high);
    }
    compute(isSaturating(core) ? plan : wrapping, core);
    scatter(core, RESULT, to, destinationBlock(word), resultBytes, low, high);
  }

  private boolean isDense(long word) {
    return destinationBlock(word) == 1
        && firstBlock(word) == 1
        && (!usesSecond || secondBlock(word) == 1);
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
    run(core, d, a, b, lanes);
  }
}
