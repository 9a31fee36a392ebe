package org.ptoc.tools.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds where a NaN or an infinity comes from: the first vector word that makes one out of numbers.
 * Words that work lane by lane on registers are looked at lane by lane. Of all others what they
 * read must be numbers altogether, so that what only passes a NaN on is never accused. Loads, moves
 * and broadcasts make nothing.
 */
public final class NumberChecker implements ExecutionListener {
  private final Program program;
  private final Findings findings;
  private Optional<Core> state = Optional.empty();
  private byte[] registers = new byte[0];
  private byte[] memory = new byte[0];
  private boolean done;

  /** Some elements, as they were in front of the word or as it left them. */
  private record Operand(String name, byte[] bytes, int start, int count, DataType type) {
    double get(int index) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int at = start + index * type.bytes();
      return switch (type) {
        case FP32 -> buffer.getFloat(at);
        case FP16 -> Float16.decode(buffer.getShort(at) & 0xFFFF);
        case BF16 -> BFloat16.decode(buffer.getShort(at) & 0xFFFF);
        default -> 0; // Integers are numbers.
      };
    }

    boolean isNumber(int index) {
      return Double.isFinite(get(index));
    }

    boolean isNumbers() {
      for (int i = 0; i < count; i++) {
        if (!isNumber(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /** A checker of one block. */
  public NumberChecker(Program program, Findings findings) {
    this.program = program;
    this.findings = findings;
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
    registers = core.vectors.clone();
    memory = core.ub.clone();
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (done || state.isEmpty()) {
      return;
    }
    Core core = state.get();
    Instruction instruction = program.at(word);
    if (computes(instruction)) {
      if (instruction.definition().format() == WordFormat.U) {
        memory(word, instruction, record, core);
      } else {
        lanes(word, instruction, core);
      }
    }
    keep(instruction, record, core);
  }

  /** Remembers what the word has written. */
  private void keep(Instruction instruction, ExecutionRecord record, Core core) {
    for (OperandField operand : instruction.definition().operands()) {
      if (isVector(operand) && WrittenValues.isWritten(instruction, operand.access())) {
        int at = (int) instruction.value(operand) * Core.VECTOR_BYTES;
        System.arraycopy(core.vectors, at, registers, at, Core.VECTOR_BYTES);
      }
    }
    for (int i = 0; i < record.ranges(); i++) {
      if (record.isWrite(i) && record.space(i) == AddressSpace.UB) {
        int at = (int) record.address(i);
        int length = (int) Math.min(record.length(i), memory.length - at);
        System.arraycopy(core.ub, at, memory, at, length);
      }
    }
  }

  private static boolean isVector(OperandField operand) {
    return operand.registerClass().equals(Optional.of(RegisterClass.V));
  }

  /** Whether a word of the vector pipe calculates with floats of a type that has infinities. */
  private static boolean computes(Instruction instruction) {
    boolean known =
        switch (instruction.resultType()) {
          case FP32, FP16, BF16 -> true;
          default -> false;
        };
    return known
        && instruction.definition().pipe() == Pipe.V
        && !(instruction.definition().semantics() instanceof Semantics.Control);
  }

  // Registers.

  private void lanes(int word, Instruction instruction, Core core) {
    List<Operand> inputs = new ArrayList<>();
    Optional<Operand> output = Optional.empty();
    for (OperandField operand : instruction.definition().operands()) {
      if (!isVector(operand)) {
        continue;
      }
      int number = (int) instruction.value(operand);
      int at = number * Core.VECTOR_BYTES;
      String name = RegisterClass.V.spelling(number);
      DataType in = instruction.type();
      boolean written = WrittenValues.isWritten(instruction, operand.access());
      DataType out = instruction.resultType();
      if (written && output.isEmpty()) {
        output =
            Optional.of(new Operand(name, core.vectors, at, Core.VECTOR_BYTES / out.bytes(), out));
      }
      inputs.add(
          new Operand(name, registers, at, Core.VECTOR_BYTES / in.bytes(), written ? out : in));
    }
    boolean takesOne = inputs.size() > 1;
    if (output.isEmpty() || !takesOne || scalar(instruction, core)) {
      return;
    }
    OptionalInt lane = firstMade(instruction, core, inputs, output.get());
    if (lane.isPresent()) {
      report(word, instruction, output.get(), inputs, lane.getAsInt());
    }
  }

  /** Whether a scalar that takes part is no number itself; its register holds the bits. */
  private static boolean scalar(Instruction instruction, Core core) {
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.X))) {
        byte[] bits = new byte[Long.BYTES];
        ByteBuffer.wrap(bits)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(core.x[(int) instruction.value(operand)]);
        if (!new Operand("", bits, 0, 1, instruction.type()).isNumber(0)) {
          return true;
        }
      }
    }
    return false;
  }

