package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.UnitOperation;

/** An A2/A3 word that works lane by lane on operands of different types: a conversion, or a mixed multiply-add. */
final class TypeChangeStep extends RepeatedUnitStep {
  private final int width;
  private final int resultWidth;
  private final boolean accumulates;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  TypeChangeStep(Instruction instruction, UnitOperation operation, Interpreter interpreter, LoopEngine engine) {
    super(instruction, operation);
    this.width = instruction.type().bytes();
    this.resultWidth = instruction.resultType().bytes();
    this.accumulates = operation == UnitOperation.MULTIPLY_ADD_MIXED;
    this.interpreter = interpreter;
    this.engine = engine;
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    if (engine == LoopEngine.NONE) {
      return false;
    }
    RepeatOperand to =
        new RepeatOperand(core.x[destination], destinationBlock(word), destinationRepeat(word), resultWidth);
    RepeatOperand first = new RepeatOperand(core.x[source], firstBlock(word), firstRepeat(word), width);
    Optional<RepeatOperand> second = accumulates
        ? Optional.of(new RepeatOperand(core.x[other], secondBlock(word), secondRepeat(word), width))
        : Optional.empty();
    return runCompiled(
        core, interpreter, engine, at,
        new Repeats(repeats, lanes, active, lastActive, low, high, to, accumulates, Optional.of(first), second, 0));
  }
}
