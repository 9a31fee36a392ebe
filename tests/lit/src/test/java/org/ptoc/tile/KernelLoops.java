package org.ptoc.tile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;

/** The instructions of a kernel and which X registers they read and write. */
record KernelLoops(List<Instruction> words, List<BitSet> reads, List<BitSet> writes) {
  private static final Set<ScalarOperation> COPIES =
      Set.of(ScalarOperation.MOVE, ScalarOperation.MOVE_IMMEDIATE, ScalarOperation.MOVE_HIGH);

  /** The words from {@code first} to before {@code end} repeat. */
  record Loop(int first, int end) {
    boolean holds(Loop other) {
      return !equals(other) && first <= other.first && other.end <= end;
    }
  }

  static KernelLoops of(KernelObject kernel, Profile profile) {
    List<Instruction> words = new ArrayList<>();
    List<BitSet> reads = new ArrayList<>();
    List<BitSet> writes = new ArrayList<>();
    for (long word : kernel.words()) {
      Instruction instruction = (Instruction) InstructionDecoder.decode(profile, word);
      words.add(instruction);
      reads.add(scalars(instruction, Access.READ));
      writes.add(scalars(instruction, Access.WRITE));
    }
    return new KernelLoops(words, reads, writes);
  }

  private static BitSet scalars(Instruction instruction, Access access) {
    BitSet registers = new BitSet();
    for (OperandField operand : instruction.definition().operands()) {
      boolean isScalar = operand.registerClass().equals(Optional.of(RegisterClass.X));
      if (isScalar && does(instruction, operand.access(), access)) {
        registers.set((int) instruction.value(operand));
      }
    }
    registers.clear(RegisterClass.X.constantRegister());
    return registers;
  }

  private static boolean does(Instruction instruction, Access actual, Access wanted) {
    return switch (actual) {
      case READ, WRITE -> actual == wanted;
      case READ_WRITE -> true;
      case WRITE_IF_POST -> wanted == Access.READ || instruction.field(FieldName.POST) != 0;
    };
  }

  /** Loops that hold no other. */
  List<Loop> innermost() {
    List<Loop> loops = loops();
    return loops.stream()
        .filter(loop -> loops.stream().noneMatch(other -> loop.holds(other)))
        .toList();
  }

  /** The words of a loop of some kind. */
  List<Instruction> wordsOf(Loop loop, Predicate<SchedulingClass> kind) {
    return words.subList(loop.first(), loop.end()).stream()
        .filter(word -> kind.test(word.definition().schedulingClass()))
        .toList();
  }

  List<Loop> loops() {
    List<Loop> loops = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      Instruction word = words.get(i);
      if (word.definition().mnemonic().equals("loop")) {
        loops.add(new Loop(i + 1, i + 1 + (int) word.field(FieldName.IMM32)));
      } else if (word.definition().schedulingClass() == SchedulingClass.BRANCH) {
        int target = i + (int) word.field(FieldName.IMM32);
        if (target <= i) {
          loops.add(new Loop(target, i + 1));
        }
      }
    }
    return loops;
  }

  /**
   * Scalar words of a loop that read nothing that the loop writes. Copies and constants count only
   * where no other word writes the result: else they begin what an inner loop changes.
   */
  List<String> invariants(Loop loop) {
    int[] written = new int[32];
    for (BitSet registers : writes.subList(loop.first(), loop.end())) {
      registers.stream().forEach(register -> written[register]++);
    }
    List<String> found = new ArrayList<>();
    for (int i = loop.first(); i < loop.end(); i++) {
      if (isScalar(i)
          && reads.get(i).stream().allMatch(register -> written[register] == 0)
          && (!isCopy(i) || writes.get(i).stream().allMatch(each -> written[each] == 1))
          && !writes.get(i).stream().anyMatch(each -> isCarried(each, loop))) {
        found.add(i + " " + words.get(i) + " in " + loop);
      }
    }
    return found;
  }

  /** True if a register keeps what it had in front of a loop when the loop does not write it. */
  private boolean isCarried(int register, Loop loop) {
    boolean isSet = writes.subList(0, loop.first()).stream().anyMatch(each -> each.get(register));
    for (int i = loop.end(); isSet && i < words.size(); i++) {
      if (reads.get(i).get(register)) {
        return true;
      }
      isSet = !writes.get(i).get(register);
    }
    return false;
  }

  private boolean isCopy(int index) {
    return words.get(index).definition().semantics() instanceof Semantics.Scalar scalar
        && COPIES.contains(scalar.operation());
  }

  /** Scalar words whose result no word of the kernel reads. */
  List<String> unread() {
    BitSet read = new BitSet();
    reads.forEach(read::or);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (isScalar(i) && !writes.get(i).intersects(read)) {
        found.add(i + " " + words.get(i));
      }
    }
    return found;
  }

  private boolean isScalar(int index) {
    SchedulingClass kind = words.get(index).definition().schedulingClass();
    return (kind == SchedulingClass.SCALAR || kind == SchedulingClass.SCALAR_MULTIPLY)
        && !writes.get(index).isEmpty();
  }
}
