package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.interpreter.step.Blend;
import org.ptoc.emulator.interpreter.step.Configuration;
import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Vectors;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;

/**
 * The selection of A2/A3 (spec/21, 6.5). Mode 0 selects by the compare mask registers, the same for
 * each repeat. Mode 1 takes the bits from memory at xm and the second operand, one element, from
 * the address in CMPMASK0. Mode 2 takes the bits from the address in CMPMASK0.
 */
final class RepeatedSelectStep extends RepeatStep {
  private static final int BY_REGISTERS = 0;
  private static final int SCALAR = 1;
  private static final int ILLEGAL = 3;

  private final int width;
  private final Interpreter interpreter;
  private final LoopEngine engine;

  RepeatedSelectStep(Instruction instruction, Interpreter interpreter, LoopEngine engine) {
    super(instruction, ConfigurationWord.BIN);
    this.width = type.bytes();
    this.interpreter = interpreter;
    this.engine = engine;
  }

  private static int mode(long word) {
    return (int) ConfigurationWord.BIN.get(word, ConfigurationField.MODE);
  }

  @Override
  boolean runAll(
      Core core, int at, long word, long repeats, int active, int lastActive, long low, long high) {
    int mode = mode(word);
    if (engine == LoopEngine.NONE || mode == ILLEGAL) {
      return false;
    }
    long mask0 = core.special[SpecialRegister.CMPMASK0.code()];
    RepeatOperand.Selector selector =
        mode == BY_REGISTERS
            ? new RepeatOperand.Registers(mask0, core.special[SpecialRegister.CMPMASK1.code()])
            : new RepeatOperand.Bits(mode == SCALAR ? core.x[other] : mask0, lanes / Byte.SIZE, 1);
    RepeatOperand.Source second =
        mode == SCALAR ? new RepeatOperand.Element(mask0, width) : second(core, word, width);
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
            Optional.of(second),
            Optional.of(selector),
            false,
            0);
    return runCompiled(core, interpreter, engine, at, all);
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    int mode = mode(word);
    long mask0 = core.special[SpecialRegister.CMPMASK0.code()];
    long bitsLow = mask0;
    long bitsHigh = core.special[SpecialRegister.CMPMASK1.code()];
    if (mode == ILLEGAL) {
      throw Configuration.illegal("vsel has no mode 3");
    }
    if (mode != BY_REGISTERS) {
      int bytes = lanes / Byte.SIZE;
      int at = core.ub((mode == SCALAR ? core.x[other] : mask0) + r * bytes, bytes, 1);
      core.record.reads(AddressSpace.UB, at, bytes);
      bitsLow = LittleEndian.get64(core.ub, at);
      bitsHigh = bytes > Long.BYTES ? LittleEndian.get64(core.ub, at + Long.BYTES) : 0;
    }
    gatherFirst(core, word, r, width, low, high);
    if (mode == SCALAR) {
      int at = core.ub(mask0, width, width);
      core.record.piece(AddressSpace.UB, at, width, false);
      Vectors.fill(core.vectors, SECOND, LittleEndian.get(core.ub, at, width), width);
    } else {
      gatherSecond(core, word, r, width, low, high);
    }
    int selected = expandMask(core, width, bitsLow, bitsHigh);
    Blend.select(core.vectors, RESULT, FIRST, SECOND, width, core.predicates, selected);
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), width, low, high);
  }
}
