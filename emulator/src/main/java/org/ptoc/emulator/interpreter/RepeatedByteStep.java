package org.ptoc.emulator.interpreter;

import java.util.List;
import org.ptoc.emulator.interpreter.step.Configuration;
import org.ptoc.emulator.interpreter.step.ShiftCounts;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.IndexedMemory;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.RepeatMemory;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TypedExpression;

/**
 * An A2/A3 word on 256 lanes of 8 bits from two sources. A bit of the vector mask governs two
 * lanes; only an element count can end at an odd one (spec/21, 6.3).
 */
final class RepeatedByteStep extends Step {
  private static final int LANES = Core.VECTOR_BYTES;

  private final LanePlan plan;
  private final DataType type;
  private final int destination;
  private final int first;
  private final int second;
  private final int control;
  private final boolean counts;

  RepeatedByteStep(Instruction instruction, TypedExpression expression) {
    this.plan = LanePlan.of(List.of(expression));
    this.type = instruction.type();
    this.destination = instruction.code(FieldName.XD);
    this.first = instruction.code(FieldName.XN);
    this.second = instruction.code(FieldName.XM);
    this.control = instruction.code(FieldName.XT);
    this.counts = ShiftCounts.slot(expression).filter(Slot.SECOND::equals).isPresent();
  }

  @Override
  public int execute(Core core, int at) {
    long word = Configuration.checked(ConfigurationWord.BIN, core.x[control]);
    long low = core.special[SpecialRegister.MASK0.code()];
    long high = core.special[SpecialRegister.MASK1.code()];
    boolean counting = RepeatStep.isCounting(core);
    if (!counting && low == 0 && high == 0) {
      throw Configuration.illegal("the vector mask is empty");
    }
    long count = low & 0xFFFF_FFFFL;
    long repeats = counting ? (count + LANES - 1) / LANES : word >>> 56;
    core.record.repeats(repeats);
    if (!counting && repeats == 0) {
      core.noteZeroRepeat();
    }
    core.record.number(counting || (low & high) != -1 ? 1 : 0);
    for (long r = 0; r < repeats; r++) {
      int active = LANES;
      if (counting) {
        active = (int) Math.min(LANES, count - r * LANES);
        Predicates.prefix(core.predicates, Core.PREDICATE_SCRATCH, 1, active);
      } else {
        Predicates.fromPairs(core.predicates, Core.PREDICATE_SCRATCH, low, high);
        int unused =
            high != 0
                ? Long.numberOfLeadingZeros(high)
                : Long.SIZE + Long.numberOfLeadingZeros(low);
        active = LANES - 2 * unused;
      }
      repeat(core, word, r, active);
    }
    return at + 1;
  }

  /** Reads, computes, writes. */
  private void repeat(Core core, long word, long r, int active) {
    load(core, RepeatStep.FIRST, address(core, first, word >>> 32, r), word >>> 8, active);
    load(core, RepeatStep.SECOND, address(core, second, word >>> 40, r), word >>> 16, active);
    if (counts && core.record.isActive()) {
      ShiftCounts.noteLanes(core, RepeatStep.SECOND, type, LANES, Core.PREDICATE_SCRATCH);
    }
    plan.run(
        core.vectors,
        RepeatStep.RESULT,
        RepeatStep.FIRST,
        RepeatStep.SECOND,
        RepeatStep.OLD,
        RepeatStep.OLD,
        0,
        Core.VECTOR_SCRATCH,
        LANES,
        core.scratch);
    long to = address(core, destination, word >>> 24, r);
    int stride = (int) word & 0xFF;
    RepeatStep.noteWrite(core, to, stride, active);
    check(
        RepeatMemory.store(
            core.vectors,
            RepeatStep.RESULT,
            core.ub,
            to,
            stride,
            RepeatStep.BLOCKS,
            1,
            core.predicates,
            Core.PREDICATE_SCRATCH));
  }

  private static long address(Core core, int register, long repeatStride, long r) {
    return core.x[register] + r * (repeatStride & 0xFF) * RepeatStep.BLOCK;
  }

  private static void load(Core core, int slot, long address, long blockStride, int active) {
    int stride = (int) blockStride & 0xFF;
    RepeatStep.noteRead(core, address, stride, active);
    check(
        RepeatMemory.load(
            core.ub,
            address,
            stride,
            RepeatStep.BLOCKS,
            1,
            core.vectors,
            slot,
            core.predicates,
            Core.PREDICATE_SCRATCH));
  }

  private static void check(long fault) {
    if (fault != IndexedMemory.NO_FAULT) {
      throw Core.ubTrap(fault, RepeatStep.BLOCK, "out of range or misaligned");
    }
  }
}
