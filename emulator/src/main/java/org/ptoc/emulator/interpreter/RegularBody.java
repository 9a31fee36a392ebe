package org.ptoc.emulator.interpreter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.emulator.interpreter.step.Motion;
import org.ptoc.emulator.machine.Core;
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

/**
 * The body of an affine loop: its iterations access memory in the same way, at addresses that move
 * by constant steps. Two observed iterations then determine all others, as long as the masks that
 * count down ({@code plt}) are full.
 *
 * <p>The analysis is conservative: a body is regular when every address is linear in the number of
 * the iteration and every length is the same in all iterations.
 */
public final class RegularBody {
  private static final int REGISTERS = 32;
  private static final int PREDICATES = 16;

  private final List<FullMask> masks;
  private final Set<Integer> stepping;
  private final BitSet still;

  /**
   * A {@code plt} of {@code lanes} lanes on what {@code register} holds when an iteration begins,
   * plus an offset.
   */
  private record FullMask(int register, long offset, int lanes) {}

  private RegularBody(List<FullMask> masks, Set<Integer> stepping, BitSet still) {
    this.masks = List.copyOf(masks);
    this.stepping = Set.copyOf(stepping);
    this.still = still;
  }

  /** The words from {@code begin} to {@code end}, if they are regular. */
  public static Optional<RegularBody> of(Program program, int begin, int end) {
    Motion[] start = new Motion[REGISTERS];
    for (int register = 0; register < REGISTERS; register++) {
      start[register] = Motion.FIXED;
    }
    boolean[] fixedMasks = new boolean[PREDICATES];
    Arrays.fill(fixedMasks, true);
    for (int at = begin; at < end; at++) {
      for (OperandField operand : program.at(at).definition().operands()) {
        if (operand.access() != Access.READ && operand.registerClass().isPresent()) {
          int number = (int) program.at(at).value(operand);
          switch (operand.registerClass().get()) {
            case X -> start[number] = Motion.start(number);
            case P -> fixedMasks[number & PREDICATES - 1] = false;
            case V, AL -> {}
          }
        }
      }
    }
    start[RegisterClass.X.constantRegister()] = Motion.FIXED;
    return settle(program, begin, end, start, fixedMasks);
  }

  /**
   * Gives up registers that do not step until what is assumed of the beginning of an iteration
   * holds at its end.
   */
  private static Optional<RegularBody> settle(
      Program program, int begin, int end, Motion[] start, boolean[] fixedMasks) {
    while (true) {
      Iteration iteration = new Iteration(start.clone(), fixedMasks.clone());
      for (int at = begin; at < end; at++) {
        iteration.word(program.at(at));
        iteration.words++;
      }
      boolean changed = false;
      for (int register = 0; register < REGISTERS; register++) {
        if (start[register].steps(register) && !iteration.x[register].steps(register)) {
          start[register] = Motion.UNKNOWN;
          changed = true;
        }
      }
      if (!changed) {
        return iteration.regular
            ? Optional.of(new RegularBody(iteration.masks, stepping(start), iteration.still))
            : Optional.empty();
      }
    }
  }

  private static Set<Integer> stepping(Motion[] start) {
    Set<Integer> registers = new HashSet<>();
    for (int register = 0; register < REGISTERS; register++) {
      if (start[register].steps(register)) {
        registers.add(register);
      }
    }
    return registers;
  }

  /**
   * True if a scalar register that the body writes moves by the same amount in every iteration with
   * full masks.
   */
  public boolean steps(int register) {
    return stepping.contains(register);
  }

  /**
   * The repeated words, by their distance to the first word of the body, whose operands are the
   * same in all iterations. They change nothing but memory.
   */
  BitSet stillWords() {
    return still;
  }

  /** True if iterations stay regular whatever the registers hold. */
  boolean hasNoCounters() {
    return masks.isEmpty();
  }

  /** The registers that {@link #fullIterations} reads. */
  long[] counters(Core core) {
    long[] values = new long[masks.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = core.x[masks.get(i).register()];
    }
    return values;
  }

  /**
   * How many of the next iterations have full masks.
   *
   * @param before the counters at the beginning of the first of them
   * @param after the counters one iteration later
   * @param most iterations that are asked for
   */
  long fullIterations(long[] before, long[] after, long most) {
    long iterations = most;
    for (int i = 0; i < before.length; i++) {
      long count = before[i] + masks.get(i).offset();
      iterations =
          Math.min(iterations, fullIterations(masks.get(i), count, after[i] - before[i], most));
    }
    return iterations;
  }

  private static long fullIterations(FullMask mask, long count, long step, long most) {
    if (count < mask.lanes() || count > Integer.MAX_VALUE || Math.abs(step) > Integer.MAX_VALUE) {
      return 0;
    }
    if (step < 0) {
      return (count - mask.lanes()) / -step + 1;
    }
    return step == 0 ? most : (Integer.MAX_VALUE - count) / step + 1;
  }

