package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Comparisons;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Instruction;

/**
 * An A2/A3 comparison with a vector or a scalar: one bit for each lane, the repeats behind each
 * other. The mask has no effect, the element count has (spec/21, 6.5).
 */
final class RepeatedCompareStep extends RepeatStep {
  private final int width;
  private final boolean withScalar;
  private final Comparison comparison;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  RepeatedCompareStep(
      Instruction instruction, boolean withScalar, Interpreter interpreter, LoopEngine engine) {
    super(instruction, withScalar ? ConfigurationWord.UNA : ConfigurationWord.BIN);
    this.width = type.bytes();
    this.withScalar = withScalar;
    this.comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
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
    gather(
        core, FIRST, core.x[source] + r * firstRepeat(word) * BLOCK, firstBlock(word), width, l, h);
    int mask = expandMask(core, width, l, h);
    int result = Core.PREDICATE_SCRATCH + Predicates.WORDS;
    if (withScalar) {
      Comparisons.compareScalar(
          core.vectors,
          FIRST,
          core.x[other],
          type,
          comparison,
          core.predicates,
          result,
          mask,
          core.scratch);
    } else {
      gather(
          core,
          SECOND,
          core.x[other] + r * secondRepeat(word) * BLOCK,
          secondBlock(word),
          width,
          l,
          h);
      Comparisons.compare(
          core.vectors, FIRST, SECOND, type, comparison, core.predicates, result, mask);
    }
    long address = core.x[destination] + r * resultBytes();
    core.record.writes(AddressSpace.UB, address, resultBytes());
    int to = core.ub(address, resultBytes(), resultBytes());
    Predicates.storeDense(core.predicates, result, core.ub, to, width);
  }
}