  private static OptionalInt firstMade(
      Instruction instruction, Core core, List<Operand> inputs, Operand output) {
    boolean aligned = instruction.type().bytes() == instruction.resultType().bytes();
    boolean lanewise = aligned && instruction.definition().semantics() instanceof Semantics.Lanes;
    if (!lanewise && !inputs.subList(1, inputs.size()).stream().allMatch(Operand::isNumbers)) {
      return OptionalInt.empty();
    }
    for (int i = 0; i < output.count(); i++) {
      int lane = i;
      boolean active = isActive(instruction, core, i * output.type().bytes());
      boolean fromNumbers = !lanewise || inputs.stream().allMatch(each -> each.isNumber(lane));
      if (active && !output.isNumber(i) && fromNumbers) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isActive(Instruction instruction, Core core, int at) {
    return instruction.definition().operand(OperandRole.PG).isEmpty()
        || Predicates.test(core.predicates, instruction.code(FieldName.PG) * Predicates.WORDS, at);
  }

  private void report(
      int word, Instruction instruction, Operand output, List<Operand> inputs, int lane) {
    StringBuilder text = new StringBuilder();
    boolean aligned = instruction.type().bytes() == instruction.resultType().bytes();
    for (Operand each : inputs.subList(1, inputs.size())) {
      int index = aligned ? lane : Math.min(lane, each.count() - 1);
      text.append(text.isEmpty() ? "" : ", ").append(each.name()).append(" = ");
      text.append(spelled(each, index));
    }
    report(word, instruction, "lane " + lane, output.get(lane), text.toString());
  }

  private static String spelled(Operand operand, int index) {
    if (operand.type().isFloat()) {
      return Double.toString(operand.get(index));
    }
    int at = operand.start() + index * operand.type().bytes();
    return "0x%02x..".formatted(operand.bytes()[at]);
  }

  // Memory.

  private void memory(int word, Instruction instruction, ExecutionRecord record, Core core) {
    DataType in = instruction.type();
    DataType out = instruction.resultType();
    boolean[] numbers = {true};
    long[] first = {-1};
    boolean[] reads = {false};
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              int count = (int) (length / (isWrite ? out : in).bytes());
              if (space != AddressSpace.UB) {
                return;
              }
              Operand piece =
                  new Operand(
                      "", isWrite ? core.ub : memory, (int) address, count, isWrite ? out : in);
              if (!isWrite) {
                reads[0] = true;
                numbers[0] &= piece.isNumbers();
              }
              for (int i = 0; isWrite && first[0] < 0 && i < count; i++) {
                first[0] = piece.isNumber(i) ? -1 : address + (long) i * out.bytes();
              }
            });
    if (reads[0] && numbers[0] && first[0] >= 0 && !scalar(instruction, core)) {
      made(word, instruction, core, first[0]);
    }
  }

  private void made(int word, Instruction instruction, Core core, long address) {
    DataType out = instruction.resultType();
    long offset = address - core.x[instruction.code(FieldName.XD)];
    StringBuilder text = new StringBuilder();
    for (FieldName field : List.of(FieldName.XN, FieldName.XM)) {
      if (instruction.definition().operandInField(field).isPresent()) {
        long at =
            core.x[instruction.code(field)] + offset / out.bytes() * instruction.type().bytes();
        if (at >= 0 && at + Long.BYTES <= memory.length) {
          Operand input = new Operand("", memory, (int) at, 1, instruction.type());
          text.append(text.isEmpty() ? "" : ", ").append("UB 0x").append(Long.toHexString(at));
          text.append(" = ").append(spelled(input, 0));
        }
      }
    }
    Operand output = new Operand("", core.ub, (int) address, 1, out);
    report(
        word,
        instruction,
        "UB byte 0x" + Long.toHexString(address),
        output.get(0),
        text.toString());
  }

  private void report(
      int word, Instruction instruction, String place, double value, String inputs) {
    done = true;
    findings.found(
        word,
        instruction.definition().mnemonic()
            + " makes "
            + (Double.isNaN(value) ? "a NaN" : "an infinity")
            + " out of numbers in "
            + place
            + (inputs.isEmpty() ? "" : ", where " + inputs),
        word);
  }
}
