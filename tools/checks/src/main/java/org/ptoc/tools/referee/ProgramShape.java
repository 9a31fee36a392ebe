package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** What the words of a program say of its loops and vecscopes, whatever scalars hold. */
final class ProgramShape {
  private static final long MOST_REMAINDERS = 420;

  /** Slots of a ring between cores (spec/70, 3.5). */
  private static final int MOST_SLOTS = 15;

  private static final String MASK = RegisterClass.P + " ";

  private final Program program;

  /** Scalars in local memory, which situations have behind the registers. */
  private final ScalarSlots slots;

  private final Map<Integer, Map<Integer, Long>> steps = new HashMap<>();
  private final Map<Integer, BitSet> written = new HashMap<>();
  private final Map<Integer, Optional<Stride>> strides = new HashMap<>();

  /** Where ways meet behind a branch. */
  private final BitSet targets;

  ProgramShape(Program program) {
    this.program = program;
    this.slots = ScalarSlots.of(program);
    this.targets = targets(program);
  }

  Instruction at(int word) {
    return program.at(word);
  }

  int size() {
    return program.size();
  }

  ScalarSlots slots() {
    return slots;
  }

  /** True if a branch from behind a word leads back to it or in front of it. */
  boolean isInBranchLoop(int word) {
    for (int at = word; at < size(); at++) {
      if (isBranch(at(at)) && at(at).target(at) <= word) {
        return true;
      }
    }
    return false;
  }

  boolean isTarget(int word) {
    return targets.get(word);
  }

  /**
   * The modulus of the iteration remainders that are distinguished: all divisors of the program.
   */
  long modulus() {
    Set<Integer> divisors = new HashSet<>();
    program.instructions().stream()
        .filter(each -> each.performs(ScalarOperation.REMAINDER))
        .forEach(each -> divisors.add(each.code(FieldName.XB)));
    long modulus = 1;
    for (Instruction each : program.instructions()) {
      long divisor = 1;
      if (each.performs(ScalarOperation.AND) && each.definition().format() == WordFormat.I) {
        divisor = each.field(FieldName.IMM32) + 1;
      } else if (each.performs(ScalarOperation.MOVE_IMMEDIATE)
          && divisors.contains(each.code(FieldName.XD))) {
        divisor = each.field(FieldName.IMM32);
      }
      boolean isSmall = divisor > 1 && divisor <= 32;
      long next = isSmall ? modulus / greatestDivisor(modulus, divisor) * divisor : modulus;
      modulus = next <= MOST_REMAINDERS ? next : modulus;
    }
    return modulus;
  }

  /**
   * The largest number that a ring of slots may have: up to it counters of a loop are compared with
   * it (spec/70, 3.5).
   */
  int mostSlots() {
    return program.instructions().stream()
        .filter(each -> each.performs(ScalarOperation.COMPARE))
        .filter(each -> each.definition().format() == WordFormat.I)
        .mapToInt(each -> (int) each.field(FieldName.IMM32))
        .filter(number -> number <= MOST_SLOTS)
        .max()
        .orElse(0);
  }

  /**
   * The greatest common divisor of numbers that are not negative; of 0 and another one that one.
   */
  static long greatestDivisor(long one, long other) {
    return other == 0 ? one : greatestDivisor(other, one % other);
  }

  int scopeEnd(int begin) {
    int end = begin;
    while (!is(end, ControlOperation.REGION_END)) {
      end++;
    }
    return end;
  }

  /** Where ways meet behind a branch. */
  private static BitSet targets(Program program) {
    BitSet targets = new BitSet();
    for (int word = 0; word < program.size(); word++) {
      if (isBranch(program.at(word))) {
        targets.set(program.at(word).target(word));
      }
    }
    return targets;
  }

  /**
   * How a loop moves a pointer.
   *
   * @param register holds the distance, or -1 where it is a constant
   * @param factor multiplies it
   */
  record Stride(int register, long factor) {}

  Optional<Stride> stride(Situation.Frame frame, int word, int register) {
    return strides.computeIfAbsent(
        word, _ -> isSkipped(frame, word) ? Optional.empty() : sum(frame, word, register));
  }

