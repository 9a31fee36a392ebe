package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;

/**
 * Words whose registers no word reads on any way from them: backward liveness of scalar and vector
 * registers and predicates. A kernel with calls has none, for nobody says what a function reads.
 */
public final class UnusedResults {
  private static final List<RegisterClass> CLASSES =
      List.of(RegisterClass.X, RegisterClass.V, RegisterClass.P);

  /** Bits of scalars in local memory are behind those of registers. */
  private static final int SLOTS = CLASSES.size() * Integer.SIZE;

  private final Program program;
  private final ScalarSlots slots;
  private final List<BitSet> live = new ArrayList<>();

  private UnusedResults(Program program) {
    this.program = program;
    this.slots = ScalarSlots.of(program);
    for (int word = 0; word <= program.size(); word++) {
      live.add(new BitSet());
    }
  }

  /** The words whose results are not used, each of which writes registers alone. */
  static BitSet of(Program program) {
    UnusedResults results = new UnusedResults(program);
    BitSet unused = new BitSet();
    if (results.hasCalls()) {
      return unused;
    }
    results.solve();
    for (int word = 0; word < program.size(); word++) {
      if (isCandidate(program.at(word))
          && !results.behind(word).intersects(results.writes(program.at(word)))) {
        unused.set(word);
      }
    }
    return unused;
  }

  /**
   * For each word the registers that may be read from there on before they are written, as sets in
   * which bit n is Xn, and behind them {@link ScalarSlots}; all of them in a program with calls.
   */
  public static List<BitSet> liveScalars(Program program) {
    UnusedResults results = new UnusedResults(program);
    int registers = RegisterClass.X.count();
    if (results.hasCalls()) {
      results.live.forEach(each -> each.set(0, registers + results.slots.count()));
      return List.copyOf(results.live);
    }
    results.solve();
    return results.live.stream().map(UnusedResults::scalars).toList();
  }

  private static BitSet scalars(BitSet live) {
    BitSet scalars = live.get(0, RegisterClass.X.count());
    for (int bit = live.nextSetBit(SLOTS); bit >= 0; bit = live.nextSetBit(bit + 1)) {
      scalars.set(RegisterClass.X.count() + bit - SLOTS);
    }
    return scalars;
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

  /**
   * Whether a word writes scalar or vector registers or predicates, and nothing else that counts.
   */
  private static boolean isCandidate(Instruction instruction) {
    if (instruction.definition().semantics() instanceof Semantics.Control) {
      return false;
    }
    boolean writes = false;
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        boolean followed =
            operand.registerClass().filter(CLASSES::contains).isPresent()
                && operand.access() != Access.WRITE_IF_POST;
        if (!followed) {
          return false;
        }
        writes |= instruction.value(operand) != operand.registerClass().get().constantRegister();
      }
    }
    return writes;
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
      if (instruction.reads(operand) || merges(instruction)) {
        add(registers, instruction, operand);
      }
    }
    slots.loaded(instruction).ifPresent(slot -> registers.set(SLOTS + slot));
    return registers;
  }

  /** Whether lanes outside of the mask keep what the register held. */
  private static boolean merges(Instruction instruction) {
    return instruction.definition().format().field(FieldName.MRG).isPresent()
        && instruction.field(FieldName.MRG) != 0;
  }

  private static void add(BitSet registers, Instruction instruction, OperandField operand) {
    operand
        .registerClass()
        .filter(CLASSES::contains)
        .ifPresent(
            kind ->
                registers.set(
                    CLASSES.indexOf(kind) * Integer.SIZE + (int) instruction.value(operand)));
  }
}