  /** One pass over the body with what is known of the registers. */
  private static final class Iteration {
    private final Motion[] x;
    private final boolean[] fixedMasks;
    private final List<FullMask> masks = new ArrayList<>();
    private final BitSet still = new BitSet();
    private boolean regular = true;
    private int words;

    Iteration(Motion[] x, boolean[] fixedMasks) {
      this.x = x;
      this.fixedMasks = fixedMasks;
    }

    void word(Instruction instruction) {
      if (instruction.definition().format() == WordFormat.V) {
        forgetScalarResults(instruction);
      }
      switch (instruction.definition().semantics()) {
        case Semantics.Scalar(ScalarOperation operation) -> scalar(instruction, operation);
        case Semantics.Control(ControlOperation operation) ->
            regular &= isSteady(instruction, operation);
        case Semantics.Lanes lanes -> lanes(instruction, lanes);
        case Semantics.Unit(UnitOperation operation) -> unit(instruction, operation);
      }
    }

    /** True if a control word does the same in all iterations. */
    private boolean isSteady(Instruction instruction, ControlOperation operation) {
      return switch (operation.subject()) {
        case NOTHING, BARRIER -> true;
        case DATA -> operation == ControlOperation.DATA_BARRIER;
        case FLAG, BUFFER ->
            instruction.field(FieldName.DYN) == 0 || x[instruction.code(FieldName.X)].isFixed();
        case FLOW, PRINT, CORES, SPECIAL, REGION -> false;
      };
    }

    private void lanes(Instruction instruction, Semantics.Lanes lanes) {
      if (instruction.definition().format() != WordFormat.U) {
        predicateResults(instruction, false); // Of comparisons and carries.
      } else if (lanes.isAboutTruth()) {
        regular = false; // Bits of comparisons go to memory and to the mask register.
      } else {
        repeated(instruction);
      }
    }

    /** An element-wise word of A2/A3: its layout has to stay. */
    private void repeated(Instruction instruction) {
      access(x[instruction.code(FieldName.XD)]);
      access(x[instruction.code(FieldName.XN)]);
      access(x[instruction.code(FieldName.XM)]);
      regular &= x[instruction.code(FieldName.XT)].isFixed();
      boolean isStill =
          Stream.of(FieldName.XD, FieldName.XN, FieldName.XM)
              .allMatch(field -> x[instruction.code(field)].isFixed());
      still.set(words, isStill);
    }

    private void forgetScalarResults(Instruction instruction) {
      for (OperandField operand : instruction.definition().operands()) {
        if (operand.isOf(RegisterClass.X) && operand.access() != Access.READ) {
          set((int) instruction.value(operand), Motion.UNKNOWN);
        }
      }
    }

    private void set(int register, Motion motion) {
      if (register != RegisterClass.X.constantRegister()) {
        x[register] = motion;
      }
    }

    private void scalar(Instruction instruction, ScalarOperation operation) {
      switch (instruction.definition().format()) {
        case S -> set(instruction.code(FieldName.XD), registers(instruction, operation));
        case I -> set(instruction.code(FieldName.XD), immediate(instruction, operation));
        default -> {
          regular = false; // Scalar memory is not followed.
        }
      }
    }

    private Motion registers(Instruction instruction, ScalarOperation operation) {
      Motion a = x[instruction.code(FieldName.XA)];
      Motion b = x[instruction.code(FieldName.XB)];
      Motion c = x[instruction.code(FieldName.XC)];
      if (operation == ScalarOperation.MOVE) {
        return a;
      }
      if (a.isFixed() && b.isFixed() && c.isFixed()) {
        return Motion.FIXED;
      }
      if (instruction.width() != ScalarWidth.I64) {
        return Motion.UNKNOWN;
      }
      return switch (operation) {
        case ADD -> a.plus(b);
        case SUBTRACT -> a.minus(b);
        case MULTIPLY -> a.times(b);
        case SHIFT_LEFT -> b.isFixed() ? a.times(b) : Motion.UNKNOWN;
        default -> Motion.UNKNOWN;
      };
    }

    private Motion immediate(Instruction instruction, ScalarOperation operation) {
      if (operation == ScalarOperation.MOVE_IMMEDIATE) {
        return Motion.FIXED;
      }
      Motion a = x[instruction.code(FieldName.XA)];
      if (a.isFixed()
          || !a.isLinear()
          || operation == ScalarOperation.MOVE_HIGH
          || instruction.width() != ScalarWidth.I64) {
        return a.isFixed() ? a : Motion.UNKNOWN;
      }
      return switch (operation) {
        case ADD -> a.plus(instruction.field(FieldName.IMM32));
        case MULTIPLY, SHIFT_LEFT -> a.times(Motion.FIXED);
        default -> Motion.UNKNOWN;
      };
    }