  /**
   * The stride of a value that a loop computes as the sum of an invariant pointer and a multiple.
   */
  private Optional<Stride> sum(Situation.Frame frame, int before, int register) {
    int word = definition(frame, before, register);
    boolean isSum =
        word >= 0
            && !isSkipped(frame, word)
            && program.at(word).performs(ScalarOperation.ADD)
            && program.at(word).definition().format() == WordFormat.S;
    if (!isSum) {
      return Optional.empty();
    }
    int left = program.at(word).code(FieldName.XA);
    int right = program.at(word).code(FieldName.XB);
    return written(frame).get(left)
        ? written(frame).get(right) ? Optional.empty() : multiple(frame, word, left)
        : multiple(frame, word, right);
  }

  /** The stride of a multiple of a register that each iteration steps by a constant. */
  private Optional<Stride> multiple(Situation.Frame frame, int before, int register) {
    int word = definition(frame, before, register);
    if (word < 0 || isSkipped(frame, word)) {
      return Optional.empty();
    }
    Instruction instruction = program.at(word);
    Map<Integer, Long> steps = steps(frame);
    long step = steps.getOrDefault(instruction.code(FieldName.XA), 0L);
    if (instruction.definition().format() == WordFormat.I && step > 0) {
      long factor = instruction.field(FieldName.IMM32);
      return instruction.performs(ScalarOperation.SHIFT_LEFT) && factor >= 0 && factor < 32
          ? Optional.of(new Stride(-1, step << factor))
          : instruction.performs(ScalarOperation.MULTIPLY)
              ? Optional.of(new Stride(-1, step * factor))
              : Optional.empty();
    }
    if (!instruction.performs(ScalarOperation.MULTIPLY)) {
      return Optional.empty();
    }
    boolean isFirst = step == 1;
    int other = instruction.code(isFirst ? FieldName.XB : FieldName.XA);
    boolean isMultiple =
        !written(frame).get(other)
            && (isFirst || steps.getOrDefault(instruction.code(FieldName.XB), 0L) == 1);
    return isMultiple ? Optional.of(new Stride(other, 1)) : Optional.empty();
  }

