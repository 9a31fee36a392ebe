package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;

/**
 * Which registers hold something: at entry those with arguments, in a vecscope the scalar ones and
 * those that the scope has written, for the others do not outlive it. A scalar that was loaded from
 * memory which nobody has written is a defect only where it is used: copies of structs take fields
 * along that were never set.
 */
final class RegisterUse {
  /** Arguments that are also in registers at entry (spec/40, 5.4). */
  private static final int ARGUMENTS = 16;

  /** Where a call leaves its return address. */
  private static final int LINK = 30;

  private final Map<RegisterClass, BitSet> written = new EnumMap<>(RegisterClass.class);
  private final Map<Integer, Finding> pending = new HashMap<>();
  private final Reports reports;

  /** What is wrong with the value of a scalar register, and the word that it comes from. */
  record Finding(int word, String message) {}

  /** Takes what is wrong. */
  interface Reports {
    void report(int word, String message);
  }

  RegisterUse(Reports reports) {
    this.reports = reports;
  }

  /** A block begins with so many arguments. */
  void start(int arguments) {
    of(RegisterClass.X).set(0, Math.min(ARGUMENTS, arguments));
  }

  /** What is wrong with the value of a scalar register, if anything. */
  Optional<Finding> doubt(int register) {
    return Optional.ofNullable(pending.get(register));
  }

  /** A scalar register got a value that nobody has written. */
  void doubt(int register, Finding finding) {
    pending.put(register, finding);
  }

  /** A word was executed. */
  void executed(int word, Instruction instruction) {
    switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) -> {
        if (operation == ControlOperation.REGION_BEGIN) {
          of(RegisterClass.V).clear();
          of(RegisterClass.P).clear();
          of(RegisterClass.AL).clear();
        } else if (operation == ControlOperation.CALL) {
          of(RegisterClass.X).set(LINK);
        }
      }
      case Semantics.Scalar _, Semantics.Lanes _, Semantics.Unit _ -> {
        /* nothing beside the operands */
      }
    }
    boolean copies = isCopy(instruction);
    Optional<Finding> copied = copies ? doubt(instruction.code(FieldName.XA)) : Optional.empty();
    boolean keeps = copies || isLocalStore(instruction);
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().isPresent() && isRead(instruction, operand)) {
        read(word, instruction, operand, operand.registerClass().get(), keeps);
      }
    }
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().isPresent()
          && WrittenValues.isWritten(instruction, operand.access())) {
        write(instruction, operand, operand.registerClass().get());
      }
    }
    copied.ifPresent(finding -> pending.put(instruction.code(FieldName.XD), finding));
  }

  private void read(
      int word, Instruction instruction, OperandField operand, RegisterClass kind, boolean keeps) {
    int number = (int) instruction.value(operand);
    if (number == kind.constantRegister()) {
      return;
    }
    if (!of(kind).get(number)) {
      reports.report(word, "reads " + kind.spelling(number) + ", which nobody has written");
      of(kind).set(number); // One finding is enough.
    }
    boolean isValue =
        keeps && (operand.role() == OperandRole.XA || operand.role() == OperandRole.XD);
    if (kind == RegisterClass.X && !isValue) {
      Finding finding = pending.remove(number);
      if (finding != null) {
        reports.report(finding.word(), finding.message());
      }
    }
  }

  private void write(Instruction instruction, OperandField operand, RegisterClass kind) {
    int number = (int) instruction.value(operand);
    of(kind).set(number);
    if (kind == RegisterClass.X) {
      pending.remove(number);
    }
  }

  /** Events and buffers have a register only where their number is not in the word. */
  private static boolean isRead(Instruction instruction, OperandField operand) {
    boolean isUnused =
        operand.role() == OperandRole.X
            && instruction.definition().operand(OperandRole.DYN).isPresent()
            && instruction.field(FieldName.DYN) == 0;
    return switch (operand.access()) {
      case WRITE -> false;
      case READ, READ_WRITE, WRITE_IF_POST -> !isUnused;
    };
  }

  private static boolean isCopy(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Scalar(var operation)
        && operation == ScalarOperation.MOVE;
  }

  /** Whether a word stores a scalar to a variable. */
  static boolean isLocalStore(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Scalar(var operation)
        && operation == ScalarOperation.STORE
        && instruction.field(FieldName.SP) == AddressSpace.LOCAL.code();
  }

  private BitSet of(RegisterClass kind) {
    return written.computeIfAbsent(kind, _ -> new BitSet());
  }
}
