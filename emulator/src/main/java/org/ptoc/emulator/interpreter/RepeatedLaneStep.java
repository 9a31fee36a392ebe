package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;

/** An element-wise A2/A3 word. */
final class RepeatedLaneStep extends RepeatStep {
  private final LanePlan plan;
  private final int width;
  /** The operand that counts when the word shifts. */
  private final Optional<LaneExpression.Slot> count;

  RepeatedLaneStep(Instruction instruction, LaneExpression expression) {
    this(instruction, LanePlan.of(expression, instruction.type()), ShiftCounts.slot(expression));
  }

  private RepeatedLaneStep(Instruction instruction, LanePlan plan, Optional<LaneExpression.Slot> count) {
    super(instruction, plan.usesSecond() ? ConfigurationWord.BIN : ConfigurationWord.UNA);
    this.plan = plan;
    this.width = instruction.type().bytes();
    this.count = count;
  }

  @Override
  void begin(Core core, long word) {
    if (count.isPresent() && count.get() == LaneExpression.Slot.DISTANCE) {
      ShiftCounts.noteUniform(core, core.x[other], type.bits());
    }
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    long to = core.x[destination] + r * destinationRepeat(word) * BLOCK;
    long from = core.x[source] + r * firstRepeat(word) * BLOCK;
    long second = plan.usesSecond() ? core.x[other] + r * secondRepeat(word) * BLOCK : to;
    boolean checksCounts = core.record.isActive() && count.isPresent();
    boolean whole = isFull(low, high) && isDense(word) && !checksCounts;
    if (whole && plan.isScratchFree() && isInPlaceSafe(to, from, second)) {
      runInPlace(core, to, from, second);
      return;
    }
    if (plan.usesFirst()) {
      gather(core, FIRST, from, firstBlock(word), width, low, high);
    }
    if (plan.usesSecond()) {
      gather(core, SECOND, second, secondBlock(word), width, low, high);
      if (checksCounts) {
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
  private static boolean isInPlaceSafe(long to, long from, long second) {
    return isEqualOrDisjoint(to, from) && isEqualOrDisjoint(to, second);
  }

  private static boolean isEqualOrDisjoint(long a, long b) {
    return a == b || Math.abs(a - b) >= Core.VECTOR_BYTES;
  }

  private void runInPlace(Core core, long to, long from, long second) {
    core.record.reads(AddressSpace.UB, from, Core.VECTOR_BYTES);
    if (plan.usesSecond()) {
      core.record.reads(AddressSpace.UB, second, Core.VECTOR_BYTES);
    }
    core.record.writes(AddressSpace.UB, to, Core.VECTOR_BYTES);
    int a = core.ub(from, Core.VECTOR_BYTES, BLOCK);
    int b = core.ub(second, Core.VECTOR_BYTES, BLOCK);
    int d = core.ub(to, Core.VECTOR_BYTES, BLOCK);
    plan.run(core.ub, d, a, b, d, 0, 0, lanes);
  }
}
