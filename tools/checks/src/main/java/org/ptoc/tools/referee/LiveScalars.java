package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;

/**
 * Backward liveness of scalar registers and of the words of local memory that hold spilled ones. In
 * a kernel with calls all are live, because the register use of a callee is unknown.
 */
final class LiveScalars {
  /** Bits of scalars in local memory are behind those of registers. */
  private static final int SLOTS = RegisterClass.X.count();

  private final Program program;
  private final ScalarSlots slots;
  private final List<BitSet> live = new ArrayList<>();

  private LiveScalars(Program program) {
    this.program = program;
    this.slots = ScalarSlots.of(program);
    for (int word = 0; word <= program.size(); word++) {
      live.add(new BitSet());
    }
  }

  /**
   * For each word the registers that may be read from there on before they are written, as sets in
   * which bit n is Xn, and behind them {@link ScalarSlots}; all of them in a program with calls.
   */
  static List<BitSet> of(Program program) {
    LiveScalars results = new LiveScalars(program);
    if (results.hasCalls()) {
      results.live.forEach(each -> each.set(0, SLOTS + results.slots.count()));
    } else {
      results.solve();
    }
    return List.copyOf(results.live);
  }

  private boolean hasCalls() {
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).definition().semantics()
              instanceof Semantics.Control(ControlOperation operation)
          && (operation == ControlOperation.CALL || operation == ControlOperation.RETURN)) {
        return true;
      }
    }
    return false;
  }

  private void solve() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int word = program.size() - 1; word >= 0; word--) {
        BitSet before = behind(word);
        before.andNot(writes(program.at(word)));
        before.or(reads(program.at(word)));
        if (!before.equals(live.get(word))) {
          live.set(word, before);
          changed = true;
        }
      }
    }
  }

  /** What is live behind a word, a new set. */
  private BitSet behind(int word) {
    BitSet behind = new BitSet();
    if (program.at(word).definition().semantics() instanceof Semantics.Control control) {
      ControlOperation operation = control.operation();
      long target =
          switch (operation.flow()) {
            case JUMP, BRANCH -> (long) word + program.at(word).code(FieldName.IMM32);
            case LOOP -> word + 1L + program.at(word).code(FieldName.IMM32);
            case NEXT, CALL, RETURN, END, TRAP -> -1;
          };
      if (target >= 0 && target < program.size()) {
        behind.or(live.get((int) target));
      }
      boolean goesOn =
          switch (operation.flow()) {
            case JUMP, END, TRAP -> false;
            case NEXT, BRANCH, LOOP, CALL, RETURN -> true;
          };
      if (!goesOn) {
        return behind;
      }
    }
    behind.or(live.get(word + 1));
    for (int head : heads(word)) {
      behind.or(live.get(head));
    }
    return behind;
  }

  private final List<List<Integer>> backEdges = new ArrayList<>();

  /** First words of the hardware loops whose bodies end with a word. */
  private List<Integer> heads(int word) {
    if (backEdges.isEmpty()) {
      for (int at = 0; at < program.size(); at++) {
        backEdges.add(new ArrayList<>());
      }
      for (int at = 0; at < program.size(); at++) {
        if (program.at(at).definition().semantics()
                instanceof Semantics.Control(ControlOperation operation)
            && operation == ControlOperation.LOOP) {
          long last = (long) at + program.at(at).code(FieldName.IMM32);
          if (last > at && last < program.size()) {
            backEdges.get((int) last).add(at + 1);
          }
        }
      }
    }
    return backEdges.get(word);
  }

  private BitSet writes(Instruction instruction) {
    BitSet registers = new BitSet();
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        add(registers, instruction, operand);
      }
    }
    slots.stored(instruction).ifPresent(slot -> registers.set(SLOTS + slot));
    return registers;
  }

  private BitSet reads(Instruction instruction) {
    BitSet registers = new BitSet();
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.reads(operand)) {
        add(registers, instruction, operand);
      }
    }
    slots.loaded(instruction).ifPresent(slot -> registers.set(SLOTS + slot));
    return registers;
  }

  private static void add(BitSet registers, Instruction instruction, OperandField operand) {
    if (operand.registerClass().equals(Optional.of(RegisterClass.X))) {
      registers.set((int) instruction.value(operand));
    }
  }
}
