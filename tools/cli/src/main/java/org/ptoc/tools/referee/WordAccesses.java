package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreMemory;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.watch.SynchronizationChecker;

/**
 * Which bytes words touch, found by executing them in a core of their own, where that follows from
 * scalars; what they compute is of no interest. Pointers into GM lead to buffers of the core, as
 * far from their beginning as the alignment needs.
 */
final class WordAccesses {
  private static final int BUFFER_BYTES = 1 << 22;
  private static final int BEGIN = 1 << 16;
  private static final int ALIGNMENT = 4096;

  private final Program program;
  private final Interpreter interpreter;
  private final Core core;
  private final List<Range> ranges = new ArrayList<>();

  /** Finds what is out of order within a vecscope. */
  private Optional<SynchronizationChecker> scope = Optional.empty();

  /** What special registers hold at entry. */
  private final long[] entry;

  /** Predicates of a vecscope that follow from data, or that it has not set; a set of bits. */
  private int data;

  private record Range(AddressSpace space, long address, long length, boolean isWrite) {}

  WordAccesses(Program program, KernelObject kernel, int parameters) {
    this.program = program;
    this.interpreter = Interpreter.of(program);
    byte[] buffer = new byte[BUFFER_BYTES];
    this.core =
        new Core(
            program.profile(),
            new GlobalMemory(Collections.nCopies(Math.max(1, parameters), buffer)),
            kernel.rodata(),
            new byte[Long.BYTES * parameters],
            (byte) 0,
            true,
            CoreMemory.of(program.profile(), kernel.properties().kind().core()));
    this.entry = core.special.clone();
    core.record.notePieces();
    core.listener = Optional.of(new Listener());
  }

  private final class Listener implements ExecutionListener {
    @Override
    public void executed(int word, ExecutionRecord record) {
      for (int i = 0; i < record.ranges(); i++) {
        ranges.add(
            new Range(record.space(i), record.address(i), record.length(i), record.isWrite(i)));
      }
      scope.ifPresent(checker -> checker.executed(word, record));
    }
  }

  boolean isInScope() {
    return scope.isPresent();
  }

  /** What a special register holds at entry. */
  long special(int code) {
    return entry[code];
  }

  /** A vecscope begins or ends, or a barrier stands in it. */
  void control(int word, ControlOperation operation) {
    if (operation == ControlOperation.REGION_BEGIN) {
      SynchronizationChecker checker =
          new SynchronizationChecker(
              program,
              (at, message, other) -> {
                throw new Proof.Doubtful(at, message);
              });
      checker.started(core);
      scope = Optional.of(checker);
      data = ~(1 << RegisterClass.P.constantRegister());
    }
    core.record.clear();
    scope.ifPresent(checker -> checker.executed(word, core.record));
    if (operation == ControlOperation.REGION_END) {
      scope = Optional.empty();
    }
  }

  /** Executes the word of a situation, and puts the addresses that it has stepped into it. */
  void run(Situation at, Proof.Touched touched) {
    Instruction instruction = program.at(at.word);
    requirePlaces(at.word, instruction);
    Quantity pointer = operands(at, instruction);
    specials(at);
    ranges.clear();
    try {
      interpreter.runWords(core, at.word, at.word + 1);
    } catch (MachineTrap trap) {
      throw new Proof.Doubtful(at.word, "what it touches is not known: " + trap.getMessage());
    }
    for (Range range : ranges) {
      tell(at.word, range, pointer, touched);
    }
    results(at, instruction);
  }

  private void tell(int word, Range range, Quantity pointer, Proof.Touched touched) {
    switch (range.space()) {
      case LOCAL, CONST, PARAM -> {
        /* of the scalar unit alone */
      }
      case GM -> {
        int buffer = GlobalMemory.index(range.address());
        if (!pointer.isPointer() || buffer != pointer.buffer()) {
          throw new Proof.Doubtful(word, "which buffer it touches is not known");
        }
        long from = GlobalMemory.offset(range.address()) - place(pointer) + pointer.number();
        touched.touched(
            AddressSpace.GM,
            buffer,
            pointer.isWild() ? Long.MIN_VALUE : from,
            pointer.isWild() ? Long.MAX_VALUE : from + range.length(),
            pointer.growth(),
            range.isWrite());
      }
      case UB, L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE ->
          touched.touched(
              range.space(),
              0,
              range.address(),
              range.address() + range.length(),
              Quantity.ZERO.growth(),
              range.isWrite());
    }
  }

