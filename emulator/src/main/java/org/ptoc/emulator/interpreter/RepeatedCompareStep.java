package org.ptoc.emulator.interpreter;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.TypedExpression;

/**
 * An A2/A3 comparison with a vector or a scalar: one bit for each lane, the repeats behind each
 * other. The mask has no effect, the element count has (spec/21, 6.5).
 */
final class RepeatedCompareStep extends RepeatStep {
  private final int width;
  private final boolean withScalar;
  private final LanePlan plan;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  RepeatedCompareStep(
      Instruction instruction,
      TypedExpression expression,
      Interpreter interpreter,
      LoopEngine engine) {
    super(
        instruction, expression.reads(Slot.SCALAR) ? ConfigurationWord.UNA : ConfigurationWord.BIN);
    this.width = type.bytes();
    this.withScalar = expression.reads(Slot.SCALAR);
    this.plan = LanePlan.of(List.of(expression));
    this.interpreter = interpreter;
    this.engine = engine;
  }

  private int resultBytes() {
    return lanes / Byte.SIZE;
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    if (engine == LoopEngine.NONE) {
      return false;
    }
    boolean counting = isCounting(core);
    Optional<RepeatOperand.Source> second =
        withScalar ? Optional.empty() : Optional.of(second(core, word, width));
    Repeats all =
        new Repeats(
            repeats,
            lanes,
            counting ? active : lanes,
            counting ? lastActive : lanes,
            -1,
            -1,
            new RepeatOperand.Bits(core.x[destination], resultBytes(), resultBytes()),
            false,
            Optional.of(first(core, word, width)),
            second,
            Optional.empty(),
            false,
            core.x[other]);
    return runCompiled(core, interpreter, engine, at, all);
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    boolean counting = isCounting(core);
    long l = counting ? low : prefix(Math.min(lanes, Long.SIZE));
    long h = counting ? high : prefix(Math.max(0, lanes - Long.SIZE));
    gatherFirst(core, word, r, width, l, h);
    if (!withScalar) {
      gatherSecond(core, word, r, width, l, h);
    }
    compute(plan, core);
    int mask = expandMask(core, width, l, h);
    int result = Core.PREDICATE_SCRATCH + Predicates.WORDS;
    Predicates.fromTruths(core.vectors, RESULT, width, core.predicates, result, mask);
    long address = core.x[destination] + r * resultBytes();
    core.record.writes(AddressSpace.UB, address, resultBytes());
    int to = core.ub(address, resultBytes(), resultBytes());
    Predicates.storeDense(core.predicates, result, core.ub, to, width);
  }
}
