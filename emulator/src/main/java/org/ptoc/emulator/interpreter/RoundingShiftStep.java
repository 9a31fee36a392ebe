package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;

/**
 * The A2/A3 right shift with the rounding flag: half of the last kept unit is added before the bits
 * are dropped.
 */
final class RoundingShiftStep extends RepeatStep {
  private final int width;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  RoundingShiftStep(Instruction instruction, Interpreter interpreter, LoopEngine engine) {
    super(instruction, ConfigurationWord.UNA);
    this.width = instruction.type().bytes();
    this.interpreter = interpreter;
    this.engine = engine;
  }

  @Override
  void begin(Core core, long word) {
    ShiftCounts.noteUniform(core, core.x[other], type.bits());
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    if (engine == LoopEngine.NONE) {
      return false;
    }
    Repeats all =
        new Repeats(
            repeats,
            lanes,
            active,
            lastActive,
            low,
            high,
            target(core, word, width),
            false,
            Optional.of(first(core, word, width)),
            Optional.empty(),
            Optional.empty(),
            false,
            core.x[other]);
    return runCompiled(core, interpreter, engine, at, all);
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
    int distance = (int) Math.min(core.x[other] & 0xFFFF, Integer.SIZE + 1);
    long half = distance == 0 ? 0 : 1L << distance - 1;
    for (int i = 0; i < Core.VECTOR_BYTES; i += width) {
      long value = LittleEndian.get(core.vectors, FIRST + i, width);
      if (type.kind() == DataType.Kind.SIGNED) {
        value = value << Long.SIZE - type.bits() >> Long.SIZE - type.bits();
      }
      LittleEndian.put(core.vectors, RESULT + i, width, value + half >> distance);
    }
    long to = core.x[destination] + r * destinationRepeat(word) * BLOCK;
    scatter(core, RESULT, to, destinationBlock(word), width, low, high);
  }
}
