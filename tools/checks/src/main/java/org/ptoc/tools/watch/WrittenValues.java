package org.ptoc.tools.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.StringJoiner;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CubeMemory;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;

/**
 * What an instruction has just written, as text for people: {@code X3=16}, {@code V0=[1.0 2.0 3.0
 * 4.0 ..]}, {@code P1=all}, {@code UB[0x40]=[7 8 9 10 ..]}. Scalars in full, of the others the
 * first elements in the type of the result.
 */
public final class WrittenValues {
  private static final int SHOWN = 4;

  /** Scalars up to here are counts more often than addresses. */
  private static final long DECIMAL = 1_000_000;

  private WrittenValues() {}

  /**
   * The values of registers and of UB, in the order of the operands, each with a space in front.
   */
  static void append(
      Instruction instruction, Core core, ExecutionRecord record, StringBuilder line) {
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        int number = (int) instruction.value(operand);
        register(operand.registerClass().get(), number, instruction.resultType(), core, line);
      }
    }
    for (int i = 0; i < record.ranges(); i++) {
      boolean own = record.space(i) == AddressSpace.UB && core.cube == CubeMemory.NONE;
      if (own && record.isWrite(i)) {
        line.append(" UB[0x").append(Long.toHexString(record.address(i))).append("]=");
        long length = Math.min(record.length(i), core.ub.length - record.address(i));
        elements(core.ub, (int) record.address(i), length, instruction.resultType(), line);
      }
    }
  }

  private static void register(
      RegisterClass kind, int number, DataType type, Core core, StringBuilder line) {
    if (number == kind.constantRegister() || kind == RegisterClass.AL) {
      return;
    }
    line.append(' ').append(kind.spelling(number)).append('=');
    switch (kind) {
      case X -> line.append(scalar(core.x[number]));
      case V -> elements(core.vectors, number * Core.VECTOR_BYTES, Core.VECTOR_BYTES, type, line);
      case P ->
          line.append(
              predicate(
                  Arrays.copyOfRange(
                      core.predicates,
                      number * Predicates.WORDS,
                      (number + 1) * Predicates.WORDS)));
      case AL -> throw new AssertionError("state of a stream has no text");
    }
  }

  private static String scalar(long value) {
    return Math.abs(value) < DECIMAL ? Long.toString(value) : "0x" + Long.toHexString(value);
  }

  /** One bit for each byte of a vector, lane 0 on the right. */
  private static String predicate(long[] words) {
    if (Arrays.stream(words).allMatch(word -> word == -1)) {
      return "all";
    }
    StringBuilder digits = new StringBuilder();
    for (int i = words.length - 1; i >= 0; i--) {
      digits.append(
          digits.isEmpty() && words[i] == 0
              ? ""
              : digits.isEmpty() ? Long.toHexString(words[i]) : hex(words[i]));
    }
    return digits.isEmpty() ? "none" : "0x" + digits;
  }

  private static String hex(long word) {
    return "%016x".formatted(word);
  }

  private static void elements(
      byte[] memory, int start, long length, DataType type, StringBuilder line) {
    ByteBuffer bytes = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
    long count = length / type.bytes();
    StringJoiner shown = new StringJoiner(" ", "[", count > SHOWN ? " ..]" : "]");
    for (int i = 0; i < Math.min(count, SHOWN); i++) {
      shown.add(element(bytes, start + i * type.bytes(), type));
    }
    line.append(shown);
  }

  /** The number of an element. */
  public static String element(byte[] memory, int at, DataType type) {
    return element(ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN), at, type);
  }

  private static String element(ByteBuffer bytes, int at, DataType type) {
    return switch (type) {
      case FP32 -> Float.toString(bytes.getFloat(at));
      case FP16 -> Float.toString(Float16.decode(bytes.getShort(at) & 0xFFFF));
      case BF16 -> Float.toString(BFloat16.decode(bytes.getShort(at) & 0xFFFF));
      case S64 -> Long.toString(bytes.getLong(at));
      case S32 -> Integer.toString(bytes.getInt(at));
      case S16 -> Short.toString(bytes.getShort(at));
      case S8 -> Byte.toString(bytes.get(at));
      case U64 -> Long.toUnsignedString(bytes.getLong(at));
      case U32 -> Integer.toUnsignedString(bytes.getInt(at));
      case U16 -> Integer.toString(bytes.getShort(at) & 0xFFFF);
      case U8 -> Integer.toString(bytes.get(at) & 0xFF);
      default -> "0x%02x".formatted(bytes.get(at));
    };
  }
}
