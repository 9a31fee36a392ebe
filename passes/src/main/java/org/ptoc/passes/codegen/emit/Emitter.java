package org.ptoc.passes.codegen.emit;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.Relocation;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.ConstantData;
import org.ptoc.passes.codegen.MachineInstruction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.SymbolUse;
import org.ptoc.passes.codegen.allocate.Allocation;
import org.ptoc.passes.codegen.allocate.Move;

/**
 * Writes the words of a kernel. A word whose length or offset is not known yet is encoded again
 * when it is; loops and regions without body vanish, and a branch target at the end of a loop body
 * gets a {@code nop}.
 */
public final class Emitter {
  private final Allocation allocation;
  private final Profile profile;
  private final Diagnostics diagnostics;
  private final MoveWriter moves;
  private final List<InstructionEncoder> words = new ArrayList<>();
  private final List<Location> locations = new ArrayList<>();
  private final Map<MachineNode.Label, Integer> labels = new IdentityHashMap<>();
  private final Map<Integer, MachineNode.Label> branches = new LinkedHashMap<>();
  private final Deque<Integer> open = new ArrayDeque<>();
  private final List<Relocation> relocations = new ArrayList<>();
  private final ConstantData constants;
  private final boolean isCube;
  private int lastLabel = -1;
  private Location location = Location.NONE;

  private Emitter(Allocation allocation, Profile profile, Diagnostics diagnostics) {
    this.allocation = allocation;
    this.profile = profile;
    this.diagnostics = diagnostics;
    this.moves = new MoveWriter(profile, this::append);
    this.constants = new ConstantData(allocation.function().constants());
    this.isCube = allocation.function().nodes().stream().anyMatch(Emitter::isOfCube);
  }

  /**
   * The code of a kernel.
   *
   * @param unifiedBufferBytes highest UB byte used plus one, when known
   * @param localStart lowest byte of LOCAL memory that variables take, when there are any
   * @return empty when an instruction has no encoding, which was reported
   */
  public static Optional<KernelCode> emit(
      String name,
      List<KernelParameter> parameters,
      Allocation allocation,
      Profile profile,
      OptionalInt unifiedBufferBytes,
      OptionalInt localStart,
      Diagnostics diagnostics) {
    if (localStart.isPresent() && overlapsSpills(allocation, localStart.getAsInt())) {
      diagnostics.report(
          DiagnosticCode.CODE_LIMIT,
          Location.NONE,
          "@"
              + name
              + ": its local arrays and structs leave no room in LOCAL memory for registers that"
              + " it has to spill");
      return Optional.empty();
    }
    return new Emitter(allocation, profile, diagnostics)
        .run(name, parameters, unifiedBufferBytes, localStart);
  }

  /** Variables lie below the slots of scalars and above what the other slots take. */
  private static boolean overlapsSpills(Allocation allocation, int localStart) {
    for (RegisterClass registerClass : RegisterClass.values()) {
      Bank slots = Bank.of(registerClass).slots();
      if (slots != Bank.X_SLOT && slots.end(allocation.slots(registerClass)) > localStart) {
        return true;
      }
    }
    return false;
  }

  private Optional<KernelCode> run(
      String name,
      List<KernelParameter> parameters,
      OptionalInt unifiedBufferBytes,
      OptionalInt localStart) {
    for (MachineNode node : allocation.function().nodes()) {
      location = node.location();
      write(node);
    }
    branches.forEach(
        (index, label) ->
            words
                .get(index)
                .set(OperandRole.IMM32, Objects.requireNonNull(labels.get(label)) - index));
    long[] code = new long[words.size()];
    ResourceCounter counter = new ResourceCounter();
    int errors = diagnostics.errorCount();
    for (int i = 0; i < code.length; i++) {
      switch (words.get(i).encode()) {
        case Instruction instruction -> {
          code[i] = instruction.word();
          counter.add(instruction);
        }
        case IllegalWord illegal ->
            diagnostics.report(codeOf(illegal), locations.get(i), illegal.message());
      }
    }
    return diagnostics.errorCount() > errors
        ? Optional.empty()
        : Optional.of(
            new KernelCode(
                name,
                profile,
                code,
                constants.bytes(),
                locations,
                parameters,
                counter.usage(allocation, unifiedBufferBytes, localStart),
                KernelProperties.Kind.VECTOR,
                false,
                List.of(),
                KernelProperties.CubeMemoryUse.NONE,
                relocations,
                Optional.empty(),
                List.of()));
  }

  private static DiagnosticCode codeOf(IllegalWord illegal) {
    return illegal.code() == TrapCode.ILLEGAL_OPERAND_TYPE
        ? DiagnosticCode.ILLEGAL_ELEMENT_TYPE
        : DiagnosticCode.CODE_LIMIT;
  }