  private static long place(Quantity pointer) {
    return (long) BEGIN + Math.floorMod(pointer.number(), ALIGNMENT);
  }

  /** Puts the operands of a word into the core; the pointer into GM, or 0. */
  private Quantity operands(Situation at, Instruction instruction) {
    Quantity pointer = Quantity.ZERO;
    for (OperandField operand : instruction.definition().operands()) {
      if (!operand.registerClass().equals(Optional.of(RegisterClass.X))
          || operand.access() == Access.WRITE) {
        continue;
      }
      int register = (int) instruction.value(operand);
      Quantity value = at.scalars[register];
      if (value.isPointer()) {
        if (pointer.isPointer() && !pointer.equals(value)) {
          throw new Proof.Doubtful(at.word, "it has two pointers into GM");
        }
        pointer = value;
        core.setX(register, GlobalMemory.address(value.buffer()) + place(value));
      } else if (value.isNumber()) {
        core.setX(register, value.number());
      } else if (isValue(instruction, operand)) {
        core.setX(register, 1);
      } else {
        throw new Proof.Doubtful(at.word, "which bytes it touches depends on arguments");
      }
    }
    return pointer;
  }

  /** Whether an operand goes into lanes and says nothing about places. */
  private static boolean isValue(Instruction instruction, OperandField operand) {
    WordFormat format = instruction.definition().format();
    return format == WordFormat.V
        || format == WordFormat.U
            && operand.role() == OperandRole.XM
            && instruction.definition().semantics() instanceof Semantics.Lanes lanes
            && (lanes.reads(Slot.SCALAR) || lanes.reads(Slot.DISTANCE));
  }

  private void specials(Situation at) {
    System.arraycopy(entry, 0, core.special, 0, entry.length); // The last word was of another way.
    at.special.forEach(
        (code, value) -> {
          if (!value.isNumber()) {
            throw new Proof.Doubtful(at.word, "a special register depends on arguments");
          }
          core.special[code] = value.number();
        });
  }

  private void results(Situation at, Instruction instruction) {
    for (OperandField operand : instruction.definition().operands()) {
      boolean isWritten =
          operand.registerClass().equals(Optional.of(RegisterClass.X))
              && switch (operand.access()) {
                case READ -> false;
                case WRITE, READ_WRITE -> true;
                case WRITE_IF_POST -> instruction.field(FieldName.POST) != 0;
              };
      int register = isWritten ? (int) instruction.value(operand) : -1;
      if (isWritten && register != RegisterClass.X.constantRegister()) {
        at.scalars[register] =
            follows(instruction) ? Quantity.of(core.x[register]) : Quantity.UNKNOWN;
      }
    }
  }

  /** Whether scalars that a word writes follow from those that it reads. */
  static boolean follows(Instruction instruction) {
    return switch (instruction.definition().format()) {
      case L, P -> true;
      case V, S, I, M, B, C, R, D, U, K, F -> false;
    };
  }

  /** Gives up where the bytes of a word follow from data. */
  private void requirePlaces(int word, Instruction instruction) {
    if (instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)) {
      boolean isKnown =
          switch (unit.places()) {
            case SCALARS -> true;
            case MASKS -> (data >> instruction.code(FieldName.PG) & 1) == 0;
            case STREAM, LANES, COUNT -> false;
          };
      if (!isKnown) {
        throw new Proof.Doubtful(word, "which bytes it touches depends on data");
      }
    }
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.P))
          && operand.access() != Access.READ) {
        int bit = 1 << instruction.value(operand);
        data = isPattern(instruction) ? data & ~bit : data | bit;
      }
    }
  }

  private static boolean isPattern(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit.predicates() == UnitOperation.PredicateSource.SCALARS;
  }
}