    private void unit(Instruction instruction, UnitOperation operation) {
      switch (instruction.definition().format()) {
        case V -> predicateResults(instruction, false);
        case L -> memory(instruction, operation);
        case P -> predicate(instruction, operation);
        case S, I, M, B, C, R, D, U, K, F -> regular = false;
      }
    }

    private void memory(Instruction instruction, UnitOperation operation) {
      Motion base = x[instruction.code(FieldName.XB)];
      Motion index = x[instruction.code(FieldName.XO)];
      boolean post = instruction.field(FieldName.POST) != 0;
      switch (operation) {
        case LOAD, LOAD_PAIR, LOAD_UNALIGNED, STORE_PAIR ->
            access(post ? base : base.plus(index.times(Motion.FIXED)));
        case STORE -> {
          access(post ? base : base.plus(index.times(Motion.FIXED)));
          lengthOf(instruction);
        }
        case LOAD_ALIGN -> regular &= base.isFixed();
        case LOAD_BLOCKS, STORE_BLOCKS -> {
          access(base);
          regular &= index.isFixed();
          lengthOf(instruction);
        }
        case STORE_UNALIGNED -> {
          access(base);
          regular &= index.isFixed();
        }
        case GATHER,
            GATHER_BLOCKS,
            SCATTER,
            INITIALIZE_ALIGN,
            FLUSH_ALIGN,
            FLUSH_ALIGN_AT_AR,
            SPILL_ALIGN,
            FILL_ALIGN,
            SPILL_VECTOR,
            FILL_VECTOR -> {
          // These have no range of their own.
        }
        case STORE_SQUEEZED -> regular = false;
        default -> throw new IllegalStateException("no vector load or store " + operation);
      }
      if (post) {
        set(
            instruction.code(FieldName.XB),
            index.isFixed() ? base.plus(Motion.FIXED) : Motion.UNKNOWN);
      }
    }

    /** How many bytes a word touches follows from its mask. */
    private void lengthOf(Instruction instruction) {
      regular &= fixedMasks[instruction.code(FieldName.PG) & PREDICATES - 1];
    }

    private void access(Motion address) {
      regular &= address.isLinear();
    }

    private void predicate(Instruction instruction, UnitOperation operation) {
      switch (operation.predicates()) {
        case SCALARS -> {
          if (operation == UnitOperation.PREDICATE_LESS_THAN) {
            lessThan(instruction);
          } else {
            predicateResults(instruction, operation == UnitOperation.PREDICATE_PATTERN);
          }
        }
        case LOGIC, CHOICE, ARRANGEMENT ->
            predicateResults(instruction, sourcesAreFixed(instruction));
        case NONE, DATA -> {
          predicateMemory(instruction, operation);
          predicateResults(instruction, false);
        }
      }
    }

    private void predicateMemory(Instruction instruction, UnitOperation operation) {
      Motion base = x[instruction.code(FieldName.XB)];
      switch (operation) {
        case PREDICATE_LOAD, PREDICATE_STORE ->
            access(base.plus(x[instruction.code(FieldName.XO)]));
        case PREDICATE_STORE_UNALIGNED -> {
          access(base);
          set(instruction.code(FieldName.XB), base.plus(Motion.FIXED));
        }
        case SPILL_PREDICATE, FILL_PREDICATE -> {
          // These have no range of their own.
        }
        default -> throw new IllegalStateException("no predicate load or store " + operation);
      }
    }

    private void lessThan(Instruction instruction) {
      Motion count = x[instruction.code(FieldName.XB)];
      int lanes = Core.VECTOR_BYTES >> instruction.code(FieldName.GR);
      boolean counts = count.kind() == Motion.Kind.STEPPED && count.known();
      if (counts) {
        masks.add(new FullMask(count.register(), count.offset(), lanes));
      }
      predicateResults(instruction, counts || count.isFixed());
      set(
          instruction.code(FieldName.XO),
          counts ? count.plus(-lanes) : count.isFixed() ? Motion.FIXED : Motion.UNKNOWN);
    }

    private boolean sourcesAreFixed(Instruction instruction) {
      return instruction.definition().operands().stream()
          .filter(operand -> operand.isOf(RegisterClass.P))
          .filter(operand -> operand.access() != Access.WRITE)
          .allMatch(operand -> fixedMasks[(int) instruction.value(operand) & PREDICATES - 1]);
    }

    private void predicateResults(Instruction instruction, boolean fixed) {
      for (OperandField operand : instruction.definition().operands()) {
        if (operand.isOf(RegisterClass.P) && operand.access() != Access.READ) {
          fixedMasks[(int) instruction.value(operand) & PREDICATES - 1] = fixed;
        }
      }
    }
  }
}