  private void write(MachineNode node) {
    switch (node) {
      case MachineInstruction instruction -> writeInstruction(instruction);
      case MachineNode.Label label -> {
        labels.put(label, words.size());
        lastLabel = words.size();
      }
      case MachineNode.Branch branch -> {
        branches.put(words.size(), branch.target());
        append(branch.instruction().encoder(profile, allocation::number));
      }
      case MachineNode.LoadConstant load ->
          writeConstant(allocation.number(load.target()), load.value());
      case MachineNode.Copies copies -> {
        for (Move move : allocation.moves(copies)) {
          moves.write(move);
        }
      }
      case MachineNode.Entry entry -> {}
      case MachineNode.LoopBegin begin ->
          begin(
              emit(Mnemonic.LOOP)
                  .set(OperandRole.LVL, begin.level())
                  .set(OperandRole.X, allocation.number(begin.count())));
      case MachineNode.LoopEnd end -> endLoop();
      case MachineNode.RegionBegin begin -> begin(emit(Mnemonic.VF_BEGIN));
      case MachineNode.RegionEnd end -> endRegion();
    }
  }

  /**
   * A predicated copy of a register to itself is not canonical: a merging one does nothing, the
   * other one only clears lanes, as {@code vor} does.
   */
  private void writeInstruction(MachineInstruction instruction) {
    instruction.symbol().ifPresent(use -> relocate(instruction, use));
    if (!instruction.definition().isCopy() || number(instruction, 0) != number(instruction, 1)) {
      append(instruction.encoder(profile, allocation::number));
    } else if (instruction.value(OperandRole.MRG).orElse(0L) == 0) {
      append(
          emit(Mnemonic.VOR)
              .set(OperandRole.VD, number(instruction, 0))
              .set(OperandRole.VA, number(instruction, 0))
              .set(OperandRole.VB, number(instruction, 0))
              .set(OperandRole.PG, number(instruction, 2))
              .set(OperandRole.DT, instruction.value(OperandRole.DT).orElseThrow()));
    }
  }

  private void relocate(MachineInstruction instruction, SymbolUse use) {
    relocations.add(
        new Relocation(
            words.size(),
            use.operand(),
            use.name(),
            instruction.value(use.operand()).orElse(0L).intValue()));
  }

  private int number(MachineInstruction instruction, int operand) {
    return allocation.number(instruction.register(operand).orElseThrow());
  }

  private InstructionEncoder emit(Mnemonic mnemonic) {
    return InstructionEncoder.of(profile, mnemonic);
  }

  private void append(InstructionEncoder word) {
    words.add(word);
    locations.add(location);
  }

  private static boolean isOfCube(MachineNode node) {
    return node instanceof MachineInstruction instruction
        && !instruction.definition().schedulingClass().isFor(CoreKind.VECTOR);
  }

  /**
   * Long constants of the cube core, whose pipes wait for their configuration words, are loaded in
   * one word (spec/60, 5.6).
   */
  private void writeConstant(int register, long value) {
    if (value == (int) value || !isCube) {
      append(emit(Mnemonic.MOVI).set(OperandRole.XD, register).set(OperandRole.IMM32, (int) value));
    }
    if (value != (int) value && isCube) {
      byte[] data = ByteBuffer.allocate(Long.BYTES).order(LITTLE_ENDIAN).putLong(value).array();
      append(
          emit(Mnemonic.LDC)
              .set(OperandRole.XD, register)
              .set(OperandRole.IMM24, constants.offset(data))
              .set(OperandRole.W, ScalarWidth.I64.code()));
    } else if (value != (int) value) {
      append(
          emit(Mnemonic.MOVHI)
              .set(OperandRole.XD, register)
              .set(OperandRole.XA, register)
              .set(OperandRole.IMM32, (int) (value >> 32)));
    }
  }

  private void begin(InstructionEncoder word) {
    open.push(words.size());
    append(word);
  }

  private void endLoop() {
    int begin = open.pop();
    if (words.size() == begin + 1 && lastLabel <= begin) {
      words.removeLast();
      locations.removeLast();
      return;
    }
    if (lastLabel == words.size()) {
      append(emit(Mnemonic.NOP));
    }
    words.get(begin).set(OperandRole.IMM32, words.size() - 1 - begin);
  }

  private void endRegion() {
    int begin = open.pop();
    if (words.size() == begin + 1 && lastLabel <= begin) {
      words.removeLast();
      locations.removeLast();
      return;
    }
    append(emit(Mnemonic.VF_END));
    words.get(begin).set(OperandRole.IMM32, words.size() - 1 - begin);
  }
}