  /** True if a loop has nothing but accesses and what they need. */
  boolean isPlain(int head, int last) {
    for (int word = head; word <= last; word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
          && operation != ControlOperation.LOOP) {
        return false;
      }
    }
    return true;
  }

  /**
   * True if a loop has barriers, or words behind it in its vecscope use a register that an
   * iteration sets anew, so that it matters which iteration is the last one.
   */
  boolean leavesChoice(int head, int last) {
    Set<String> set = new HashSet<>();
    for (int word = head; word <= last; word++) {
      if (is(word, ControlOperation.MEMORY_BARRIER) || isSpill(program.at(word))) {
        return true;
      }
      Set<String> own = registers(word, false);
      Set<String> before = registers(word, true);
      own.removeIf(each -> before.contains(each) && !each.startsWith(MASK));
      set.addAll(own);
    }
    return usesAny(set, last + 1, scopeEnd(last + 1));
  }

  /** True if words read a register before another of them sets it. */
  private boolean usesAny(Set<String> registers, int from, int end) {
    Set<String> left = new HashSet<>(registers);
    for (int word = from; word < end; word++) {
      if (is(word, ControlOperation.LOOP)) {
        int behind = word + 1 + program.at(word).code(FieldName.IMM32);
        // It may run no time: what it sets is set for its own words.
        if (usesAny(left, word + 1, behind)) {
          return true;
        }
        word = behind - 1;
      } else {
        if (registers(word, true).stream().anyMatch(left::contains)) {
          return true;
        }
        left.removeAll(registers(word, false));
      }
    }
    return false;
  }

  private static boolean isSpill(Instruction instruction) {
    return instruction.performs(UnitOperation.SPILL_VECTOR)
        || instruction.performs(UnitOperation.SPILL_PREDICATE);
  }

  boolean is(int word, ControlOperation wanted) {
    return program.at(word).performs(wanted);
  }

  /** The vectors and predicates that a word reads or writes. */
  private Set<String> registers(int word, boolean read) {
    Set<String> found = new HashSet<>();
    Instruction instruction = program.at(word);
    for (OperandField operand : instruction.definition().operands()) {
      boolean isVector =
          operand.registerClass().isPresent() && operand.registerClass().get() != RegisterClass.X;
      if (isVector && operand.access() != (read ? Access.WRITE : Access.READ)) {
        found.add(operand.registerClass().get() + " " + instruction.value(operand));
      }
    }
    return found;
  }

  /** The place of a slot that a word stores among the scalars of a situation, or -1. */
  int stored(int word) {
    int slot = slots.stored(program.at(word)).orElse(-1);
    return slot < 0 ? -1 : RegisterClass.X.count() + slot;
  }

  /** The last word of a loop body in front of another one that writes a scalar register, or -1. */
  private int definition(Situation.Frame frame, int before, int register) {
    for (int word = before - 1; word >= frame.head(); word--) {
      Instruction instruction = program.at(word);
      for (OperandField operand : instruction.definition().operands()) {
        if (isWritten(instruction, operand) && instruction.value(operand) == register) {
          return word;
        }
      }
    }
    return -1;
  }

  /** Registers that each iteration of a loop steps once by a constant. */
  Map<Integer, Long> steps(Situation.Frame frame) {
    return steps.computeIfAbsent(
        frame.head(),
        _ -> {
          Map<Integer, Long> found = new HashMap<>();
          Set<Integer> others = new HashSet<>();
          for (int word = frame.head(); word <= frame.last(); word++) {
            Instruction instruction = program.at(word);
            for (OperandField operand : instruction.definition().operands()) {
              boolean isWritten = isWritten(instruction, operand);
              int register = isWritten ? (int) instruction.value(operand) : -1;
              if (isWritten
                  && (!isStep(instruction)
                      || isSkipped(frame, word)
                      || found.containsKey(register))) {
                others.add(register);
              } else if (isWritten) {
                found.put(register, instruction.field(FieldName.IMM32));
              }
            }
          }
          found.keySet().removeAll(others);
          return found;
        });
  }

  /** Scalar registers and slots that words of a loop write. */
  BitSet written(Situation.Frame frame) {
    return written.computeIfAbsent(
        frame.head(),
        _ -> {
          BitSet registers = new BitSet();
          for (int word = frame.head(); word <= frame.last(); word++) {
            Instruction instruction = program.at(word);
            for (OperandField operand : instruction.definition().operands()) {
              if (isWritten(instruction, operand)) {
                registers.set((int) instruction.value(operand));
              }
            }
            if (stored(word) >= 0) {
              registers.set(stored(word));
            }
          }
          registers.clear(RegisterClass.X.constantRegister());
          return registers;
        });
  }

  static boolean isWritten(Instruction instruction, OperandField operand) {
    return operand.isOf(RegisterClass.X) && instruction.writes(operand);
  }

  private static boolean isStep(Instruction instruction) {
    return isAddition(instruction)
        && instruction.code(FieldName.XA) == instruction.code(FieldName.XD);
  }

  /** True if a word adds a constant. */
  private static boolean isAddition(Instruction instruction) {
    return instruction.performs(ScalarOperation.ADD)
        && instruction.definition().format() == WordFormat.I
        && ScalarWidth.byCode(instruction.field(FieldName.W2)).orElseThrow() == ScalarWidth.I64;
  }

  /** True if an iteration may leave a word out, or run it more than once. */
  boolean isSkipped(Situation.Frame frame, int word) {
    for (int at = frame.head(); at <= frame.last(); at++) {
      boolean jumps = is(at, ControlOperation.LOOP) || isBranch(program.at(at));
      int target = jumps ? program.at(at).target(at) : at;
      if (jumps && (target <= at || at < word && word <= target)) {
        return true;
      }
    }
    return false;
  }

  static boolean isBranch(Instruction instruction) {
    return switch (instruction.flow()) {
      case JUMP, BRANCH -> true;
      case NEXT, LOOP, CALL, RETURN, END, TRAP -> false;
    };
  }
}
