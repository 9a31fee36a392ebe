package org.ptoc.tools.watch;

import java.util.HexFormat;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CubeMemory;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;

/**
 * Every bit that an instruction has just written, for the commit log: {@code
 * X3=0x0000000000000010}; of vectors, predicates and memory the bytes from the lowest address on,
 * two digits each.
 */
final class CommittedValues {
  private static final HexFormat HEX = HexFormat.of();

  private CommittedValues() {}

  /** The registers in the order of the operands, each with a space in front. */
  static void registers(Instruction instruction, Core core, StringBuilder line) {
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().isPresent() && instruction.writes(operand)) {
        register(operand.registerClass().get(), (int) instruction.value(operand), core, line);
      }
    }
  }

  private static void register(RegisterClass kind, int number, Core core, StringBuilder line) {
    if (number == kind.constantRegister() || kind == RegisterClass.AL) {
      return;
    }
    line.append(' ').append(kind.spelling(number)).append('=');
    switch (kind) {
      case X -> line.append("0x").append(HEX.toHexDigits(core.x[number]));
      case V -> {
        int start = number * Core.VECTOR_BYTES;
        HEX.formatHex(line, core.vectors, start, start + Core.VECTOR_BYTES);
      }
      case P -> {
        for (int i = 0; i < Predicates.WORDS; i++) {
          long word = core.predicates[number * Predicates.WORDS + i];
          line.append(HEX.toHexDigits(Long.reverseBytes(word)));
        }
      }
      case AL -> throw new AssertionError("state of a stream has no text");
    }
  }

  /**
   * The current bytes of a written range. Empty for the unified buffer of another core, since a
   * cube core does not know which one it writes, and for the L1 of another core.
   */
  static void memory(ExecutionRecord record, int range, Core core, StringBuilder line) {
    long address = record.address(range);
    long length = record.length(range);
    switch (record.space(range)) {
      case UB -> {
        if (core.cube == CubeMemory.NONE) {
          bytes(core.ub, address, length, line);
        }
      }
      case LOCAL -> bytes(core.local, address, length, line);
      case GM -> {
        byte[] written = new byte[(int) length];
        core.global.read(address, written, 0, written.length);
        HEX.formatHex(line, written);
      }
      case L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> {
        if (core.cube != CubeMemory.NONE) {
          byte[] memory = core.cube.array(record.space(range));
          bytes(memory, core.cube.at(record.space(range), address, 0, 1), length, line);
        }
      }
      case CONST, PARAM -> throw new AssertionError("no word writes this memory");
    }
  }

  /** The bounds of an access may end past the memory. */
  private static void bytes(byte[] memory, long start, long length, StringBuilder line) {
    HEX.formatHex(line, memory, (int) start, (int) Math.min(memory.length, start + length));
  }
}
