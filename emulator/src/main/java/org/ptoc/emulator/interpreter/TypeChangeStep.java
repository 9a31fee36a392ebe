package org.ptoc.emulator.interpreter;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.FusedConversions;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/**
 * An A2/A3 word that works lane by lane on operands of different types: a conversion, arithmetic
 * with a conversion, or a mixed multiply-add (spec/21, 6.5).
 */
final class TypeChangeStep extends RepeatStep {
  private static final int CONVERSION_CONTROL_BIT = 60;
  private static final int TRUNCATION_BIT = 59;

  private static final LanePlan MIXED_MULTIPLY_ADD =
      LanePlan.of(
          new LaneExpression.Apply(
              LaneFunction.FMA,
              List.of(
                  new LaneExpression.Operand(LaneExpression.Slot.FIRST),
                  new LaneExpression.Operand(LaneExpression.Slot.SECOND),
                  new LaneExpression.Operand(LaneExpression.Slot.ACCUMULATOR))),
          DataType.FP32);

  private final UnitOperation operation;
  private final DataType resultType;
  private final int width;
  private final Rounding rounding;
  private final boolean saturate;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  TypeChangeStep(
      Instruction instruction,
      UnitOperation operation,
      Interpreter interpreter,
      LoopEngine engine) {
    super(
        instruction,
        operation == UnitOperation.CONVERT ? ConfigurationWord.UNA : ConfigurationWord.BIN);
    this.operation = operation;
    this.resultType = instruction.resultType();
    this.width = type.bytes();
    this.rounding = VectorOperands.rounding(instruction);
    this.saturate = instruction.field("sat") != 0;
    this.interpreter = interpreter;
    this.engine = engine;
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    if (engine == LoopEngine.NONE) {
      return false;
    }
    boolean converts = operation == UnitOperation.CONVERT;
    Optional<RepeatOperand.Source> second =
        converts ? Optional.empty() : Optional.of(second(core, word, width));
    long saturates = !converts || isSaturating(core) ? 1 : 0;
    Repeats all =
        new Repeats(
            repeats,
            lanes,
            active,
            lastActive,
            low,
            high,
            target(core, word, resultType.bytes()),
            operation == UnitOperation.MULTIPLY_ADD_MIXED,
            Optional.of(first(core, word, width)),
            second,
            Optional.empty(),
            false,
            saturates);
    return runCompiled(core, interpreter, engine, at, all);
  }

  /** CTRL bit 59 overrides the word for integer results when bit 60 is set (spec/40, 1.4). */
  private boolean isSaturating(Core core) {
    long ctrl = core.special[SpecialRegister.CTRL.code()];
    boolean overridden = (ctrl >>> CONVERSION_CONTROL_BIT & 1) != 0 && resultType.isInteger();
    return overridden ? (ctrl >>> TRUNCATION_BIT & 1) == 0 : saturate;
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    gather(
        core,
        FIRST,
        core.x[source] + r * firstRepeat(word) * BLOCK,
        firstBlock(word),
        width,
        low,
        high);
    if (operation != UnitOperation.CONVERT) {
      gather(
          core,
          SECOND,
          core.x[other] + r * secondRepeat(word) * BLOCK,
          secondBlock(word),
          width,
          low,
          high);
    }
    long to = core.x[destination] + r * destinationRepeat(word) * BLOCK;
    switch (operation) {
      case CONVERT -> convert(core);
      case MULTIPLY_ADD_MIXED -> {
        gather(core, OLD, to, destinationBlock(word), resultType.bytes(), low, high);
        multiplyAdd(core);
      }
      case MULTIPLY_CONVERT ->
          FusedConversions.multiplyConvert(
              core.vectors,
              RESULT,
              FIRST,
              SECOND,
              type,
              resultType,
              core.predicates,
              Core.ALL_ACTIVE,
              core.scratch);
      default ->
          FusedConversions.addReluConvert(
              core.vectors,
              RESULT,
              FIRST,
              SECOND,
              type,
              resultType,
              operation == UnitOperation.SUBTRACT_RELU_CONVERT,
              core.predicates,
              Core.ALL_ACTIVE,
              core.scratch);
    }
    scatter(core, RESULT, to, destinationBlock(word), resultType.bytes(), low, high);
  }

  private void convert(Core core) {
    Rounding mode = rounding;
    if (type == resultType) {
      NumberConversions.roundToIntegral(
          core.vectors,
          RESULT,
          FIRST,
          type,
          mode,
          core.predicates,
          Core.ALL_ACTIVE,
          false,
          core.scratch);
    } else {
      NumberConversions.convertConsecutive(
          core.vectors, RESULT, FIRST, type, resultType, mode, isSaturating(core), core.scratch);
    }
  }

  /** f16 factors widened to f32, which is exact, and one fused step per lane. */
  private void multiplyAdd(Core core) {
    NumberConversions.convertConsecutive(
        core.vectors, FIRST, FIRST, type, resultType, Rounding.NEAREST_EVEN, false, core.scratch);
    NumberConversions.convertConsecutive(
        core.vectors, SECOND, SECOND, type, resultType, Rounding.NEAREST_EVEN, false, core.scratch);
    MIXED_MULTIPLY_ADD.run(core.vectors, RESULT, FIRST, SECOND, OLD, 0, Core.VECTOR_SCRATCH, lanes);
  }
}
