package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;

/**
 * Which registers hold something: at entry those with arguments, in a vecscope the scalar ones and
 * those that the scope has written, for the others do not outlive it. A scalar that was loaded from
 * uninitialised memory is a defect only where it is used: copies of structs take fields along that
 * were never set.
 */
final class RegisterUse {
  /** Arguments that are also in registers at entry (spec/40, 5.4). */
  private static final int ARGUMENTS = 16;

  /** Where a call leaves its return address. */
  private static final int LINK = 30;

  private final Program program;
  private final Word[] words;
  private final BitSet[] written = new BitSet[RegisterClass.values().length];
  private final Map<Integer, Finding> pending = new HashMap<>();
  private final Reports reports;

  /** What is wrong with the value of a scalar register, and the word that it comes from. */
  record Finding(int word, String message) {}

  /** Takes what is wrong. */
  interface Reports {
    void report(int word, String message);
  }

  /**
   * A register of a word.
   *
   * @param keeps whether the word only passes its value on
   */
  private record Register(RegisterClass kind, int number, boolean keeps) {}

  /** What a word says of registers, the same each time that it is executed. */
  private static final class Word {
    private final Register[] reads;
    private final Register[] writes;
    private final boolean begins;
    private final boolean calls;
    private final boolean copies;

    private Word(Instruction instruction) {
      boolean keeps = instruction.performs(ScalarOperation.MOVE) || isLocalStore(instruction);
      List<Register> read = new ArrayList<>();
      List<Register> changed = new ArrayList<>();
      for (OperandField operand : instruction.definition().operands()) {
        if (operand.registerClass().isEmpty()) {
          continue;
        }
        RegisterClass kind = operand.registerClass().get();
        int number = (int) instruction.value(operand);
        if (instruction.reads(operand) && number != kind.constantRegister()) {
          boolean isValue = operand.role() == OperandRole.XA || operand.role() == OperandRole.XD;
          read.add(new Register(kind, number, keeps && isValue));
        }
        if (instruction.writes(operand)) {
          changed.add(new Register(kind, number, false));
        }
      }
      this.reads = read.toArray(new Register[0]);
      this.writes = changed.toArray(new Register[0]);
      this.begins = instruction.performs(ControlOperation.REGION_BEGIN);
      this.calls = instruction.performs(ControlOperation.CALL);
      this.copies = instruction.performs(ScalarOperation.MOVE);
    }
  }

  /** The registers of a block of a program. */
  RegisterUse(Program program, Reports reports) {
    this.program = program;
    this.reports = reports;
    this.words = new Word[program.size()];
    Arrays.setAll(written, _ -> new BitSet());
  }

  /** A block begins with so many arguments. */
  void start(int arguments) {
    of(RegisterClass.X).set(0, Math.min(ARGUMENTS, arguments));
  }

  /** What is wrong with the value of a scalar register, if anything. */
  Optional<Finding> doubt(int register) {
    return pending.isEmpty() ? Optional.empty() : Optional.ofNullable(pending.get(register));
  }

  /** Marks a scalar register whose value comes from uninitialised memory. */
  void doubt(int register, Finding finding) {
    pending.put(register, finding);
  }

  /** A word was executed. */
  void executed(int at) {
    Word word = word(at);
    if (word.begins) {
      of(RegisterClass.V).clear();
      of(RegisterClass.P).clear();
      of(RegisterClass.AL).clear();
    } else if (word.calls) {
      of(RegisterClass.X).set(LINK);
    }
    Optional<Finding> copied =
        word.copies ? doubt(program.at(at).code(FieldName.XA)) : Optional.empty();
    for (Register each : word.reads) {
      read(at, each);
    }
    for (Register each : word.writes) {
      of(each.kind()).set(each.number());
      if (each.kind() == RegisterClass.X && !pending.isEmpty()) {
        pending.remove(each.number());
      }
    }
    copied.ifPresent(finding -> pending.put(program.at(at).code(FieldName.XD), finding));
  }

  private Word word(int at) {
    if (words[at] == null) {
      words[at] = new Word(program.at(at));
    }
    return words[at];
  }

  private void read(int at, Register register) {
    BitSet known = of(register.kind());
    int number = register.number();
    if (!known.get(number)) {
      String name = register.kind().spelling(number);
      reports.report(at, "reads " + name + ", which nobody has written");
      known.set(number); // One finding is enough.
    }
    if (register.kind() == RegisterClass.X && !register.keeps() && !pending.isEmpty()) {
      Finding finding = pending.remove(number);
      if (finding != null) {
        reports.report(finding.word(), finding.message());
      }
    }
  }

  /** True if a word stores a scalar to a variable. */
  static boolean isLocalStore(Instruction instruction) {
    return instruction.performs(ScalarOperation.STORE) && instruction.accesses(AddressSpace.LOCAL);
  }

  private BitSet of(RegisterClass kind) {
    return written[kind.ordinal()];
  }
}
