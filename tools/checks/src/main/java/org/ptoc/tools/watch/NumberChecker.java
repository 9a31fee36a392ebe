package org.ptoc.tools.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.FloatElements.Contents;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds where a NaN or an infinity comes from: the first vector word that makes a NaN out of
 * operands without a NaN, or an infinity out of finite numbers. Lane-wise words on registers are
 * checked for each lane. All other words are checked on everything they read, so that a word which
 * only passes on a NaN or an infinity is never reported. Loads, gathers, moves and broadcasts make
 * neither.
 */
public final class NumberChecker implements ExecutionListener {
  private final Program program;
  private final Findings findings;
  private Optional<Core> state = Optional.empty();
  private byte[] registers = new byte[0];
  private byte[] memory = new byte[0];
  private boolean done;

  /** A lane that holds a new NaN or infinity, and what the word has read for it. */
  private record Made(int lane, Contents read) {}

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
      } else if (record.ranges() == 0) {
        lanes(word, instruction, core);
      }
    }
    keep(instruction, record, core);
  }

  /** Remembers what the word has written. */
  private void keep(Instruction instruction, ExecutionRecord record, Core core) {
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.isOf(RegisterClass.V) && instruction.writes(operand)) {
        int at = (int) instruction.value(operand) * Core.VECTOR_BYTES;
        System.arraycopy(core.vectors, at, registers, at, Core.VECTOR_BYTES);
      }
    }
    for (int i = 0; i < record.ranges(); i++) {
      if (record.isWrite(i) && record.space(i) == AddressSpace.UB) {
        int at = (int) Math.min(record.address(i), memory.length); // A cube core has no UB itself.
        int length = (int) Math.min(record.length(i), memory.length - at);
        System.arraycopy(core.ub, at, memory, at, length);
      }
    }
  }

  /** True if a word of the vector pipe calculates with floats of a type that has infinities. */
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
    List<FloatElements> inputs = new ArrayList<>();
    Optional<FloatElements> output = Optional.empty();
    for (OperandField operand : instruction.definition().operands()) {
      if (!operand.isOf(RegisterClass.V)) {
        continue;
      }
      int number = (int) instruction.value(operand);
      DataType out = instruction.resultType();
      boolean written = instruction.writes(operand);
      if (written && output.isEmpty()) {
        output = Optional.of(register(core.vectors, number, out));
      }
      if (operand.access() != Access.WRITE) {
        inputs.add(register(registers, number, written ? out : instruction.type()));
      }
    }
    if (output.isEmpty() || inputs.isEmpty()) {
      return;
    }
    Optional<Made> made = firstMade(instruction, core, inputs, output.get());
    if (made.isPresent()) {
      report(word, instruction, output.get(), inputs, made.get());
    }
  }

  private static FloatElements register(byte[] bytes, int number, DataType type) {
    int count = Core.VECTOR_BYTES / type.bytes();
    String name = RegisterClass.V.spelling(number);
    return new FloatElements(name, bytes, number * Core.VECTOR_BYTES, count, type);
  }

  /** What a scalar that takes part in every lane is; its register holds the bits. */
  private static Contents scalar(Instruction instruction, Core core) {
    boolean takesPart = takesScalar(instruction);
    Contents contents = Contents.NUMBERS;
    for (OperandField operand : instruction.definition().operands()) {
      if (takesPart && holdsScalar(instruction, operand)) {
        byte[] bits = new byte[Long.BYTES];
        ByteBuffer.wrap(bits)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(core.x[(int) instruction.value(operand)]);
        contents = contents.and(new FloatElements("", bits, 0, 1, instruction.type()).contents());
      }
    }
    return contents;
  }

  private static boolean takesScalar(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Lanes lanes
        && lanes.results().stream().anyMatch(each -> each.reads(Slot.SCALAR));
  }

  /** True if the register is neither the address of a destination or source nor a configuration. */
  private static boolean holdsScalar(Instruction instruction, OperandField operand) {
    return operand.isOf(RegisterClass.X)
        && Stream.of(OperandRole.XD, OperandRole.XN, OperandRole.XT)
            .noneMatch(each -> instruction.definition().operand(each).equals(Optional.of(operand)));
  }

  private static Optional<Made> firstMade(
      Instruction instruction, Core core, List<FloatElements> inputs, FloatElements output) {
    boolean aligned = instruction.type().bytes() == instruction.resultType().bytes();
    boolean lanewise = aligned && instruction.definition().semantics() instanceof Semantics.Lanes;
    Contents all = scalar(instruction, core);
    for (int i = 0; !lanewise && i < inputs.size(); i++) {
      all = all.and(inputs.get(i).contents());
    }
    for (int i = 0; i < output.count(); i++) {
      double result = output.get(i);
      if (!Double.isFinite(result) && isActive(instruction, core, i * output.type().bytes())) {
        Contents here = all;
        for (int each = 0; lanewise && each < inputs.size(); each++) {
          here = here.and(inputs.get(each).contents(i));
        }
        if (here.make(result)) {
          return Optional.of(new Made(i, here));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isActive(Instruction instruction, Core core, int at) {
    return instruction.definition().operand(OperandRole.PG).isEmpty()
        || Predicates.test(core.predicates, instruction.code(FieldName.PG) * Predicates.WORDS, at);
  }

  private void report(
      int word,
      Instruction instruction,
      FloatElements output,
      List<FloatElements> inputs,
      Made made) {
    int lane = made.lane();
    StringBuilder text = new StringBuilder();
    boolean aligned = instruction.type().bytes() == instruction.resultType().bytes();
    for (FloatElements each : inputs) {
      int index = aligned ? lane : Math.min(lane, each.count() - 1);
      text.append(text.isEmpty() ? "" : ", ").append(each.name()).append(" = ");
      text.append(spelled(each, index));
    }
    String place = "lane " + lane + where(text);
    report(word, instruction, output.get(lane), made.read(), place);
  }

  private static String spelled(FloatElements operand, int index) {
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
    Contents[] read = {scalar(instruction, core)};
    boolean[] reads = {false};
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space == AddressSpace.UB && !isWrite) {
                reads[0] = true;
                read[0] = read[0].and(elements(memory, address, length, in).contents());
              }
            });
    long[] first = {-1};
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space == AddressSpace.UB && isWrite && reads[0] && first[0] < 0) {
                first[0] = firstMade(elements(core.ub, address, length, out), read[0]);
              }
            });
    if (first[0] >= 0) {
      made(word, instruction, core, first[0], read[0]);
    }
  }

  private static FloatElements elements(byte[] bytes, long address, long length, DataType type) {
    return new FloatElements("", bytes, (int) address, (int) (length / type.bytes()), type);
  }

  /** The address of the first element that no element of those read explains, or -1. */
  private static long firstMade(FloatElements written, Contents read) {
    for (int i = 0; i < written.count(); i++) {
      if (read.make(written.get(i))) {
        return written.start() + (long) i * written.type().bytes();
      }
    }
    return -1;
  }

  private void made(int word, Instruction instruction, Core core, long address, Contents read) {
    DataType out = instruction.resultType();
    long offset = address - core.x[instruction.code(FieldName.XD)];
    StringBuilder text = new StringBuilder();
    for (FieldName field : List.of(FieldName.XN, FieldName.XM)) {
      boolean source = field == FieldName.XN || !takesScalar(instruction);
      if (source && instruction.definition().operandInField(field).isPresent()) {
        long at =
            core.x[instruction.code(field)] + offset / out.bytes() * instruction.type().bytes();
        if (at >= 0 && at + Long.BYTES <= memory.length) {
          FloatElements input = new FloatElements("", memory, (int) at, 1, instruction.type());
          text.append(text.isEmpty() ? "" : ", ").append("UB 0x").append(Long.toHexString(at));
          text.append(" = ").append(spelled(input, 0));
        }
      }
    }
    FloatElements output = new FloatElements("", core.ub, (int) address, 1, out);
    String place = "UB byte 0x" + Long.toHexString(address) + where(text);
    report(word, instruction, output.get(0), read, place);
  }

  private static String where(StringBuilder inputs) {
    return inputs.isEmpty() ? "" : ", where " + inputs;
  }

  private void report(
      int word, Instruction instruction, double value, Contents read, String place) {
    done = true;
    findings.found(
        word,
        instruction.definition().mnemonic()
            + " makes "
            + (Double.isNaN(value) ? "a NaN" : "an infinity")
            + (read.infinity() ? " out of infinities in " : " out of numbers in ")
            + place,
        word);
  }
}
